import assert from "node:assert/strict";
import { type NewDeviceMode, NO_HOUSEHOLD } from "../model/household.ts";
import { compileHousehold } from "./household.ts";

Deno.test("Unknown machines are in a quarantined class of their own if the household wants that", () => {
  const device = {
    id: 1,
    name: "",
    macs: ["02:00:00:00:00:01"],
    personId: 0,
    people: [],
    groupId: 0,
  };
  const compiled = (newDevices: NewDeviceMode = "open") => {
    const rows = {
      ...NO_HOUSEHOLD,
      devices: [{ ...device, quarantined: false }],
      newDevices,
    };
    const now = Date.UTC(2026, 9, 13, 12);
    const context = { lists: [], ruleScopes: [], windowsOf: () => [], offset: () => 0 };
    return compileHousehold(rows, { ...context, now });
  };
  assert.equal(compiled().devices.newcomers, undefined);
  const { classes, devices } = compiled("held");
  assert.equal(classes[devices.newcomers!].parts.quarantined, true);
  assert.equal(
    classes[0].parts.quarantined,
    undefined,
    "whoever is known by no hardware address follows everybody",
  );
  const asChild = compiled("child");
  const { minor, quarantined } = asChild.classes[asChild.devices.newcomers!].parts;
  assert.deepEqual([minor, quarantined], [true, undefined]);
});
