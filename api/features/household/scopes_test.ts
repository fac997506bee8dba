import assert from "node:assert/strict";
import { type DeviceView, Scopes } from "./scopes.ts";

const device = (change: Partial<DeviceView>): DeviceView => ({
  name: "",
  personId: 0,
  people: [],
  groupId: 0,
  known: true,
  macs: ["02:00:00:00:00:01"],
  ...change,
});

const scopes = new Scopes({
  ready: () => Promise.resolve(),
  people: new Map([[1, { name: "Emma", profile: "child" }], [2, {
    name: "Anna",
    profile: "adult",
  }]]),
  groups: new Map([[1, { name: "Office" }]]),
  devices: new Map([
    [1, device({ name: "Tablet", people: [1, 2] })],
    [2, device({ personId: 2, groupId: 1 })],
    [3, device({ known: false, groupId: 9 })],
  ]),
}, (id) => id === 2 ? "printer.lan" : undefined);

Deno.test("a scope is covered by wider ones, and a shared device by those of each person", async () => {
  const lines = async (scope: string) =>
    (await scopes.find(scope))?.lines.map((line) => line.join(" "));
  assert.deepEqual(await lines("all"), ["all"]);
  assert.deepEqual(await lines("profile:teen"), ["profile:teen all"]);
  assert.deepEqual(await lines("group:1"), ["group:1 all"]);
  assert.deepEqual(await lines("person:1"), ["person:1 profile:child all"]);
  assert.deepEqual(await lines("device:2"), ["device:2 person:2 profile:adult group:1 all"]);
  assert.deepEqual(await lines("device:1"), [
    "device:1 person:1 profile:child all",
    "device:1 person:2 profile:adult all",
  ]);
  assert.deepEqual((await scopes.find("device:1"))?.profiles, ["child", "adult"]);
  assert.deepEqual(await lines("device:3"), ["device:3 group:9 all"]);
});

Deno.test("a scope of an unknown person is not found", async () => {
  for (const scope of ["", "nobody", "person:9", "group:2", "device:77", "person:01"]) {
    assert.equal(await scopes.find(scope), undefined, scope);
  }
});

Deno.test("scopes are found by name, and an unnamed device by its announced name", async () => {
  const all = (await scopes.list("", 50)).map(({ scope, name }) => name || scope);
  assert.deepEqual(all, [
    "all",
    "profile:child",
    "profile:teen",
    "profile:adult",
    "Office",
    "Anna",
    "Emma",
    "Tablet",
    "printer.lan",
  ]);
  assert.deepEqual((await scopes.list("e", 2)).map(({ name }) => name), ["Office", "Emma"]);
  assert.deepEqual([...await scopes.names(["person:1", "device:3", "group:8"])], [
    ["person:1", "Emma"],
    ["device:3", "02:00:00:00:00:01"],
    ["group:8", "group:8"],
  ]);
});

Deno.test("list() returns the first of thousands of devices, ordered by name", async () => {
  const many = new Map(
    Array.from({ length: 3000 }, (_, i) => [i + 1, device({ name: `n${i * 7919 % 3000 + 1000}` })]),
  );
  const crowd = new Scopes({
    ready: () => Promise.resolve(),
    people: new Map(),
    groups: new Map(),
    devices: many,
  });
  const found = (await crowd.list("n", 50)).map(({ name }) => name);
  assert.deepEqual(found, Array.from({ length: 50 }, (_, i) => `n${i + 1000}`));
});
