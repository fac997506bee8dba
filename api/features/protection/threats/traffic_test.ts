import assert from "node:assert/strict";
import { drawNames, NAME_MAKERS } from "../../../../tests/support/random_names.ts";
import { createObservation } from "../../../../tests/support/observation.ts";
import type { Observation } from "../../../../resolver/protocol.ts";
import type { AlertToRaise } from "../../../events/alert_kinds.ts";
import { TrafficMonitor } from "./traffic.ts";

const START = Date.UTC(2026, 10, 27);
const MINUTE = 60_000;
const CLIENT = "192.168.1.23";
const UNKNOWN = "192.168.1.99";

function bench() {
  const raised: AlertToRaise[] = [];
  const asked: string[] = [];
  const world = { tells: true, days: 20, category: "" };
  const monitor = new TrafficMonitor({
    deviceAt: (address) => address === UNKNOWN ? 0 : 7,
    raise: (alert) => raised.push(alert),
    ageOf(domain) {
      asked.push(domain);
      return Promise.resolve(world.days);
    },
    tellsBeacons: () => world.tells,
    categoryOf: () => world.category,
  });
  /** Queries every ten minutes for nearly seven hours: one window. */
  const beacon = async (change: Partial<Observation> = {}) => {
    for (let i = 0; i < 40; i++) {
      const time = START + i * 10 * MINUTE;
      const seen = createObservation({ client: CLIENT, name: "c2.orders-x.com", ...change, time });
      monitor.observe([seen, { ...seen, type: 28, time: time + 3 }]);
    }
    await Promise.resolve();
  };
  const missing = (names: readonly string[], change: Partial<Observation> = {}) =>
    monitor.observe(
      names.map((name, i) =>
        createObservation({ client: CLIENT, rcode: 3, name, ...change, time: START + i * 1000 })
      ),
    );
  return { raised, asked, world, monitor, beacon, missing };
}

Deno.test("A beacon of a young domain is reported with its interval, whatever its answers", async () => {
  for (const status of ["answered", "cached", "stale", "blocked", "failed"] as const) {
    const { raised, asked, beacon } = bench();
    await beacon({ status });
    assert.deepEqual(asked, ["orders-x.com"], status);
    assert.deepEqual(raised, [
      { kind: "beacon", deviceId: 7, name: "orders-x.com", detail: "600" },
    ]);
  }
});

Deno.test("A domain of 180 days or of unknown age is not reported", async () => {
  for (const [days, alerts] of [[179, 1], [180, 0], [-1, 0], [0, 1]] as const) {
    const { raised, world, beacon } = bench();
    world.days = days;
    await beacon();
    assert.equal(raised.length, alerts, String(days));
  }
});

Deno.test("Local names, unknown devices and queries of pages are no beacons", async () => {
  for (
    const change of [
      { status: "local" },
      { client: UNKNOWN },
      { transport: "ask" },
      { name: "printer.lan" },
      { name: "com" },
    ] as const
  ) {
    const { raised, asked, beacon } = bench();
    await beacon(change);
    assert.deepEqual([raised, asked], [[], []], JSON.stringify(change));
  }
});

Deno.test("The age of a domain of a private subject is not asked", async () => {
  const { raised, asked, world, beacon } = bench();
  world.category = "adult";
  await beacon();
  assert.deepEqual([raised, asked], [[], []]);
});

Deno.test("Nothing is followed while beacons are off, and what was seen before is forgotten", async () => {
  const { raised, asked, world, monitor, beacon } = bench();
  const ask = (minutes: number) =>
    monitor.observe([
      createObservation({
        client: CLIENT,
        name: "orders-x.com",
        time: START - 12 * 60 * MINUTE + minutes * MINUTE,
      }),
    ]);
  for (let i = 0; i < 36; i++) ask(i * 10);
  world.tells = false;
  ask(360);
  world.tells = true;
  ask(370);
  await Promise.resolve();
  assert.deepEqual([raised, asked], [[], []]);
  world.tells = false;
  await beacon();
  assert.deepEqual(asked, []);
});

Deno.test("An age that arrives after beacons were switched off raises nothing", async () => {
  const { raised, asked, world, beacon } = bench();
  const done = beacon();
  world.tells = false;
  await done;
  assert.equal(asked.length, 1);
  assert.deepEqual(raised, []);
});

const NAMES = drawNames(NAME_MAKERS[0], 14, 1);

Deno.test("A burst of random names is reported by device, or by address", () => {
  const { raised, missing } = bench();
  missing(NAMES.map((name) => `www.${name}`));
  missing(NAMES, { client: UNKNOWN, status: "cached" });
  assert.deepEqual(raised, [
    { kind: "random_names", deviceId: 7, detail: "|12" },
    { kind: "random_names", deviceId: 0, detail: `${UNKNOWN}|12` },
  ]);
});

Deno.test("Bursts are reported while beacons are off", () => {
  const { raised, world, missing } = bench();
  world.tells = false;
  missing(NAMES);
  assert.equal(raised.length, 1);
});

Deno.test("Blocked names, failures, answers, and names of the home are no burst", () => {
  for (
    const change of [
      { status: "blocked" },
      { status: "local" },
      { transport: "ask" },
      { rcode: 2, status: "failed" },
      { rcode: 0 },
    ] as const
  ) {
    const { raised, missing } = bench();
    missing(NAMES, change);
    assert.deepEqual(raised, [], JSON.stringify(change));
  }
  const { raised, missing } = bench();
  const labels = NAMES.map((name) => name.split(".")[0]);
  // Chrome's probes, alone and with the search domain of a home and of a company.
  missing(labels);
  missing(labels.map((label) => `${label}.lan`));
  missing(labels.map((label) => `${label}.home.arpa`));
  missing(labels.map((label) => `${label}.office.company-x.com`));
  assert.deepEqual(raised, []);
});
