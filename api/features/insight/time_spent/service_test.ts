import assert from "node:assert/strict";
import { createObservation } from "../../../../tests/support/observation.ts";
import { addressOf } from "../../../../tests/support/usage_scene.ts";
import { SimulatedTime } from "../../../../tests/support/simulated_time.ts";
import { ServiceNames } from "../../../../policy/snapshot/service_names.ts";
import type { Observation } from "../../../../resolver/protocol.ts";
import { type Database, DatabaseUnavailableError } from "../../../store/database.ts";
import { openDatabase } from "../../../store/open.ts";
import { offsetOf } from "../../../system/zone_offset.ts";
import { subjectOf } from "../subject.ts";
import { TimeSpent } from "./service.ts";
import { testRuntime } from "../../../../tests/support/test_runtime.ts";

const STEP = 300_000;
const DAY = 86_400_000;
/** Devices 7 and 8 belong to person 2; 9 is shared. */
const PERSONS: Readonly<Record<number, number>> = { 7: 2, 8: 2 };

class Bench {
  readonly state = { known: true, keeps: true, gone: false };
  readonly logged: string[] = [];
  readonly spent: TimeSpent;

  constructor(readonly db: Database, readonly time: SimulatedTime, zone: string) {
    const subject = subjectOf(new ServiceNames(), {
      categoryOfList: () => "adult",
      categoryOfService: () => "",
    });
    const unless = <T>(work: () => Promise<T>) =>
      this.state.gone ? Promise.reject(new DatabaseUnavailableError("gone")) : work();
    this.spent = new TimeSpent({
      database: {
        ...db,
        all: (...of) => unless(() => db.all(...of)),
        run: (...of) => unless(() => db.run(...of)),
        batch: (all) => unless(() => db.batch(all)),
        close: () => db.close(),
      },
      deviceAt: (address) => Number(address.split(".")[3]),
      personOf: (device) => PERSONS[device] ?? 0,
      keepsClients: () => this.state.keeps,
      subjectOf: subject,
      offset: offsetOf(zone),
      known: () => this.state.known,
      runtime: testRuntime({
        now: time.now,
        after: (ms, run) => {
          const timer = time.after(ms, run);
          return () => time.cancel(timer);
        },
        log: (_, text) => void this.logged.push(text),
      }),
    });
  }

  ask(device: number, ...names: (string | Partial<Observation>)[]): void {
    this.spent.observe(names.map((name) => ({
      ...createObservation({ client: addressOf(device), time: this.time.now() }),
      ...(typeof name === "string" ? { name } : name),
    })));
  }

  /** Returns `key minutes` of a subject on a day, sorted. */
  async of(subject: string, day = this.spent.day()): Promise<string[]> {
    const rows = await this.spent.spent([subject], { first: day, last: day });
    return rows.map(({ key, minutes }) => `${key} ${minutes}`).sort();
  }
}

async function withBench(
  test: (bench: Bench) => Promise<void>,
  start = "2026-11-21T14:00:00Z",
  zone = "Europe/Paris",
) {
  const folder = await Deno.makeTempDir();
  const workerUrl = new URL("../../../store/thread.ts", import.meta.url);
  const db = await openDatabase({ name: "stats", path: `${folder}/stats.db`, workerUrl });
  try {
    const bench = new Bench(db, new SimulatedTime(Date.parse(start)), zone);
    await test(bench);
    bench.state.gone = false;
    await bench.spent.close();
  } finally {
    await db.close();
    await Deno.remove(folder, { recursive: true });
  }
}

Deno.test("a step counts from three sites, of a category and a service from the second name", () =>
  withBench(async (bench) => {
    bench.ask(7, "www.roblox.com", { name: "www.roblox.com", type: 28 }, {
      name: "www.roblox.com",
      type: 65,
    });
    assert.deepEqual(await bench.of("device:7"), []);
    bench.ask(7, "apis.roblox.com");
    assert.deepEqual(await bench.of("device:7"), ["category:games 5", "service:roblox 5"]);
    bench.ask(7, "www.example.com", "www.example.org", "www.example.net");
    assert.deepEqual(await bench.of("device:7"), [" 5", "category:games 5", "service:roblox 5"]);
    assert.deepEqual(await bench.of("person:2"), [" 5", "category:games 5", "service:roblox 5"]);
    await bench.time.pass(STEP);
    bench.ask(7, "www.spotify.com", "api.spotify.com", "i.scdn.co");
    assert.deepEqual(await bench.of("person:2"), [
      " 10",
      "category:games 5",
      "service:roblox 5",
      "service:spotify 5",
    ]);
  }));

Deno.test("two devices at the same time count once for their person; a shared one counts for no person", () =>
  withBench(async (bench) => {
    for (const device of [7, 8, 9]) {
      bench.ask(device, "a.example.com", "b.example.com", "c.example.com");
    }
    assert.deepEqual(await bench.of("person:2"), [" 5"]);
    assert.deepEqual(await bench.of("device:8"), [" 5"]);
    assert.deepEqual(await bench.of("device:9"), [" 5"]);
  }));

Deno.test("blocked, local, sensitive and test queries are no time spent", () =>
  withBench(async (bench) => {
    const sensitive = { list: 1, rule: "||x^", origin: "list:1" };
    bench.ask(7, { name: "a.example.com", status: "blocked" }, {
      name: "b.example.com",
      status: "failed",
    });
    bench.ask(7, "printer", "nas.lan", "5.1.168.192.in-addr.arpa", {
      name: "box.example.com",
      status: "local",
    });
    bench.ask(7, { name: "c.example.com", transport: "ask" });
    assert.deepEqual(await bench.of("device:7"), []);
    bench.ask(
      7,
      ...["a", "b", "c"].map((label) => ({ name: `${label}.adult.example`, ...sensitive })),
    );
    assert.deepEqual(await bench.of("device:7"), [" 5"], "time, and nobody is told of what");
    bench.ask(0, "a.example.com", "b.example.com", "c.example.com");
    bench.state.keeps = false;
    bench.ask(8, "a.example.com", "b.example.com", "c.example.com");
    bench.state.keeps = true;
    bench.state.known = false;
    bench.ask(8, "a.example.com", "b.example.com", "c.example.com");
    assert.deepEqual(await bench.of("device:8"), []);
  }));

Deno.test("days follow the local time of the household", () =>
  withBench(async (bench) => {
    assert.equal(bench.spent.day(), "2026-11-21");
    bench.ask(7, "a.example.com", "b.example.com", "c.example.com");
    await bench.time.pass(STEP);
    bench.ask(7, "a.example.com", "b.example.com", "c.example.com");
    assert.deepEqual([bench.spent.day(), bench.spent.day(1)], ["2026-11-22", "2026-11-21"]);
    assert.deepEqual([await bench.of("device:7"), await bench.of("device:7", "2026-11-21")], [[
      " 5",
    ], [" 5"]]);
  }, "2026-11-21T22:55:00Z"));

Deno.test("time counted while the database is unavailable is written later", () =>
  withBench(async (bench) => {
    bench.state.gone = true;
    for (let step = 0; step < 4; step++) {
      bench.ask(7, "a.example.com", "b.example.com", "c.example.com");
      await bench.time.pass(STEP);
    }
    await assert.rejects(bench.of("device:7"), DatabaseUnavailableError);
    bench.state.gone = false;
    assert.deepEqual(await bench.of("device:7"), [" 20"]);
    assert.deepEqual(bench.logged, []);
  }));

Deno.test("merged devices add up, and removed people and old days are deleted", () =>
  withBench(async (bench) => {
    assert.equal(await bench.spent.since(), "");
    for (const device of [7, 9]) {
      bench.ask(device, "a.example.com", "b.example.com", "c.example.com");
    }
    await bench.spent.moveDevice(9, 7);
    assert.equal(await bench.spent.since(), bench.spent.day());
    assert.deepEqual([await bench.of("device:7"), await bench.of("device:9")], [[" 10"], []]);
    await bench.spent.forget(["person:2"]);
    assert.deepEqual(await bench.of("person:2"), []);
    for (let day = 0; day < 95; day++) {
      await bench.time.pass(DAY);
      if (day > 85) bench.ask(7, "a.example.com", "b.example.com", "c.example.com");
      await bench.spent.flush();
      await bench.spent.retain();
    }
    assert.deepEqual(await bench.of("device:7", "2026-11-21"), []);
    assert.deepEqual(await bench.of("device:7", bench.spent.day(3)), [" 5"]);
  }));

Deno.test("a flood of names and devices takes bounded memory", () =>
  withBench(async (bench) => {
    for (let round = 0; round < 60; round++) {
      bench.spent.observe(Array.from({ length: 1000 }, (_, at) =>
        createObservation({
          client: addressOf(round * 1000 + at),
          time: bench.time.now(),
          name: `n${round}-${at}.example.com`,
        })));
    }
    bench.ask(7, "a.example.com", "b.example.com", "c.example.com");
    await bench.spent.flush();
  }));
