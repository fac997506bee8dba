import assert from "node:assert/strict";
import { type HouseholdRows, NO_HOUSEHOLD } from "../model/household.ts";
import { NO_TIME, type PersonTime, type TimeRows } from "../model/person_time.ts";
import { compileHousehold, type HouseholdPolicy } from "./household.ts";

const HOUR = 3_600_000;
const NOW = Date.UTC(2026, 9, 13, 12);
const CLOSED = "0".repeat(672);
const PEOPLE = ["child", "teen", "adult", "child"] as const;

function rowsOf(time: Partial<TimeRows>, more: Partial<HouseholdRows> = {}): HouseholdRows {
  const people = PEOPLE.map((profile, i) => ({ id: i + 1, profile }));
  const devices = people.map(({ id }) => ({
    id,
    name: "",
    macs: [`02:00:00:00:00:0${id}`],
    personId: id,
    people: [],
    groupId: 0,
    quarantined: false,
  }));
  return { ...NO_HOUSEHOLD, people, devices, time: { ...NO_TIME, ...time }, ...more };
}

function compiled(
  time: Partial<TimeRows>,
  more: Partial<HouseholdRows> = {},
  now = NOW,
): HouseholdPolicy {
  return compileHousehold(rowsOf(time, more), {
    lists: [{ id: 1, name: "Fun", kind: "block", category: "games" }],
    ruleScopes: [],
    windowsOf: () => [],
    now,
    offset: () => 0,
  });
}

/** The number of the class of each device. */
function classesOf({ devices }: HouseholdPolicy): number[] {
  const words = new DataView(
    devices.bytes.buffer,
    devices.bytes.byteOffset,
    devices.bytes.length,
  );
  return Array.from(
    { length: devices.bytes.length / 16 },
    (_, i) => words.getUint32(16 * i + 12, true),
  );
}

/** For each person, the key of the class. */
function keysOf(policy: HouseholdPolicy): string[] {
  return PEOPLE.map((_, i) => policy.classes[policy.devices.scopes![`person:${i + 1}`]].key);
}

function closed(personId: number, more: Partial<PersonTime> = {}): PersonTime {
  return { personId, enabled: true, grid: CLOSED, ...more };
}

Deno.test("answers to minors are cached at most a minute, those to adults without this limit", () => {
  const { classes, devices } = compiled({ people: [closed(3)] });
  const parts = PEOPLE.map((_, i) => classes[devices.scopes![`person:${i + 1}`]].parts);
  assert.deepEqual(parts.map(({ answersKept }) => answersKept), [60, 60, undefined, 60]);
  assert.deepEqual(parts.map(({ closed }) => closed), [undefined, undefined, undefined, undefined]);
});

Deno.test("a change for one person changes only that person's class", () => {
  const before = keysOf(compiled({ people: [closed(1)] }));
  const mode = { mode: "cut" as const, from: NOW, to: NOW + HOUR };
  const changed = (time: Partial<TimeRows>) =>
    keysOf(compiled({ people: [closed(1)], ...time })).map((key, i) => key !== before[i]);
  assert.deepEqual(
    changed({ people: [closed(1), { personId: 2, enabled: false, grid: "", mode }] }),
    [
      ...[false, true, false, false],
    ],
  );
  assert.deepEqual(changed({ people: [closed(1, { bonus: { from: NOW, to: NOW + HOUR } })] }), [
    ...[true, false, false, false],
  ]);
  assert.deepEqual(
    changed({ reached: [{ scope: "person:4", category: "games", from: NOW, to: NOW + HOUR }] }),
    [
      ...[false, false, false, true],
    ],
  );
  // Permitted names affect only people who are closed at some time.
  assert.deepEqual(changed({ permitted: ["school.example"] }), [true, false, false, false]);
  assert.deepEqual(
    changed({ reached: [{ scope: "device:4", category: "games", from: NOW, to: NOW + HOUR }] }),
    [
      ...[false, false, false, false],
    ],
  );
});

Deno.test("a class is equal at every instant of a day, and past intervals have no effect", () => {
  const past = { from: NOW - 30 * HOUR, to: NOW - 20 * HOUR };
  const time = {
    people: [closed(1), closed(2, { enabled: false, mode: { mode: "homework", ...past } })],
  };
  const noon = keysOf(compiled(time));
  assert.deepEqual(keysOf(compiled(time, {}, NOW + 11 * HOUR)), noon);
  assert.deepEqual(keysOf(compiled({ people: [closed(1)] })), noon);
});

Deno.test("children with the same hours share a class", () => {
  const [first, , , last] = classesOf(compiled({ people: [closed(1), closed(4)] }));
  assert.equal(first, last);
});

Deno.test("a shared device has its own limits, only in the views of minors", () => {
  const shared = {
    devices: [{
      id: 9,
      name: "",
      macs: ["02:00:00:00:00:09"],
      personId: 0,
      people: [1, 3],
      groupId: 0,
      quarantined: false,
    }],
  };
  const reached = ["person:1", "device:9"].map((scope, i) => ({
    scope,
    category: i === 0 ? "games" as const : "videos" as const,
    from: NOW,
    to: NOW + HOUR,
  }));
  const policy = compiled({ reached }, shared);
  const [number] = classesOf(policy);
  const { views, answersKept } = policy.classes[number].parts;
  assert.equal(answersKept, 60);
  assert.deepEqual(views?.map((view) => policy.classes[view].parts.held), [
    [["videos", NOW, NOW + HOUR, "limit"]],
    undefined,
  ]);
});

Deno.test("a category with a limit is at least monitored, and stays blocked if it was", () => {
  const choice = (value: string) => ({
    choices: [{ scope: "all", kind: "category" as const, key: "games", value, schedule: "" }],
  });
  const people = [{ personId: 2, enabled: false, grid: "", limited: ["games" as const] }];
  const codes = (value: string) => {
    const { classes, devices } = compiled({ people }, choice(value));
    return PEOPLE.map((_, i) => classes[devices.scopes![`person:${i + 1}`]].parts.lists[0]);
  };
  assert.deepEqual(codes("allow").slice(1, 3), [2, 0]);
  assert.deepEqual(codes("block").slice(1, 3), [1, 1]);
});

Deno.test("a cut of everyone closes each class, but not this machine", () => {
  const cut = { whom: "all", from: NOW, to: NOW + HOUR } as const;
  const policy = compiled({ cuts: [cut] }, { newDevices: "held" });
  assert.deepEqual(policy.classes[0].parts.closed, [[NOW, NOW + HOUR, "cut"]]);
  const adult = policy.classes[policy.devices.scopes!["person:3"]];
  assert.deepEqual(adult.parts.closed, [[NOW, NOW + HOUR, "cut"]]);
  assert.notEqual(policy.classes[policy.devices.newcomers!].parts.closed, undefined);
  assert.deepEqual(policy.clients.map(({ prefix }) => prefix), ["127.0.0.0/8", "::1/128"]);
  for (const { class: number } of policy.clients) {
    assert.equal(policy.classes[number].parts.closed, undefined);
  }
  assert.deepEqual(compiled({}).clients, []);
});

Deno.test("a cut of children closes the profiles of minors alone", () => {
  const policy = compiled({ cuts: [{ whom: "children", from: NOW, to: NOW + HOUR }] });
  const closedOf = (scope: string) =>
    policy.classes[policy.devices.scopes![scope]].parts.closed !== undefined;
  assert.deepEqual(
    ["profile:child", "profile:teen", "profile:adult", "person:3"].map(closedOf),
    [true, true, false, false],
  );
  assert.equal(policy.classes[0].parts.closed, undefined);
  assert.deepEqual(policy.clients, []);
});
