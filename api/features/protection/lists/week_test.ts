import assert from "node:assert/strict";
import type { Right } from "../../../http/rights.ts";
import { DatabaseUnavailable } from "../../../store/database.ts";
import { previewBlocked, readPassedNames } from "./week.ts";
import { testRuntime } from "../../../../tests/support/test_runtime.ts";

const PASSED = {
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
  const gone = () => Promise.reject(new DatabaseUnavailable("gone"));
  const services = {
    journal: { passedNames: gone },
    lists: { list: () => Promise.resolve([]) },
    askers: { devices: () => [], privateDevices: () => [] },
    runtime: testRuntime({ now: () => 0 }),
  } as unknown as Parameters<typeof readPassedNames>[0];
  assert.equal(await readPassedNames(services), undefined);
  const { journal, queries } = previewBlocked(
    undefined,
    { blocked: [], category: "" },
    true,
    by("reports.read"),
  );
  assert.deepEqual([journal, queries], ["unavailable", 0]);
});
