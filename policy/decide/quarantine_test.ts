import assert from "node:assert/strict";
import { decided, deviceOf, snapshotOf } from "../../tests/support/compiled_household.ts";
import { NO_HOUSEHOLD } from "../model/household.ts";

Deno.test("a quarantined device reaches updates and the servers of the service itself", () => {
  const rows = { ...NO_HOUSEHOLD, devices: [deviceOf([], true)] };
  const given = snapshotOf(rows, [], []);
  const serviceDomains = ["updates.vendor.com"];
  const snapshot = { ...given, settings: { ...given.settings, serviceDomains } };
  const blocked = (name: string) => decided(snapshot, name).verdict.do === "block";
  const names = "windowsupdate.com updates.vendor.com a.updates.vendor.com vendor.com shop.com";
  assert.deepEqual(names.split(" ").filter(blocked), ["vendor.com", "shop.com"]);
});
