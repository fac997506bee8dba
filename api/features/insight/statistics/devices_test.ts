import assert from "node:assert/strict";
import { QUERY } from "../../../../tests/support/journal_scene.ts";
import { openDatabase } from "../../../store/open.ts";
import type { StoredQuery } from "../stored_query.ts";
import { Statistics } from "./service.ts";
import { testRuntime } from "../../../../tests/support/test_runtime.ts";

const NOW = Date.UTC(2026, 10, 21, 12, 30);
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const seen = (over: Partial<StoredQuery> = {}): StoredQuery => ({
  ...QUERY,
  time: NOW,
  device: 3,
  category: "",
  service: "",
  ...over,
});

async function withStatistics(
  act: (statistics: Statistics, clock: { now: number }) => Promise<void>,
): Promise<void> {
  const folder = await Deno.makeTempDir({ prefix: "box-stats-" });
  const workerUrl = new URL("../../../store/thread.ts", import.meta.url);
  const database = await openDatabase({ name: "stats", path: `${folder}/stats.db`, workerUrl });
  const clock = { now: NOW };
  const context = {
    runtime: testRuntime({ now: () => clock.now, log: assert.fail, after: () => () => {} }),
  };
  const statistics = new Statistics({
    database,
    ...context,
    settings: () => ({ statistics_days: 730, journal_flush: 0 }),
  });
  try {
    await act(statistics, clock);
    await statistics.close();
  } finally {
    await database.close();
    await Deno.remove(folder, { recursive: true });
  }
}

const counts = (queries: number, blocked = 0) => ({ queries, blocked });

Deno.test("each device has its queries, blocks, categories and services, by hours and days", () =>
  withStatistics(async (statistics) => {
    statistics.observe([
      seen(),
      seen({ time: NOW - 2 * HOUR, status: "blocked", category: "games" }),
      seen({ time: NOW - 3 * DAY }),
      seen({ device: 4, status: "blocked", category: "games", service: "roblox" }),
      seen({ device: 0 }),
    ]);
    const day = await statistics.eachDevice([3, 4, 9], "day");
    assert.deepEqual([...day], [[3, { queries: 2, blocked: 1 }], [4, { queries: 1, blocked: 1 }]]);
    assert.deepEqual((await statistics.eachDevice([0], "day")).get(0), { queries: 1, blocked: 0 });
    assert.deepEqual(await statistics.everyDevice("day"), new Map([[0, counts(1)], ...day]));
    assert.deepEqual(
      await statistics.everyDevice("hour"),
      new Map([0, 3, 4].map((id) => [
        id,
        counts(1, id === 4 ? 1 : 0),
      ])),
    );
    assert.deepEqual(
      await statistics.everyDevice("week"),
      await statistics.eachDevice([0, 3, 4], "week"),
    );
    assert.deepEqual(await statistics.everyDevice("day", 3600), new Map());
    const both = await statistics.devices([3, 4], "day");
    assert.deepEqual([both.queries, both.blocked, both.series.length], [3, 2, 24]);
    assert.deepEqual([both.categories, both.services], [{ games: 2 }, { roblox: 1 }]);
    assert.deepEqual(both.series.slice(-3).map(({ queries, blocked }) => [queries, blocked]), [
      [1, 1],
      [0, 0],
      [2, 1],
    ]);
    assert.deepEqual([
      (await statistics.devices([3], "hour")).queries,
      (await statistics.devices([], "day")).queries,
    ], [
      ...[1, 0],
    ]);
    const week = await statistics.devices([3], "week");
    assert.deepEqual([week.queries, week.series.length], [3, 7]);
    assert.equal((await statistics.devices([3], "week", 3600)).series.length, 7 * 24);
    const { category, service } = (await statistics.summary("day")).counts;
    assert.deepEqual([category, service], [{ games: 2 }, { roblox: 1 }]);
  }));

Deno.test("names that are left out are neither counted nor ranked", () =>
  withStatistics(async (statistics) => {
    statistics.observe([seen({ name: "", status: "blocked", category: "adult" }), seen()]);
    assert.deepEqual(await statistics.top("name", "day"), [{ key: "www.example.com", count: 1 }]);
    assert.deepEqual(await statistics.top("blocked", "day"), []);
    assert.deepEqual((await statistics.devices([3], "day")).categories, { adult: 1 });
  }));

Deno.test("hours of devices are deleted after some days, days stay, and merging adds the counts", () =>
  withStatistics(async (statistics, clock) => {
    statistics.observe([seen(), seen({ device: 4 }), seen({ device: 4, time: NOW - HOUR })]);
    await statistics.moveDevice(4, 3);
    assert.deepEqual([...await statistics.eachDevice([3, 4], "day")], [[3, {
      queries: 3,
      blocked: 0,
    }]]);
    for (let day = 0; day < 12; day++) {
      clock.now += DAY;
      await statistics.rollup();
    }
    assert.equal((await statistics.devices([3], "month")).queries, 3);
    assert.equal((await statistics.devices([3], "day", undefined, NOW / 1000 + 3600)).queries, 0);
  }));

Deno.test("ten thousand devices in a minute are counted exactly, for any number of pending counts", () =>
  withStatistics(async (statistics) => {
    const ids = Array.from({ length: 10_000 }, (_, i) => i + 1);
    for (let hour = 0; hour < 12; hour++) {
      statistics.observe(ids.map((device) => seen({ device, time: NOW - hour * HOUR })));
    }
    const each = await statistics.eachDevice(ids, "week");
    assert.deepEqual(await statistics.everyDevice("week"), each);
    assert.equal([...each.values()].reduce((all, { queries }) => all + queries, 0), 120_000);
  }));
