import assert from "node:assert/strict";
import {
  BLOCKED,
  DAY,
  NOW,
  QUERY,
  recordAll,
  withJournal,
} from "../../../../tests/support/journal_scene.ts";
import { PASSED_BOUNDS, passedNames } from "./passed_names.ts";

const WANTED = { since: NOW / 1000 - 7 * 86_400, except: [], allowLists: [] };

Deno.test("only names that passed are counted: not blocked, local, failed, allowed or older ones", () =>
  withJournal(async ({ journal }) => {
    const shop = { ...QUERY, name: "shop.example" };
    await recordAll(journal, [
      { ...shop, time: NOW - 8 * DAY },
      { ...shop, time: NOW - 6 * DAY },
      { ...shop, status: "cached" },
      { ...shop, status: "stale", device: 2 },
      { ...shop, device: 3 },
      { ...shop, status: "failed" },
      { ...shop, status: "local" },
      { ...shop, rule: "@@||shop.example^" },
      { ...shop, rule: "shop.example", list: 4 },
      { ...QUERY, name: "told.example", rule: "||told.example^", list: 5 },
      { ...QUERY, name: "", rule: "" },
      BLOCKED,
    ]);
    const found = await journal.passedNames({ ...WANTED, except: [3], allowLists: [4] });
    assert.deepEqual(found, {
      names: [
        { name: "shop.example", count: 3 },
        { name: "told.example", count: 1 },
      ],
      since: NOW / 1000 - 6 * 86_400,
      complete: true,
    });
  }));

Deno.test("names of some devices, and of some quarters of an hour, are counted alone", () =>
  withJournal(async ({ journal }) => {
    const at = (name: string, device: number, time: number) => ({ ...QUERY, name, device, time });
    const quarter = Math.floor(NOW / 900_000) - 8;
    const then = quarter * 900_000;
    await recordAll(journal, [
      at("a.example", 0, then),
      at("b.example", 2, then + 899_999),
      at("c.example", 2, then + 900_000),
      at("d.example", 3, then - 1),
    ]);
    const names = async (more: object) =>
      (await journal.passedNames({ ...WANTED, ...more })).names.map(({ name }) => name[0]).sort();
    assert.deepEqual(await names({ only: [0] }), ["a"]);
    assert.deepEqual(await names({ only: [2, 3] }), ["b", "c", "d"]);
    assert.deepEqual(await names({ quarters: [quarter] }), ["a", "b"]);
    assert.deepEqual(await names({ only: [2], quarters: [quarter] }), ["b"]);
    assert.deepEqual(await names({ only: [] }), []);
  }));

Deno.test("an empty journal counts nothing, since now", () =>
  withJournal(async ({ journal }) => {
    assert.deepEqual(await journal.passedNames(WANTED), {
      names: [],
      since: NOW / 1000,
      complete: true,
    });
  }));

Deno.test("counting stops at its time or name limit, and reports that", () =>
  withJournal(async ({ journal, database }) => {
    const rows = Array.from({ length: 30_000 }, (_, i) => ({
      ...QUERY,
      name: `n${Math.floor(i / 3)}.example`,
      time: NOW - (30_000 - i) * 1000,
    }));
    await recordAll(journal, rows);
    const all = await journal.passedNames(WANTED);
    assert.deepEqual([all.names.length, all.complete], [10_000, true]);
    assert.ok(all.names.every(({ count }) => count === 3));
    const few = { ...PASSED_BOUNDS, names: 100 };
    const bounded = await passedNames(database, WANTED, () => NOW, few);
    assert.deepEqual([bounded.names.length, bounded.complete], [100, false]);
    let clock = 0;
    const slow = await passedNames(database, WANTED, () => clock += 2000, {
      ...PASSED_BOUNDS,
      piece: 3000,
    });
    // Two pieces with the newest rows.
    assert.deepEqual([slow.names.length, slow.complete], [2000, false]);
    assert.equal(slow.since, NOW / 1000 - 6000);
  }));
