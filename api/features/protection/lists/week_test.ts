import assert from "node:assert/strict";
import type { Right } from "../../../http/rights.ts";
import { DatabaseUnavailableError } from "../../../store/database.ts";
import { FOR_EVERYONE, type StoredReach } from "./reach.ts";
import { previewBlocked, readPassedNames } from "./week.ts";
import { testRuntime } from "../../../../tests/support/test_runtime.ts";

const PASSED = {
  scoped: false,
  since: 1_790_000_000,
  complete: true,
  names: [
    { name: "b.example", count: 3 },
    { name: "a.example", count: 30 },
    { name: "well.example", count: 90 },
  ],
};
const BLOCKED = ["a.example", "b.example"];
const by = (...rights: Right[]) => ({ rights: new Set(rights) });
const week = (category: string, ...rights: Right[]) =>
  previewBlocked(PASSED, { blocked: BLOCKED, category }, true, by(...rights));

Deno.test("accounts with access to reports see names, others see counts", () => {
  assert.deepEqual(week("", "reports.read"), {
    journal: "on",
    since: 1_790_000_000,
    complete: true,
    scoped: false,
    queries: 33,
    names: 2,
    top: [{ name: "a.example", count: 30 }, { name: "b.example", count: 3 }],
  });
  const { top, ...counts } = week("", "rules.write");
  assert.deepEqual([top, counts.queries, counts.names], [undefined, 33, 2]);
});

Deno.test("no names of a sensitive category are shown", () => {
  assert.equal(week("adult", "reports.read").top, undefined);
  assert.equal(week("social", "reports.read").top?.length, 2);
});

Deno.test("an unreadable journal is reported, and the rest is returned", async () => {
  const gone = () => Promise.reject(new DatabaseUnavailableError("gone"));
  const services = {
    journal: { passedNames: gone },
    lists: { list: () => Promise.resolve([]) },
    askers: { devices: () => [], privateDevices: () => [] },
    runtime: testRuntime({ now: () => 0 }),
  } as unknown as Parameters<typeof readPassedNames>[0];
  assert.equal(await readPassedNames(services, FOR_EVERYONE, by("reports.read")), undefined);
  const { journal, queries } = previewBlocked(
    undefined,
    { blocked: [], category: "" },
    true,
    by("reports.read"),
  );
  assert.deepEqual([journal, queries], ["unavailable", 0]);
});

Deno.test("the preview counts those whom the list is for, in its hours", async () => {
  const people = new Map([[1, { profile: "child" }], [2, { profile: "adult" }]]);
  const device = (id: number, more: object) => ({
    id,
    personId: 0,
    people: [],
    groupId: 0,
    ...more,
  });
  const asked: Record<string, unknown>[] = [];
  const services = {
    journal: {
      passedNames: (query: Record<string, unknown>) => {
        asked.push(query);
        return Promise.resolve(PASSED);
      },
    },
    lists: { list: () => Promise.resolve([]), quartersOn: () => [7, 8] },
    askers: {
      devices: () => [
        device(1, { personId: 1 }),
        device(2, { personId: 2 }),
        device(3, { people: [1, 2] }),
        device(4, { groupId: 5 }),
      ],
      device: () => undefined,
      person: (id: number) => people.get(id),
      privateDevices: () => [],
      privateUntil: () => ({ log: 0, reports: 0 }),
    },
    runtime: testRuntime({ now: () => 0 }),
  } as unknown as Parameters<typeof readPassedNames>[0];
  const wanted = async (reach: Partial<StoredReach>, ...rights: Right[]) => {
    const found = await readPassedNames(services, { ...FOR_EVERYONE, ...reach }, by(...rights));
    const { only, quarters } = asked.at(-1)!;
    return [found?.scoped, only, quarters];
  };
  const see = "reports.read";
  assert.deepEqual(await wanted({}, see), [false, undefined, undefined]);
  assert.deepEqual(await wanted({ scopes: ["profile:child"] }, see), [true, [1, 3], undefined]);
  assert.deepEqual(await wanted({ scopes: ["group:5"] }, see), [true, [4], undefined]);
  assert.deepEqual(await wanted({ except: ["person:2"] }, see), [true, [0, 1, 3, 4], undefined]);
  assert.deepEqual(await wanted({ schedule: "hours" }, see), [true, [0, 1, 2, 3, 4], [7, 8]]);
  // A list of one name would tell who asked it.
  assert.deepEqual(await wanted({ scopes: ["person:1"] }), [false, undefined, undefined]);
});
