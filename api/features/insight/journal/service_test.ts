import assert from "node:assert/strict";
import fc from "fast-check";
import { type Database, DatabaseUnavailableError } from "../../../store/database.ts";
import {
  BLOCKED,
  DAY,
  NOW,
  QUERY,
  recordAll,
  withJournal,
} from "../../../../tests/support/journal_scene.ts";
import { Journal, type JournalObservation } from "./service.ts";
import { testRuntime } from "../../../../tests/support/test_runtime.ts";

/** What the journal keeps of an observation. */
const stored = ({ spyware: _, ...kept }: JournalObservation) => kept;

Deno.test("recorded entries are read back unchanged, newest first and page by page", () =>
  withJournal(async ({ journal, timers }) => {
    journal.record([QUERY, BLOCKED]);
    assert.equal(timers.length, 1, "it is written soon");
    const { entries } = await journal.recent();
    assert.deepEqual(entries.map(({ id: _, ...seen }) => seen), [BLOCKED, QUERY].map(stored));
    journal.record(Array.from({ length: 25 }, (_, i) => ({ ...QUERY, name: `n${i}.example` })));
    const first = await journal.recent({}, 20);
    const second = await journal.recent({}, 20, first.next);
    assert.deepEqual([first.entries.length, second.entries.length, second.next], [
      20,
      7,
      undefined,
    ]);
    assert.deepEqual(journal.counts(), { written: 27, skipped: 0, lost: 0 });
  }));

Deno.test("entries beyond the retention time are deleted with their names, entries from the future stay", () =>
  withJournal(async ({ journal, database, settings }) => {
    settings.journal_days = 7;
    journal.record([{ ...QUERY, time: NOW + 400 * DAY, name: "future.example" }]);
    await recordAll(
      journal,
      Array.from(
        { length: 12_000 },
        (_, i) => ({ ...QUERY, time: NOW - 8 * DAY, name: `old${i}.example` }),
      ),
    );
    journal.record([QUERY]);
    await journal.flush();
    assert.equal(await journal.retain(), 12_000);
    assert.deepEqual((await database.all("select name from names")).map(({ name }) => name), [
      "future.example",
      "www.example.com",
    ]);
    assert.equal(await journal.retain(), 0);
  }));

Deno.test("a clock a year ahead for some hours deletes no entry of the journal", () =>
  withJournal(async ({ journal, clock }) => {
    journal.record([{ ...QUERY, time: NOW - 80 * DAY, name: "old.example" }, QUERY]);
    await journal.flush();
    assert.equal(await journal.retain(), 0);
    clock.now = NOW + 365 * DAY;
    journal.record([{ ...QUERY, time: clock.now, name: "ahead.example" }]);
    for (let hour = 0; hour < 5; hour++) assert.equal(await journal.retain(), 0);
    assert.equal((await journal.recent()).entries.length, 3);
    clock.now = NOW;
    for (let day = 0; day < 15; day++, clock.now += DAY) await journal.retain();
    assert.deepEqual((await journal.recent()).entries.map(({ name, client }) => [name, client]), [
      ["ahead.example", "192.168.1.2"],
      ["www.example.com", "192.168.1.2"],
    ]);
  }));

Deno.test("a journal above its maximum size loses its oldest entries and shrinks its file", () =>
  withJournal(async ({ journal, database, settings }) => {
    settings.journal_max_mb = 2;
    await recordAll(
      journal,
      Array.from({ length: 40_000 }, (_, i) => ({ ...QUERY, name: `name-number-${i}.example` })),
    );
    assert.ok(await journal.retain() > 10_000);
    const [{ page_count }] = await database.all("pragma page_count");
    const [{ page_size }] = await database.all("pragma page_size");
    assert.ok(Number(page_count) * Number(page_size) <= 2_000_000, `pages: ${page_count}`);
    assert.equal((await journal.recent({}, 1)).entries[0].name, "name-number-39999.example");
  }));

Deno.test("deleting the logs empties the journal and the live view", () =>
  withJournal(async ({ journal, database }) => {
    journal.record([QUERY, BLOCKED]);
    await journal.flush();
    assert.equal((await journal.live({}, 10)).length, 2);
    assert.equal(await journal.deleteAll(), 2);
    assert.deepEqual([await journal.live({}, 10), (await journal.recent()).entries], [[], []]);
    assert.deepEqual(await database.all("select * from texts"), []);
    journal.record([QUERY]);
    assert.equal((await journal.recent()).entries.length, 1);
  }));

Deno.test("the live view has the last entries of five minutes, and followers get each batch", () =>
  withJournal(async ({ journal, settings, clock }) => {
    const got: number[] = [];
    const length = async () => (await journal.live({}, 1000)).length;
    const stop = journal.follow((batch) => got.push(batch.length));
    journal.follow(() => {
      throw new Error("gone");
    });
    for (let i = 0; i < 3; i++) {
      journal.record(Array.from({ length: 2000 }, () => i === 1 ? BLOCKED : QUERY));
    }
    assert.equal(await length(), 1000);
    const last = await journal.live({ status: "blocked" }, 3);
    assert.deepEqual(
      last.map(({ id, name }) => [id, name]),
      [3998, 3999, 4000].map((id) => [id, BLOCKED.name]),
    );
    const after = await journal.liveAfter(3999);
    assert.deepEqual([
      after.entries.length,
      after.entries[0].id,
      after.entries.at(-1)?.id,
      after.gap,
    ], [
      ...[2001, 4000, 6000],
      false,
    ]);
    clock.now += 5 * 60_000 + 1000;
    assert.equal(await length(), 0);
    assert.deepEqual(await journal.liveAfter(3999), { entries: [], gap: true });
    clock.now = NOW - DAY;
    assert.equal(await length(), 0);
    stop();
    settings.journal = false;
    journal.record([{ ...QUERY, time: clock.now }]);
    assert.deepEqual([got, await length()], [[2000, 2000, 2000], 0]);
  }));

Deno.test("an entry has the same unique number in the live view and in the journal", () =>
  withJournal(async ({ journal, database, settings }) => {
    const ids = (entries: readonly { id: number }[]) => entries.map(({ id }) => id);
    await journal.begin();
    journal.record([QUERY, BLOCKED]);
    assert.deepEqual([ids(await journal.live({}, 9)), ids((await journal.recent()).entries)], [[
      1,
      2,
    ], [2, 1]]);
    const { entries, gap } = await journal.liveAfter(1);
    assert.deepEqual([ids(entries), gap], [[2], false]);
    assert.deepEqual(await journal.liveAfter(2), { entries: [], gap: false });
    assert.deepEqual(await journal.liveAfter(70), { entries: [], gap: true });
    settings.journal = false;
    journal.record([QUERY]);
    assert.deepEqual(await journal.liveAfter(2), { entries: [], gap: true });
    settings.journal = true;
    await journal.deleteAll();
    journal.record([QUERY]);
    assert.deepEqual(ids((await journal.recent()).entries), [4]);
    // A box that restarts and cannot read the journal at first.
    const context = {
      runtime: testRuntime({ now: () => NOW, log: assert.fail, after: () => () => {} }),
      settings: () => settings,
    };
    let broken = true;
    const all: Database["all"] = (sql, args) =>
      broken ? Promise.reject(new DatabaseUnavailableError("broken")) : database.all(sql, args);
    const again = new Journal({
      ...context,
      database: { ...database, all, batch: (all) => database.batch(all) },
    });
    await again.begin();
    again.record([QUERY, QUERY]);
    broken = false;
    await again.flush();
    again.record([QUERY]);
    assert.deepEqual(ids((await again.recent()).entries), [10_007, 10_006, 10_005, 4]);
    assert.deepEqual((await again.liveAfter(2)).gap, true);
  }));

Deno.test("pending entries keep their numbers when entries between them are not recorded", () =>
  withJournal(async ({ journal, settings }) => {
    await journal.begin();
    for (const kept of [true, false, false, true, true]) {
      settings.journal = kept;
      journal.record([{ ...QUERY, name: `${kept}.example` }]);
    }
    const { entries } = await journal.recent();
    assert.deepEqual(entries.map(({ id }) => id), [5, 4, 1]);
  }));

Deno.test("entries beyond the capacity are skipped and counted", () =>
  withJournal(async ({ journal }) => {
    journal.record(Array.from({ length: journal.room + 500 }, () => QUERY));
    await journal.flush();
    assert.deepEqual(journal.counts(), { written: 8000, skipped: 500, lost: 0 });
  }));

Deno.test("without database entries are lost and counted, and nothing throws", async () => {
  const refuse = () => Promise.reject(new DatabaseUnavailableError("broken"));
  const journal = new Journal({
    database: { all: refuse, run: refuse, batch: refuse, close: () => Promise.resolve() },
    runtime: testRuntime({ now: () => NOW, log: () => {}, after: () => () => {} }),
    settings: () => ({ journal: true, journal_days: 90, journal_max_mb: 100, journal_flush: 0 }),
  });
  journal.record([QUERY, QUERY]);
  await journal.flush();
  assert.deepEqual(journal.counts(), { written: 0, skipped: 0, lost: 2 });
  await assert.rejects(journal.recent(), DatabaseUnavailableError);
});

Deno.test("any text in an observation is written and read back", () =>
  withJournal(async ({ journal }) => {
    const text = fc.string({ unit: "grapheme", maxLength: 20 }).filter((value) =>
      !value.includes("\0")
    );
    const seen = fc.record({
      name: text,
      client: text,
      rule: text,
      origin: text,
      upstream: text,
      answer: text,
    });
    const batches = fc.sample(fc.array(seen, { minLength: 50, maxLength: 50 }), {
      seed: 3,
      numRuns: 4,
    });
    for (const batch of batches) {
      journal.record(batch.map((fields) => ({ ...QUERY, ...fields })));
      const { entries } = await journal.recent({}, 50);
      assert.deepEqual(
        entries.reverse().map(({ id: _, ...entry }) => entry),
        batch.map((fields) => stored({ ...QUERY, ...fields })),
      );
    }
    await journal.recent({ name: "'; drop table queries; --%_\\" });
  }));

Deno.test("entries wait for the chosen minutes, less when they are many or the choice becomes shorter", async () => {
  const timers = new Map<() => void, number>();
  const batches: number[] = [];
  const settings = { journal: true, journal_days: 90, journal_max_mb: 100, journal_flush: 15 };
  const journal = new Journal({
    database: {
      all: () => Promise.resolve([{ newest: 0 }]),
      run: () => Promise.resolve({ changes: 0, lastId: 0 }),
      batch: () => Promise.resolve(void batches.push(journal.counts().written)),
      close: () => Promise.resolve(),
    },
    runtime: testRuntime({
      now: () => NOW,
      log: assert.fail,
      after: (ms, run) => {
        timers.set(run, ms);
        return () => timers.delete(run);
      },
    }),
    settings: () => settings,
  });
  const waits = () => [...timers.values()];
  journal.record([QUERY]);
  journal.record([QUERY]);
  assert.deepEqual([waits(), batches], [[15 * 60_000], []]);
  settings.journal_flush = 20;
  journal.record([QUERY]);
  assert.deepEqual(waits(), [15 * 60_000]);
  settings.journal_flush = 0;
  journal.record([QUERY]);
  assert.deepEqual(waits(), [3000]);
  for (const [run] of timers) run();
  await journal.flush();
  assert.deepEqual([journal.counts().written, batches.length], [4, 1]);

  settings.journal_flush = 60;
  journal.record(Array.from({ length: 4000 }, () => QUERY));
  await journal.flush();
  assert.equal(journal.counts().written, 4004);
  // What is asked for is written before, and so is everything at the end.
  journal.record([QUERY]);
  await journal.close();
  assert.equal(journal.counts().written, 4005);
});
