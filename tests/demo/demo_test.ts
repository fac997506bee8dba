import assert from "node:assert/strict";
import { isRecipient } from "../../api/features/box/backups/keys.ts";
import { socketClient } from "../../cli/socket.ts";
import { askOnce } from "../support/box_process.ts";
import { optionsOf } from "./demo.ts";
import { HOSTILE } from "./hostile.ts";
import { History } from "./history.ts";
import { DEVICES, PEOPLE } from "./household.ts";
import { decidedBy, DEMO_LISTS } from "./lists.ts";
import { FAILING, NAMES } from "./names.ts";
import { within } from "../support/whole_box.ts";
import { type Demo, QUIET_DEMO, startDemo } from "./start.ts";
import { hourOfAskings } from "./traffic.ts";

const HOUR = 3_600_000;
/** A Wednesday, at noon UTC. */
const WEDNESDAY = Date.UTC(2026, 10, 18, 12);

/** The response of a route over the local socket of a demonstration. */
// deno-lint-ignore no-explicit-any
async function get(dataDir: string, path: string): Promise<any> {
  return await socketClient(`${dataDir}/box.sock`).call("GET", `/api/v1/${path}`);
}

let quiet: Promise<Demo> | undefined;

/** A demonstration with one day and no traffic, shared by the tests that do not change it. */
function quietDemo(): Promise<Demo> {
  return quiet ??= startDemo({ ...QUIET_DEMO, days: 1, rate: 0 });
}

Deno.test.afterAll(async () => await (await quiet)?.close());

Deno.test("Six people have 25 devices, whose hours are days of 24", () => {
  assert.deepEqual([PEOPLE.length, DEVICES.length, new Set(DEVICES.map(({ name }) => name)).size], [
    6,
    25,
    25,
  ]);
  for (const { hours } of DEVICES) {
    assert.match(`${hours.school} ${hours.weekend}`, /^\d{24} \d{24}$/);
  }
});

Deno.test("A seed gives the same queries each time, and evenings are busier than nights", () => {
  const evening = hourOfAskings("a", WEDNESDAY + 6 * HOUR);
  const night = hourOfAskings("a", WEDNESDAY + 14 * HOUR);
  assert.deepEqual(hourOfAskings("a", WEDNESDAY + 6 * HOUR), evening);
  assert.notDeepEqual(hourOfAskings("b", WEDNESDAY + 6 * HOUR), evening);
  assert.ok(
    evening.length > 3 * night.length && night.length > 50,
    `${evening.length} and ${night.length}`,
  );
});

Deno.test("Invalid options are explained", () => {
  assert.throws(() => optionsOf(["--days", "many"]), /--days is a number up to 30: many/);
  const empty = optionsOf(["--empty", "--port", "9000"]);
  assert.ok(empty !== "help" && empty.days === 0 && empty.rate === 0 && empty.port === 9000);
});

/** The decision about a name, from a row of the journal. */
function deciding({ status, reason, origin, list, rule }: Record<string, unknown>): string {
  return JSON.stringify([
    status === "blocked" || status === "local" ? status : "resolved",
    reason,
    origin,
    list,
    rule,
  ]);
}

Deno.test("The box decides about every name of the demonstration as its history says", async () => {
  const demo = await quietDemo();
  const names = [...new Set(Object.values(NAMES).flat())].filter((name) => !FAILING.has(name));
  const history = new History({ upstreams: ["", ""], outages: [], until: Date.now() });
  history.lists = decidedBy(new Map(DEMO_LISTS.map((list, at) => [list, at + 1])));
  history.add(names.map((name) => ({ time: Date.now(), device: 0, name, type: 1 })));
  const decisions = new Map(
    history.drain(names.length).map((seen) => [seen.name, deciding({ ...seen })]),
  );
  const ask = async (name: string) => assert.ok(await askOnce(demo.dnsPort, name, 5000), name);
  for (let at = 0; at < names.length; at += 25) {
    await Promise.all(names.slice(at, at + 25).map(ask));
  }
  const seen = new Map<string, string>();
  for (let left = 50; seen.size < names.length && left > 0; left--) {
    const { entries } = await get(demo.dataDir, "queries?limit=1000&client=127.0.0.1");
    for (const entry of entries) seen.set(entry.name, deciding(entry));
    await new Promise((later) => setTimeout(later, 100));
  }
  assert.deepEqual(
    Object.fromEntries([...seen].sort()),
    Object.fromEntries([...decisions].sort()),
  );
});

Deno.test("A seeded box serves its full journal, statistics, lists and events", async () => {
  const demo = await startDemo({ ...QUIET_DEMO, days: 2, hostile: true, rate: 50 });
  try {
    const { entries } = await get(demo.dataDir, "queries?limit=1000");
    assert.equal(entries.length, 1000);
    const { queries, blocked, by, series } = await get(demo.dataDir, "statistics?period=week");
    assert.ok(
      queries > 20_000 && blocked > queries / 10 && blocked < queries / 2,
      `${blocked} of ${queries}`,
    );
    for (const status of ["answered", "blocked", "cached", "local", "failed"]) {
      assert.ok(by.status[status] > 0, status);
    }
    assert.equal(series.length, 7);
    for (const kind of ["names", "blocked", "clients", "upstreams"]) {
      const { top } = await get(demo.dataDir, `top?kind=${kind}&period=week&limit=10`);
      assert.ok(top.length >= (kind === "upstreams" ? 2 : 10), kind);
    }
    const { lists } = await get(demo.dataDir, "lists");
    const healths = new Set(lists.map(({ health }: { health: string }) => health));
    assert.deepEqual(["ok", "off", "failing", "held"].filter((health) => !healths.has(health)), []);
    const { alerts, open: unread } = await get(demo.dataDir, "alerts");
    assert.ok(unread > 3 && alerts.length > unread);
    const watched = (await get(demo.dataDir, "breaches")).addresses as { breaches: unknown[] }[];
    assert.deepEqual(watched.map(({ breaches }) => breaches.length), [0, 2, 0]);
    // What cannot be true at the same time is not shown.
    const kinds = alerts.map(({ kind }: { kind: string }) => kind);
    const { available } = await get(demo.dataDir, "updates");
    assert.equal(kinds.includes("update.available"), available !== null);
    const { key } = await get(demo.dataDir, "backups");
    assert.ok(await isRecipient(key.recipient), key.recipient);
    assert.ok((await get(demo.dataDir, "audit")).entries.length > 20);
    assert.equal((await get(demo.dataDir, "exports")).exports.length, 3);
    const encrypted = () => get(demo.dataDir, "dns-services");
    const { certificate } = await encrypted();
    assert.deepEqual([certificate.state, certificate.serving], ["ready", "dns.home.arpa"]);
    const answers = ({ listening }: { listening: string[] }) => listening.length === 1;
    const open = async () =>
      Object.values<{ listening: string[] }>((await encrypted()).protocols).every(answers);
    assert.ok(await within(20_000, open), "a protocol is not answered");
    assert.match((await get(demo.dataDir, "certificate")).fingerprint, /:/);
    assert.ok((await get(demo.dataDir, "tokens")).tokens.length > 3);
    const response = await fetch(`${demo.url}/api/v1/session`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ account: demo.account, password: demo.password }),
    });
    assert.deepEqual([response.status, (await response.json()).account.name], [200, demo.account]);
  } finally {
    await demo.close();
  }
});

Deno.test("Hostile names are valid, one of them of the maximum length", () => {
  assert.equal(HOSTILE.names[0].length, 253);
});

Deno.test("The six people and their devices exist in the box, and the journal has the device of each query", async () => {
  const demo = await quietDemo();
  const { people } = await get(demo.dataDir, "people");
  const { devices } = await get(demo.dataDir, "devices?limit=1000");
  assert.deepEqual(people.map(({ name }: { name: string }) => name), [...PEOPLE]);
  const named = new Set(devices.flatMap(({ addresses }: { addresses: string[] }) => addresses));
  assert.equal(
    [...named].filter((address) => String(address).startsWith("127.20.")).length,
    DEVICES.length,
  );
  const emma = people.find(({ name }: { name: string }) => name === "Emma");
  assert.deepEqual([emma.profile, emma.devices.length, emma.shared_devices.length], [
    "teen",
    3,
    1,
  ]);
  const { entries } = await get(demo.dataDir, `queries?limit=5&person=${emma.id}`);
  assert.ok(
    entries.length === 5 &&
      entries.every(({ person }: { person?: { name: string } }) => person?.name === "Emma"),
  );
});
