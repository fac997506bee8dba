import assert from "node:assert/strict";
import { DatabaseUnavailableError } from "../../../store/database.ts";
import { openDatabase, type StoredDatabase } from "../../../store/open.ts";
import type { StoredQuery } from "../stored_query.ts";
import { Statistics, type StatisticsContext } from "./service.ts";
import { testRuntime } from "../../../../tests/support/test_runtime.ts";

const NOW = Date.UTC(2026, 10, 21, 12, 30);
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

function seen(over: Partial<StoredQuery> = {}): StoredQuery {
  const empty = {
    reason: "",
    origin: "",
    spyware: "",
    rule: "",
    answer: "",
    list: -1,
    device: 0,
    category: "",
    service: "",
  };
  return {
    ...empty,
    time: NOW,
    duration: 100,
    client: "192.168.1.2",
    transport: "udp",
    name: "www.example.com",
    type: 1,
    rcode: 0,
    status: "answered",
    upstream: "9.9.9.9",
    size: 60,
    ...over,
  };
}
const blocked = (over: Partial<StoredQuery> = {}) =>
  seen({ status: "blocked", reason: "list", list: 3, name: "ads.example", upstream: "", ...over });

/** A box whose queries are counted by its resolver and observed, each at its time. */
class Asked extends Statistics {
  readonly #clock: { now: number };
  readonly #totals = {
    queries: 0,
    byStatus: {},
    byTransport: {},
    byReason: {},
    byRcode: {},
    byType: {},
  };

  constructor(context: StatisticsContext, clock: { now: number }) {
    super(context);
    this.#clock = clock;
  }

  ask(batch: readonly StoredQuery[]): void {
    const { now } = this.#clock;
    const grow = (of: Record<string, number>, key: string) => void (of[key] = (of[key] ?? 0) + 1);
    for (const question of batch) {
      this.#totals.queries++;
      grow(this.#totals.byStatus, question.status);
      grow(this.#totals.byTransport, question.transport);
      grow(this.#totals.byReason, question.reason);
      grow(this.#totals.byRcode, String(question.rcode));
      grow(this.#totals.byType, String(question.type));
      this.#clock.now = question.time;
      this.count(this.#totals);
      this.observe([question]);
    }
    this.#clock.now = now;
  }
}

async function withStatistics(
  act: (make: () => Asked, clock: { now: number }, database: StoredDatabase) => Promise<void>,
): Promise<void> {
  const folder = await Deno.makeTempDir({ prefix: "box-stats-" });
  const workerUrl = new URL("../../../store/thread.ts", import.meta.url);
  const database = await openDatabase({ name: "stats", path: `${folder}/stats.db`, workerUrl });
  const clock = { now: NOW };
  const make = () =>
    new Asked({
      database,
      runtime: testRuntime({
        now: () => clock.now,
        log: (_level, text) => assert.fail(text),
        after: () => () => {},
      }),
      settings: () => ({ statistics_days: 730, journal_flush: 0 }),
    }, clock);
  try {
    await act(make, clock, database);
  } finally {
    await database.close();
    await Deno.remove(folder, { recursive: true });
  }
}

Deno.test("a summary has the counts of every dimension in its period", () =>
  withStatistics(async (make) => {
    const statistics = make();
    statistics.ask([
      seen(),
      seen({ type: 28, duration: 300 }),
      blocked(),
      seen({ time: NOW - 2 * HOUR }),
    ]);
    const hour = await statistics.summary("hour");
    assert.deepEqual([hour.queries, hour.blocked, hour.averageDuration], [3, 1, 167]);
    assert.deepEqual(hour.counts.status, { answered: 2, blocked: 1 });
    assert.deepEqual(hour.counts.type, { "1": 2, "28": 1 });
    assert.deepEqual([hour.counts.reason, hour.counts.list], [{ list: 1 }, { "3": 1 }]);
    assert.equal((await statistics.summary("day")).queries, 4);
    assert.equal((await statistics.summary("year")).queries, 4);
  }));

Deno.test("counters add up over flushes and restarts, and a series has every step", () =>
  withStatistics(async (make) => {
    for (let i = 0; i < 3; i++) {
      const statistics = make();
      statistics.ask([seen({ time: NOW - i * MINUTE }), blocked()]);
      await statistics.close();
    }
    const points = await make().series("hour");
    assert.equal(points.length, 60);
    assert.deepEqual(points.slice(-3).map(({ queries, blocked }) => [queries, blocked]), [[1, 0], [
      1,
      0,
    ], [4, 3]]);
    assert.deepEqual((await make().series("day")).at(-1), {
      at: NOW / 1000 - 1800,
      queries: 6,
      blocked: 3,
    });
    assert.equal((await make().series("year", 60)).length, 1500);
  }));

Deno.test("increases of the resolver's totals are counted, also over a restart of a worker", () =>
  withStatistics(async (make) => {
    const statistics = make();
    const totals = (queries: number, blocked: number) => ({
      queries,
      byStatus: { blocked, answered: queries - blocked },
      byTransport: { udp: queries },
      byReason: { "": queries - blocked, list: blocked },
      byRcode: {},
      byType: {},
    });
    for (const [queries, blocked] of [[100, 40], [100, 40], [150, 50], [7, 2]]) {
      statistics.count(totals(queries, blocked));
    }
    statistics.count(totals(1000, 0), 1);
    const { queries, blocked: stopped, counts } = await statistics.summary("hour");
    assert.deepEqual([queries, stopped, counts.reason], [1157, 52, { list: 52 }]);
  }));

Deno.test("rankings add up over hours, survive a restart, and are stored by day", () =>
  withStatistics(async (make, clock, database) => {
    const first = make();
    first.ask([seen({ time: NOW - HOUR }), seen({ time: NOW - HOUR }), seen(), blocked()]);
    await first.close();
    const second = make();
    second.ask([seen(), seen({ name: "other.example", client: "" })]);
    assert.deepEqual(await second.top("name", "day"), [
      { key: "www.example.com", count: 4 },
      { key: "ads.example", count: 1 },
      { key: "other.example", count: 1 },
    ]);
    assert.deepEqual(await second.top("name", "hour", 1), [{ key: "www.example.com", count: 2 }]);
    assert.deepEqual(await second.top("blocked", "week"), [{ key: "ads.example", count: 1 }]);
    assert.deepEqual(await second.top("client", "month"), [{ key: "192.168.1.2", count: 5 }]);
    clock.now += DAY;
    await second.rollup();
    await second.rollup();
    await database.run("delete from tops where step = 3600");
    assert.deepEqual(await second.top("name", "week", 1), [{ key: "www.example.com", count: 4 }]);
  }));

Deno.test("clients have queries, blocked queries and times, and a single client a series", () =>
  withStatistics(async (make, clock, database) => {
    const first = make();
    const other = { client: "fd00::7" };
    first.ask([
      seen({ time: NOW - HOUR }),
      seen(),
      blocked(),
      blocked(other),
      seen({ client: "" }),
    ]);
    await first.close();
    const second = make();
    second.ask([seen({ time: NOW + 5000 })]);
    assert.deepEqual(await second.clients("day"), [
      { address: "192.168.1.2", queries: 4, blocked: 1, lastSeen: NOW / 1000 + 5 },
      { address: "fd00::7", queries: 1, blocked: 1, lastSeen: NOW / 1000 },
    ]);
    assert.equal((await second.clients("day", 1)).length, 1);
    assert.deepEqual(await second.top("blocked_client", "day"), [{ key: "192.168.1.2", count: 1 }, {
      key: "fd00::7",
      count: 1,
    }]);
    const day = await second.client("192.168.1.2", "day");
    assert.deepEqual([day.queries, day.blocked, day.series.length], [4, 1, 24]);
    assert.deepEqual(day.series.slice(-2).map(({ queries, blocked }) => [queries, blocked]), [[
      1,
      0,
    ], [3, 1]]);
    assert.deepEqual((await second.client("192.168.1.2", "hour")).series, [{
      at: NOW / 1000 - 1800,
      queries: 3,
      blocked: 1,
    }]);
    assert.equal((await second.client("10.0.0.1", "week")).queries, 0);
    clock.now += 10 * DAY;
    await second.rollup();
    assert.equal((await second.client("fd00::7", "month")).queries, 1);
    clock.now += 730 * DAY;
    for (let day = 0; day < 800; day++) await second.rollup();
    assert.deepEqual(await database.all("select * from clients"), []);
  }));

Deno.test("a period can end earlier, and is read by days when its hours were deleted", () =>
  withStatistics(async (make, clock) => {
    const statistics = make();
    const midnight = NOW - 12.5 * HOUR;
    statistics.ask([
      seen({ time: midnight - HOUR }),
      blocked({ time: midnight - 2 * HOUR }),
      seen(),
    ]);
    const before = midnight / 1000;
    const { from, to, queries, blocked: stopped } = await statistics.summary("day", before);
    assert.deepEqual([from, to, queries, stopped], [before - 86_400, before, 2, 1]);
    assert.equal((await statistics.series("day", undefined, before)).at(-2)!.blocked, 1);
    assert.deepEqual(await statistics.top("blocked", "day", 10, before), [{
      key: "ads.example",
      count: 1,
    }]);
    await statistics.rollup();
    for (let day = 0; day < 12; day++) {
      clock.now += DAY;
      await statistics.rollup();
    }
    assert.deepEqual(await statistics.top("blocked", "day", 10, before), [{
      key: "ads.example",
      count: 1,
    }]);
    assert.equal((await statistics.client("192.168.1.2", "day", before)).queries, 2);
  }));

Deno.test("the rollup deletes minutes after days and hours after weeks, and keeps days", () =>
  withStatistics(async (make, clock) => {
    const statistics = make();
    statistics.ask([seen()]);
    for (let day = 0; day < 40; day++) {
      clock.now += DAY;
      await statistics.rollup();
    }
    assert.equal((await statistics.summary("year")).queries, 1);
    clock.now = NOW;
    assert.deepEqual([
      (await statistics.summary("hour")).queries,
      (await statistics.summary("day")).queries,
    ], [0, 0]);
  }));

Deno.test("after a clock jump queries are counted at the new time", () =>
  withStatistics(async (make, clock) => {
    const statistics = make();
    for (const time of [NOW, 0, NOW + 1000 * DAY, NOW, -5000]) {
      clock.now = time;
      statistics.ask([seen({ time })]);
      await statistics.rollup();
    }
    clock.now = NOW;
    statistics.ask([seen()]);
    // The jump of 1,000 days deleted none of the earlier data.
    assert.deepEqual(await statistics.top("name", "hour"), [{ key: "www.example.com", count: 3 }]);
    assert.equal((await statistics.summary("hour")).queries, 3);
  }));

Deno.test("counts stay pending while the database cannot be used, and none is lost", () =>
  withStatistics(async (make, clock, database) => {
    let broken = true;
    const refuse = () => Promise.reject(new DatabaseUnavailableError("broken"));
    const statistics = new Asked({
      database: { ...pass(database), batch: (all) => broken ? refuse() : database.batch(all) },
      runtime: testRuntime({ now: () => clock.now, log: () => {}, after: () => () => {} }),
      settings: () => ({ statistics_days: 730, journal_flush: 0 }),
    }, clock);
    for (let i = 0; i < 3000; i++) {
      statistics.ask([seen({ time: NOW - i * MINUTE })]);
      if (i % 500 === 0) await statistics.flush();
    }
    broken = false;
    assert.equal((await statistics.summary("month")).queries, 3000);
    assert.equal((await make().summary("month")).queries, 3000);
  }));

function pass(database: StoredDatabase) {
  return {
    all: database.all.bind(database),
    run: database.run.bind(database),
    close: () => Promise.resolve(),
  };
}

Deno.test("rankings are written at every sixth flush and on read, counters at each flush", () =>
  withStatistics(async (_, clock, database) => {
    const timers: (() => void)[] = [];
    const statistics = new Asked({
      database,
      runtime: testRuntime({
        now: () => clock.now,
        log: (_level, text) => assert.fail(text),
        after: (_ms, run) => {
          timers.push(run);
          return () => timers.pop();
        },
      }),
      settings: () => ({ statistics_days: 730, journal_flush: 0 }),
    }, clock);
    const written = async () => {
      const [{ queries, names }] = await database.all(
        "select (select sum(count) from counters where step = 60 and dimension = 'total') as queries, " +
          "(select sum(count) from tops where kind = 'name') as names",
      );
      return [queries, names];
    };
    const flushed: unknown[] = [];
    for (let i = 0; i < 7; i++) {
      if (i < 4) statistics.ask([seen()]);
      for (const run of timers.splice(0)) run();
      for (let turn = 0; turn < 3; turn++) await database.all("select 1");
      flushed.push(await written());
    }
    assert.deepEqual(flushed, [[1, null], [2, null], [3, null], [4, null], [4, null], [4, 4], [
      4,
      4,
    ]]);
    assert.deepEqual(timers, []);
    statistics.ask([seen()]);
    assert.deepEqual(await statistics.top("name", "hour"), [{ key: "www.example.com", count: 5 }]);
    assert.deepEqual(await written(), [5, 5]);
  }));

Deno.test("rankings whose write failed are written at the next flush", () =>
  withStatistics(async (_, clock, database) => {
    let broken = true;
    const batch: StoredDatabase["batch"] = (all) =>
      broken ? Promise.reject(new DatabaseUnavailableError("broken")) : database.batch(all);
    const all: StoredDatabase["all"] = (sql, args) => database.all(sql, args);
    const statistics = new Asked({
      database: { ...database, all, batch },
      runtime: testRuntime({ now: () => clock.now, after: () => () => {}, log: assert.fail }),
      settings: () => ({ statistics_days: 730, journal_flush: 0 }),
    }, clock);
    statistics.ask([seen()]);
    await statistics.flush();
    broken = false;
    assert.deepEqual(await statistics.top("name", "hour"), [{ key: "www.example.com", count: 1 }]);
  }));

Deno.test("with minutes between two writes, counters and rankings are written together at that time", () =>
  withStatistics(async (_, clock, database) => {
    const timers: [ms: number, run: () => void][] = [];
    const statistics = new Asked({
      database,
      runtime: testRuntime({
        now: () => clock.now,
        log: (_level, text) => assert.fail(text),
        after: (ms, run) => {
          timers.push([ms, run]);
          return () => timers.pop();
        },
      }),
      settings: () => ({ statistics_days: 730, journal_flush: 15 }),
    }, clock);
    statistics.ask([seen()]);
    assert.deepEqual(timers.map(([ms]) => ms), [15 * MINUTE]);
    for (const [, run] of timers) run();
    for (let left = 200; left > 0; left--) {
      const [{ counted, ranked }] = await database.all(
        "select (select count(*) from counters) as counted, (select count(*) from tops) as ranked",
      );
      if (Number(counted) > 0 && Number(ranked) > 0) return;
      await new Promise((later) => setTimeout(later, 20));
    }
    assert.fail("the counters and the rankings are not written");
  }));
