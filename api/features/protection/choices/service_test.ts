import assert from "node:assert/strict";
import { LIMITS } from "../../../../policy/limits.ts";
import { DomainError, type ErrorCode } from "../../../schema/errors.ts";
import { openDatabase, type StoredDatabase } from "../../../store/open.ts";
import { ChoiceService } from "./service.ts";
import { testRuntime } from "../../../../tests/support/test_runtime.ts";

const MINUTE = 60_000;
const START = 1_800_000_000_000;

/** A service with its own database, clock and timers. */
class Bench {
  now = START;
  /** The pending timers, with the time at which each is due. */
  readonly timers = new Map<() => void, number>();
  published = 0;
  readonly service: ChoiceService;

  constructor(readonly db: StoredDatabase) {
    this.service = new ChoiceService({
      db,
      runtime: testRuntime({
        now: () => this.now,
        after: (ms, run) => {
          this.timers.set(run, this.now + ms);
          return () => void this.timers.delete(run);
        },
      }),
      protectedNames: () => ["box.home.arpa"],
      ended: () => void this.published++,
    });
  }

  static async run(test: (bench: Bench) => Promise<void>): Promise<void> {
    const folder = await Deno.makeTempDir();
    const workerUrl = new URL("../../../store/thread.ts", import.meta.url);
    const db = await openDatabase({ name: "box", path: `${folder}/box.db`, workerUrl });
    try {
      const bench = new Bench(db);
      await test(bench);
      bench.service.close();
      assert.equal(bench.timers.size, 0, "timers that nobody ended");
    } finally {
      await db.close();
      await Deno.remove(folder, { recursive: true });
    }
  }

  /** Advances time, timer by timer. */
  pass(ms: number): void {
    for (const end = this.now + ms;;) {
      const [next] = [...this.timers].sort(([, a], [, b]) => a - b);
      if (next === undefined || next[1] > end) return void (this.now = end);
      this.now = Math.max(this.now, next[1]);
      this.timers.delete(next[0]);
      next[0]();
    }
  }

  async paused(): Promise<string[]> {
    return (await this.service.rows()).pauses.map(({ scope }) => scope);
  }
}

function refused(code: ErrorCode, message: RegExp): (error: unknown) => boolean {
  return (error) =>
    error instanceof DomainError && error.code === code && message.test(error.message);
}

const CLUB = {
  id: "custom-club",
  name: " Club ",
  group: "social",
  domains: ["Club.example.", "club.example", "b.test.org"],
};

Deno.test("the choices of a scope are stored, replaced and removed", () =>
  Bench.run(async ({ service }) => {
    const choice = (key: string, value: string, schedule = "") => ({ key, value, schedule });
    await service.choose("all", "service", [
      choice("tiktok", "block", "1"),
      choice("roblox", "block"),
    ], "anna");
    await service.choose("person:1", "category", [choice("adult", "block")], "anna");
    await service.choose(
      "all",
      "service",
      [choice("tiktok", "allow"), choice("roblox", "")],
      "ben",
    );
    const tiktok = { scope: "all", kind: "service", key: "tiktok", value: "allow", schedule: "" };
    assert.deepEqual(await service.chosen("service"), [tiktok]);
    const adult = {
      scope: "person:1",
      kind: "category",
      key: "adult",
      value: "block",
      schedule: "",
    };
    assert.deepEqual((await service.rows()).choices, [tiktok, adult]);
  }));

Deno.test("too many choices are refused as a whole", () =>
  Bench.run(async ({ service, db }) => {
    const { most } = LIMITS.choices;
    await db.run(
      "with recursive n(i) as (select 1 union all select i + 1 from n where i < ?) insert into choices " +
        "select 'device:' || i, 'service', 'x', 'block', '', 0, '' from n",
      [most],
    );
    const one = { key: "x", value: "block", schedule: "" };
    await assert.rejects(
      service.choose("all", "service", [one], "anna"),
      refused("conflict", /20000 choices/),
    );
    await service.choose("device:1", "service", [{ ...one, value: "" }], "anna");
    await service.choose("all", "service", [one], "anna");
  }));

Deno.test("a service of the household is normalised, and removed with the choices about it", () =>
  Bench.run(async ({ service }) => {
    const kept = await service.setService(CLUB, "anna");
    assert.deepEqual([kept.name, kept.domains, kept.by], [
      "Club",
      ["club.example", "b.test.org"],
      "anna",
    ]);
    await service.choose(
      "all",
      "service",
      [{ key: "custom-club", value: "block", schedule: "" }],
      "anna",
    );
    assert.equal((await service.rows()).services.length, 1);
    assert.equal((await service.removeService("custom-club")).name, "Club");
    const { services, choices } = await service.rows();
    assert.deepEqual([services, choices], [[], []]);
    await assert.rejects(
      service.removeService("custom-club"),
      refused("not_found", /no service of your own: custom-club/),
    );
  }));

Deno.test("an invalid service, or one that would block the box, is refused", () =>
  Bench.run(async ({ service }) => {
    const wrong: readonly [object, RegExp][] = [
      [{ id: "tiktok" }, /is custom- and then/],
      [{ id: "custom-" }, /is custom- and then/],
      [{ id: "custom-A b" }, /is custom- and then/],
      [{ name: " " }, /1 to 64 characters/],
      [{ name: "a\u0007" }, /cannot have control characters/],
      [{ name: "a\u202eb" }, /cannot have control characters/],
      [{ domains: [] }, /1 to 200 domains/],
      [{ domains: ["a..b"] }, /not a domain name/],
      [{ domains: ["com"] }, /many owners/],
      [{ domains: ["home.arpa"] }, /the box itself/],
      [{ domains: Array.from({ length: 201 }, (_, i) => `n${i}.example`) }, /1 to 200 domains/],
    ];
    for (const [change, message] of wrong) {
      await assert.rejects(
        service.setService({ ...CLUB, ...change }, "anna"),
        refused("bad_value", message),
      );
    }
    for (let i = 0; i < LIMITS.services.most; i++) {
      await service.setService({ ...CLUB, id: `custom-${i}` }, "anna");
    }
    await assert.rejects(
      service.setService(CLUB, "anna"),
      refused("conflict", /100 services of your own/),
    );
    assert.equal(
      (await service.setService({ ...CLUB, id: "custom-7", name: "Seven" }, "ben")).name,
      "Seven",
    );
  }));

Deno.test("a pause ends at its time, with a callback", () =>
  Bench.run(async (bench) => {
    await bench.service.pause("all", START + 10 * MINUTE, "anna");
    await bench.service.pause("device:1", START + 90 * MINUTE, "anna");
    assert.deepEqual(await bench.paused(), ["all", "device:1"]);
    bench.pass(10 * MINUTE - 1);
    assert.equal(bench.published, 0);
    bench.pass(1);
    assert.equal(bench.published, 1);
    assert.deepEqual(await bench.paused(), ["device:1"]);
    await bench.service.endPause("device:1");
    assert.deepEqual(await bench.paused(), []);
    await assert.rejects(
      bench.service.endPause("device:1"),
      refused("not_found", /Nothing is paused for: device:1/),
    );
    bench.pass(120 * MINUTE);
    assert.equal(bench.published, 1);
  }));

Deno.test("a pause needs a valid duration and scope", () =>
  Bench.run(async ({ service }) => {
    await assert.rejects(
      service.pause("profile:baby", START + MINUTE, ""),
      refused("bad_value", /not for: profile:baby/),
    );
    await assert.rejects(service.pause("all", START, ""), refused("bad_value", /in the past/));
    await assert.rejects(
      service.pause("all", START + 1441 * MINUTE, ""),
      refused("bad_value", /at most 1440 minutes/),
    );
    await service.pause("all", START + 1440 * MINUTE, "anna");
    const second = await service.pause("all", START + MINUTE, "ben");
    assert.deepEqual(await service.pauses(), [second]);
  }));

Deno.test("ending a pause can restore the one that it replaced", () =>
  Bench.run(async (bench) => {
    const { service } = bench;
    const first = await service.pause("all", START + 60 * MINUTE, "anna");
    await service.pause("all", START + 10 * MINUTE, "ben");
    assert.deepEqual(await service.endPause("all", true), first);
    assert.deepEqual(await service.pauses(), [first]);
    // A restored pause ends like any other, and cannot be restored again.
    assert.equal(await service.endPause("all", true), undefined);
    assert.deepEqual(await service.pauses(), []);

    await service.pause("all", START + 5 * MINUTE, "anna");
    await service.pause("all", START + 60 * MINUTE, "ben");
    bench.now = START + 6 * MINUTE;
    assert.equal(
      await service.endPause("all", true),
      undefined,
      "the one before would be over by now",
    );
    await service.pause("all", START + 30 * MINUTE, "anna");
    await service.pause("all", START + 60 * MINUTE, "ben");
    assert.equal(await service.endPause("all"), undefined, "it was ended, not taken back");
    assert.deepEqual(await service.pauses(), []);
  }));

Deno.test("a pause ends when the clock is set ahead or back", () =>
  Bench.run(async (bench) => {
    await bench.service.pause("all", START + 60 * MINUTE, "anna");
    await bench.service.rows();
    bench.now = START - 5 * 60 * MINUTE;
    for (const run of [...bench.timers.keys()]) {
      bench.timers.delete(run);
      run();
    }
    assert.equal(bench.published, 1);
    assert.deepEqual(await bench.paused(), []);
    bench.now = START;
    assert.deepEqual(await bench.paused(), []);
    await bench.service.pause("all", START + 60 * MINUTE, "anna");
    bench.now = START - 30_000;
    assert.deepEqual(await bench.paused(), ["all"]);
    bench.now = START + 3 * 60 * MINUTE;
    for (const run of [...bench.timers.keys()]) {
      bench.timers.delete(run);
      run();
    }
    assert.equal(bench.published, 2);
    assert.deepEqual(await bench.paused(), []);
  }));
