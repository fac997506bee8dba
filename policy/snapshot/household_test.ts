import fc from "fast-check";
import assert from "node:assert/strict";
import {
  type DeviceRow,
  type HouseholdRows,
  type NewDeviceMode,
  NO_HOUSEHOLD,
} from "../model/household.ts";
import { compileHousehold } from "./household.ts";
import { HouseholdMemory } from "./household_memory.ts";
import type { ListInfo } from "./snapshot_parts.ts";

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

Deno.test("A device's upstreams outrank its person's, these its age's and its group's", () => {
  const device = (id: number, owner: Partial<DeviceRow>): DeviceRow => ({
    id,
    name: "",
    macs: [`02:00:00:00:00:0${id}`],
    personId: 0,
    people: [],
    groupId: 0,
    quarantined: false,
    ...owner,
  });
  const lines = (scope: string) => ({ scope, lines: [`${scope.replace(/\W/g, "-")}.example`] });
  const scopes = ["group:1", "profile:child", "person:2", "device:5"];
  const rows: HouseholdRows = {
    ...NO_HOUSEHOLD,
    people: [
      { id: 1, profile: "child" },
      { id: 2, profile: "adult" },
      { id: 3, profile: "adult" },
    ],
    devices: [
      device(1, {}),
      device(2, { groupId: 1 }),
      device(3, { personId: 1 }),
      device(4, { personId: 2 }),
      device(5, { personId: 2 }),
      // A shared device follows the most protected person who has upstreams.
      device(6, { people: [1, 2] }),
      device(7, { people: [2, 3] }),
      device(8, { personId: 3 }),
    ],
    upstreams: [...scopes.map(lines), lines("person:99")],
  };
  const now = Date.UTC(2026, 9, 13, 12);
  const context = { lists: [], ruleScopes: [], windowsOf: () => [], offset: () => 0, now };
  const { classes, devices, upstreamSets } = compileHousehold(rows, context);
  const words = new DataView(devices.bytes.buffer);
  const used = rows.devices.map((_, at) => {
    const { parts } = classes[words.getUint32(at * 16 + 12, true)];
    return parts.upstreams === undefined ? "" : upstreamSets[parts.upstreams][0];
  });
  assert.deepEqual(used, [
    "",
    "group-1.example",
    "profile-child.example",
    "person-2.example",
    "device-5.example",
    "profile-child.example",
    "person-2.example",
    "",
  ]);
  assert.equal(new Set(classes.map(({ key }) => key)).size, classes.length);
  assert.equal(upstreamSets.length, 4, "upstreams of nobody are not opened");
});

Deno.test("Results kept from earlier compilations never differ from those made anew", () => {
  const scope = fc.constantFrom("all", "profile:child", "group:1", "person:1", "person:2");
  const schedule = fc.constantFrom("", "evening");
  const choice = fc.oneof(
    fc.record({
      scope,
      kind: fc.constant("service" as const),
      key: fc.constantFrom("tiktok", "youtube"),
      value: fc.constantFrom("block", "allow"),
      schedule,
    }),
    fc.record({
      scope,
      kind: fc.constant("category" as const),
      key: fc.constantFrom("games", "gambling"),
      value: fc.constantFrom("block", "allow", "monitor"),
      schedule: fc.constant(""),
    }),
  );
  const list = fc.record({
    id: fc.nat(3),
    name: fc.constant(""),
    kind: fc.constant("block" as const),
    category: fc.constantFrom("" as const, "games" as const),
    scopes: fc.subarray(["all", "profile:child", "person:1"]),
    schedule: fc.constantFrom(undefined, "evening"),
  });
  const step = fc.record({
    choices: fc.uniqueArray(choice, {
      maxLength: 4,
      selector: ({ scope, kind, key }) => `${scope} ${kind} ${key}`,
    }),
    lists: fc.array(list, { maxLength: 2 }),
    adult: fc.boolean(),
    windows: fc.boolean(),
  });
  const device = (id: number, personId: number, groupId: number): DeviceRow => ({
    id,
    name: "",
    macs: [`02:00:00:00:00:0${id}`],
    personId,
    people: [],
    groupId,
    quarantined: false,
  });
  const steps = fc.array(step, { minLength: 2, maxLength: 6 });
  fc.assert(
    fc.property(steps, fc.array(fc.nat(5), { minLength: 4, maxLength: 8 }), (inputs, order) => {
      const memory = new HouseholdMemory();
      for (const at of order) {
        const { choices, lists, adult, windows } = inputs[at % inputs.length];
        const rows: HouseholdRows = {
          ...NO_HOUSEHOLD,
          people: [{ id: 1, profile: "child" }, { id: 2, profile: adult ? "adult" : "teen" }],
          devices: [device(1, 1, 0), device(2, 2, 0), device(3, 0, 1), device(4, 0, 0)],
          choices,
        };
        const context = {
          lists: lists as ListInfo[],
          ruleScopes: ["person:1"],
          windowsOf: () => windows ? [[at, at + 100] as const] : [],
          now: Date.UTC(2026, 9, 13, 12),
          offset: () => 0,
        };
        assert.deepEqual(
          compileHousehold(rows, { ...context, memory }),
          compileHousehold(rows, context),
        );
      }
    }),
    { seed: 18, numRuns: 300 },
  );
});
