import assert from "node:assert/strict";
import { LIMITS } from "../../../../policy/limits.ts";
import { DomainError, type ErrorCode } from "../../../schema/errors.ts";
import { openDatabase, type StoredDatabase } from "../../../store/open.ts";
import { daysKey, VacationService } from "./service.ts";
import { testRuntime } from "../../../../tests/support/test_runtime.ts";

const NOON = Date.UTC(2026, 10, 21, 12);
const DAY = 86_400_000;

interface Bench {
  now: number;
  changes: number;
  readonly db: StoredDatabase;
  service: VacationService;
  again(): VacationService;
}

async function withVacations(test: (bench: Bench) => Promise<void>): Promise<void> {
  const folder = await Deno.makeTempDir();
  const workerUrl = new URL("../../../store/thread.ts", import.meta.url);
  const db = await openDatabase({ name: "box", path: `${folder}/box.db`, workerUrl });
  const make = () =>
    new VacationService({
      db,
      runtime: testRuntime({ now: () => bench.now }),
      offset: () => 3_600_000,
    });
  const bench: Bench = { now: NOON, changes: 0, db, service: make(), again: make };
  bench.service.onChange(() => bench.changes++);
  try {
    await test(bench);
  } finally {
    await db.close();
    await Deno.remove(folder, { recursive: true });
  }
}

const refused = (code: ErrorCode, message: RegExp) => (error: unknown) =>
  error instanceof DomainError && error.code === code && message.test(error.message);
const words = (firstDay: string, lastDay: string, name?: string) => ({ firstDay, lastDay, name });
const brought = (
  firstDay: string,
  lastDay: string,
  name = "",
  key = daysKey({ firstDay, lastDay }),
) => ({
  firstDay,
  lastDay,
  name,
  key,
});

Deno.test("an added vacation is stored with its name, published, and kept over a restart", () =>
  withVacations(async (bench) => {
    const added = await bench.service.add(
      words("2026-12-19", "2027-01-03", "  Weih\u202enachten\n1 "),
      "anna",
    );
    assert.deepEqual([added.name, added.source, added.by, bench.changes], [
      "Weihnachten 1",
      "hand",
      "anna",
      1,
    ]);
    const days = [{ firstDay: "2026-12-19", lastDay: "2027-01-03" }];
    assert.deepEqual(await bench.service.rows(), days);
    assert.deepEqual(await bench.again().rows(), days);
    assert.equal((await bench.service.remove(added.id)).id, added.id);
    assert.deepEqual(await bench.again().rows(), []);
    await assert.rejects(
      bench.service.remove(added.id),
      refused("not_found", /no vacation with the number/),
    );
    assert.equal(bench.changes, 2);
  }));

Deno.test("invalid, reversed, endless and past days are refused", () =>
  withVacations(async ({ service }) => {
    for (
      const [first, last, message] of [
        ["2026-02-30", "2026-03-02", /2026-02-30$/],
        ["2026-12-19", "2027-01-32", /2027-01-32$/],
        ["", "2027-01-03", /write it as/],
        ["19.12.2026", "2027-01-03", /19\.12\.2026/],
        ["2027-01-03", "2026-12-19", /before the first/],
        ["2026-12-01", "2027-12-02", /at most 366 days, this one has: 367/],
        ["2026-01-01", "2026-02-01", /over for more than 60 days/],
      ] as const
    ) {
      await assert.rejects(
        service.add(words(first, last), "anna"),
        refused("bad_value", message),
        first,
      );
    }
    assert.equal(
      (await service.add(words("2026-12-01", "2027-12-01"), "anna")).lastDay,
      "2027-12-01",
    );
  }));

Deno.test("two vacations added by hand must not overlap, imported ones may", () =>
  withVacations(async ({ service }) => {
    await service.add(words("2026-12-19", "2027-01-03", "Christmas"), "anna");
    await assert.rejects(
      service.add(words("2027-01-03", "2027-01-05"), "anna"),
      refused("conflict", /Christmas, 2026-12-19 to 2027-01-03; change them$/),
    );
    await service.add(words("2027-01-04", "2027-01-05"), "anna");
    const outcome = await service.bring([brought("2026-12-20", "2027-01-02")], {
      source: "file",
      by: "anna",
    });
    assert.deepEqual(outcome, { added: 1, known: 0, removedByHand: 0 });
    await service.add(words("2026-12-18", "2026-12-18"), "anna");
    assert.equal((await service.list()).length, 4);
  }));

Deno.test("a removed imported vacation is not imported again, by key and by days, until it is long past", () =>
  withVacations(async (bench) => {
    const spring = brought("2027-03-29", "2027-04-11", "Spring", "service:0e0f3a4c");
    await bench.service.bring([spring], { source: "service", by: "anna" });
    await bench.service.remove((await bench.service.list())[0].id);
    for (
      const again of [
        spring,
        { ...spring, lastDay: "2027-04-12" },
        brought("2027-03-29", "2027-04-11"),
      ]
    ) {
      const outcome = await bench.again().bring([again], { source: "file", by: "anna" });
      assert.deepEqual(outcome, { added: 0, known: 0, removedByHand: 1 });
    }
    // It can be restored only by adding it by hand.
    const back = await bench.service.add(words("2027-03-29", "2027-04-11"), "anna");
    bench.now += 250 * DAY;
    await bench.service.remove(back.id);
    assert.deepEqual(await bench.db.all("select * from vacations_removed"), []);
  }));

Deno.test("a new response of the service replaces its vacations on the same days; others stay", () =>
  withVacations(async ({ service }) => {
    const bring = (...rows: Parameters<VacationService["bring"]>[0]) =>
      service.bring(rows, { source: "service", by: "x" });
    const days = async () =>
      (await service.list()).map(({ firstDay, lastDay }) => `${firstDay} ${lastDay}`);
    await bring(
      brought("2026-12-19", "2027-01-03", "Winter", "service:aaaaaaaa"),
      brought("2027-03-29", "2027-04-11", "Spring", "service:bbbbbbbb"),
      brought("2027-07-01", "2027-08-14", "Summer", "service:cccccccc"),
    );
    // Winter has other days, spring another key and other days, summer is no longer in the
    // response.
    const outcome = await bring(
      brought("2026-12-21", "2027-01-04", "Winter", "service:aaaaaaaa"),
      brought("2027-04-01", "2027-04-14", "Spring", "service:dddddddd"),
    );
    assert.deepEqual(outcome, { added: 2, known: 0, removedByHand: 0 });
    assert.deepEqual(await days(), [
      "2026-12-21 2027-01-04",
      "2027-04-01 2027-04-14",
      "2027-07-01 2027-08-14",
    ]);
    assert.equal((await bring(brought("2026-12-21", "2027-01-04"))).known, 1);
    // A removed vacation replaces nothing.
    await service.remove((await service.list())[0].id);
    await bring(brought("2026-12-30", "2027-01-09"), brought("2026-12-21", "2027-01-04"));
    assert.deepEqual((await days())[0], "2026-12-30 2027-01-09");
  }));

Deno.test("past vacations make room at the limit, and nothing is written when there is none", () =>
  withVacations(async (bench) => {
    const day = (number: number) => new Date(NOON + number * DAY).toISOString().slice(0, 10);
    const { most } = LIMITS.vacations;
    const single = (number: number) => brought(day(number), day(number));
    const bring = (rows: ReturnType<typeof single>[]) =>
      bench.service.bring(rows, { source: "file", by: "anna" });
    await bring(Array.from({ length: most }, (_, number) => single(2 * number)));
    await assert.rejects(bring([single(5), single(7)]), refused("conflict", /There can be 500/));
    await assert.rejects(
      bench.service.add(words(day(5), day(5)), "anna"),
      refused("conflict", /There can be 500/),
    );
    assert.equal((await bench.again().list()).length, most);
    bench.now += 200 * DAY;
    await bench.service.add(words(day(205), day(205)), "anna");
    assert.equal((await bench.db.all("select count(*) as n from vacations"))[0].n, most - 70 + 1);
  }));

Deno.test("today() is the local day, and vacations that ended 60 days ago are hidden", () =>
  withVacations(async (bench) => {
    await bench.service.add(words("2026-11-22", "2026-11-22"), "anna");
    bench.now = Date.UTC(2026, 10, 21, 23, 30);
    assert.equal(bench.service.today(), "2026-11-22");
    bench.now = Date.UTC(2027, 0, 21, 12);
    assert.equal((await bench.service.list()).length, 1);
    bench.now += DAY;
    assert.deepEqual(await bench.service.rows(), []);
  }));

Deno.test("a replaced database is read again, and published", () =>
  withVacations(async ({ db }) => {
    let replaced = () => {};
    const whenReplaced = (then: () => void) => void (replaced = then);
    const { all, run, batch } = db;
    const service = new VacationService({
      db: { all: all.bind(db), run: run.bind(db), batch: batch.bind(db), whenReplaced },
      runtime: testRuntime({ now: () => NOON }),
      offset: () => 0,
    });
    await service.add(words("2026-12-19", "2027-01-03"), "anna");
    const { promise, resolve } = Promise.withResolvers<void>();
    service.onChange(resolve);
    await db.run("delete from vacations");
    replaced();
    await promise;
    assert.deepEqual(await service.rows(), []);
  }));
