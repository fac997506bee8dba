import assert from "node:assert/strict";
import { LIMITS } from "../../../../policy/limits.ts";
import type { Observation } from "../../../../resolver/protocol.ts";
import { TUNNEL_SHAPES } from "../../../../tests/support/tunnel_traffic.ts";
import type { AlertToRaise } from "../../../events/alert_kinds.ts";
import { openDatabase, type StoredDatabase } from "../../../store/open.ts";
import type { TunnelDetection } from "../../../settings/list.ts";
import { TunnelService } from "./service.ts";
import { createObservation } from "../../../../tests/support/observation.ts";
import { testRuntime } from "../../../../tests/support/test_runtime.ts";

const START = 1_795_000_000_000;
const DAY = 86_400_000;

/** A service with its own database, its clock and the raised alerts. */
class Bench {
  now = START;
  detection: TunnelDetection = "on";
  devices = new Map<string, number>();
  readonly alerts: AlertToRaise[] = [];
  readonly logged: string[] = [];
  published = 0;
  readonly service: TunnelService;

  constructor(readonly db: StoredDatabase) {
    this.service = this.open();
  }

  open(): TunnelService {
    return new TunnelService({
      db: this.db,
      runtime: testRuntime({ now: () => this.now, log: (_, text) => void this.logged.push(text) }),
      detection: () => this.detection,
      deviceAt: (address) => this.devices.get(address) ?? 0,
      raise: (alert) => void this.alerts.push(alert),
      caught: () => void this.published++,
    });
  }

  /** Sends queries of a dnscat2 tunnel from an address, and waits for the result. */
  async tunnel(
    { client = "192.168.1.23", seed = 1, queries = 30, service = this.service } = {},
  ): Promise<void> {
    const shape = TUNNEL_SHAPES.find(({ name }) => name === "dnscat2, fast transfer")!;
    let left = queries;
    const batch: Observation[] = [];
    for (const { query } of shape.traffic(seed)) {
      if (left-- === 0) break;
      batch.push(observation({ ...query, client, time: this.now + batch.length }));
    }
    service.observe(batch);
    await service.flush();
  }

  static async run(test: (bench: Bench) => Promise<void>): Promise<void> {
    const folder = await Deno.makeTempDir();
    const workerUrl = new URL("../../../store/thread.ts", import.meta.url);
    const db = await openDatabase({ name: "box", path: `${folder}/box.db`, workerUrl });
    try {
      const bench = new Bench(db);
      await test(bench);
      await bench.service.flush();
    } finally {
      await db.close();
      await Deno.remove(folder, { recursive: true });
    }
  }
}

function observation(given: Partial<Observation>): Observation {
  return createObservation({ time: START, name: "example.com", ...given });
}

Deno.test("a tunnel is stored, reported with the address, and published once", () =>
  Bench.run(async (bench) => {
    await bench.tunnel();
    const [row, ...others] = await bench.service.list();
    assert.equal(others.length, 0);
    assert.deepEqual([row.who, row.domain, row.allowed], ["192.168.1.23", "cdn-sync.co.uk", false]);
    assert.ok(row.score > 80 && row.evidence.length > 100 && row.evidence.names >= 8);
    assert.deepEqual(bench.alerts[0], {
      kind: "tunnel",
      deviceId: 0,
      name: "cdn-sync.co.uk",
      detail: "blocked|192.168.1.23",
    });
    assert.equal(bench.published, 1);
    assert.deepEqual(await bench.service.rows(), [{
      who: "192.168.1.23",
      domain: "cdn-sync.co.uk",
    }]);
    assert.deepEqual(bench.logged, []);
  }));

Deno.test("a tunnel of a known device has the number of the device", () =>
  Bench.run(async (bench) => {
    bench.devices.set("192.168.1.23", 7);
    await bench.tunnel();
    assert.deepEqual(await bench.service.rows(), [{ who: "device:7", domain: "cdn-sync.co.uk" }]);
    assert.deepEqual([bench.alerts[0].deviceId, bench.alerts[0].detail], [7, "blocked|"]);
  }));

Deno.test("a tunnel moves from its address to the device once that is known, but not to a much later one", () =>
  Bench.run(async (bench) => {
    await bench.tunnel();
    await bench.tunnel({ client: "192.168.1.24", seed: 2 });
    bench.devices.set("192.168.1.23", 7);
    assert.deepEqual(await bench.service.rows(), [
      { who: "192.168.1.24", domain: "rare-name.net" },
      { who: "device:7", domain: "cdn-sync.co.uk" },
    ]);
    await bench.tunnel({ seed: 3 });
    assert.equal((await bench.service.list()).length, 2);
    bench.now += DAY;
    bench.devices.set("192.168.1.24", 8);
    assert.deepEqual((await bench.service.rows()).map(({ who }) => who), [
      "192.168.1.24",
      "device:7",
    ]);
  }));

Deno.test("A tunnel caught at an address raises no second alert when its device becomes known", () =>
  Bench.run(async (bench) => {
    const ofDevices = () => bench.alerts.filter(({ deviceId = 0 }) => deviceId !== 0);
    await bench.tunnel();
    assert.ok(bench.alerts.length > 0);

    bench.devices.set("192.168.1.23", 7);
    await bench.tunnel({ seed: 3 });
    assert.deepEqual(ofDevices(), []);

    bench.now += 2 * 3_600_000;
    await bench.service.forget("cdn-sync.co.uk");
    await bench.tunnel({ seed: 5 });
    assert.ok(ofDevices().length > 0, "a later one is new");
  }));

Deno.test("told alone, a tunnel is neither blocked nor published; not looked for, nothing is kept", () =>
  Bench.run(async (bench) => {
    bench.detection = "off";
    await bench.tunnel();
    assert.equal((await bench.service.list()).length, 0);
    bench.detection = "tell";
    await bench.tunnel({ seed: 2 });
    assert.deepEqual(await bench.service.rows(), []);
    assert.equal((await bench.service.list()).length, 1);
    assert.equal(bench.published, 0);
    assert.equal(bench.alerts[0].detail, "told|192.168.1.23");
    bench.detection = "on";
    assert.equal((await bench.service.rows()).length, 1);
  }));

Deno.test("an allowed domain is not detected again, also after a restart, until block() revokes that", () =>
  Bench.run(async (bench) => {
    await bench.tunnel();
    await bench.service.allow("cdn-sync.co.uk");
    assert.deepEqual(await bench.service.rows(), []);
    await bench.tunnel({ client: "192.168.1.50", seed: 3 });
    const again = bench.open();
    await again.rows();
    await bench.tunnel({ client: "192.168.1.51", seed: 5, service: again });
    assert.equal((await bench.service.list()).length, 1);
    await bench.service.block("cdn-sync.co.uk");
    assert.equal((await bench.service.rows()).length, 1);
    await bench.tunnel({ client: "192.168.1.50", seed: 7 });
    assert.equal((await bench.service.rows()).length, 2);
  }));

Deno.test("a removed domain is detected again, and an unknown one is refused", () =>
  Bench.run(async (bench) => {
    await bench.tunnel();
    await bench.service.forget("cdn-sync.co.uk");
    assert.deepEqual(await bench.service.list(), []);
    await bench.tunnel({ seed: 3 });
    assert.equal((await bench.service.list()).length, 1);
    for (const act of ["allow", "block", "forget"] as const) {
      await assert.rejects(bench.service[act]("other.example"), {
        code: "not_found",
      });
    }
  }));

Deno.test("a tunnel expires a month after its last query, including blocked queries", () =>
  Bench.run(async (bench) => {
    await bench.tunnel();
    await bench.tunnel({ seed: 2, client: "192.168.1.60" });
    bench.now += 20 * DAY;
    const asked = observation({
      time: bench.now,
      status: "blocked",
      reason: "tunnel",
      origin: "tunnel:cdn-sync.co.uk",
    });
    bench.service.observe([asked, asked]);
    await bench.service.flush();
    bench.now += 15 * DAY;
    assert.deepEqual(await bench.service.rows(), [{
      who: "192.168.1.23",
      domain: "cdn-sync.co.uk",
    }]);
    await bench.service.allow("cdn-sync.co.uk");
    bench.now += 300 * DAY;
    await bench.service.rows();
    assert.equal((await bench.service.list()).length, 1);
  }));

Deno.test("a flood of tunnels evicts the oldest ones of the same client", () =>
  Bench.run(async (bench) => {
    const { rows, rowsPerClient } = LIMITS.tunnels;
    const values = Array.from(
      { length: rows + 50 },
      (_, i) => `('10.0.${i >> 8}.${i & 255}','d${i}.example',90,${i},${i},'{}',0)`,
    );
    await bench.db.run(`insert into tunnels values ${values.join(",")}`);
    const own = Array.from(
      { length: rowsPerClient + 10 },
      (_, i) => `('192.168.1.23','own${i}.example',90,${START},${START - i},'{}',0)`,
    );
    await bench.db.run(`insert into tunnels values ${own.join(",")}`);
    await bench.tunnel();
    const all = await bench.service.list();
    const mine = all.filter(({ who }) => who === "192.168.1.23");
    assert.equal(all.length, rows);
    assert.equal(mine.length, rowsPerClient);
    assert.equal(mine[0].domain, "cdn-sync.co.uk");
    assert.equal(mine.some(({ domain }) => domain === `own${rowsPerClient + 9}.example`), false);
    assert.equal(bench.published, 1);
  }));

Deno.test("without database nothing throws, and detected tunnels are still reported", () =>
  Bench.run(async (bench) => {
    await bench.db.run("drop table tunnels");
    await bench.tunnel();
    assert.equal(bench.alerts.length > 0, true);
    assert.equal(bench.published, 0);
    assert.match(bench.logged[0], /^Tunnels that were caught could not be kept: /);
  }));
