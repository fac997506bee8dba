import assert from "node:assert/strict";
import { DEFAULT_RESOLVER_SETTINGS } from "../../../../policy/snapshot/settings.ts";
import { openInProcess } from "../../../../tests/support/in_process_database.ts";
import { createObservation } from "../../../../tests/support/observation.ts";
import { testRuntime } from "../../../../tests/support/test_runtime.ts";
import type { AlertToRaise } from "../../../events/alert_kinds.ts";
import { Alerts } from "../../../events/alerts.ts";
import type { DomainAge } from "./ages.ts";
import { LookalikeService, mostVisited } from "./service.ts";
import { LookalikeTables } from "./table.ts";

const NOW = Date.UTC(2026, 10, 27);
const DAY = 86_400_000;
const FAKE = "xn--pypal-4ve.com";

function bench(names: readonly { key: string; count: number }[] = []) {
  const db = openInProcess("box", ":memory:");
  const world = {
    now: NOW,
    names,
    blocked: [] as { key: string; count: number }[],
    age: { days: -1, until: NOW + 3_600_000 } as DomainAge,
    allowed: [] as string[],
    typos: true,
    published: 0,
  };
  const runtime = testRuntime({ now: () => world.now, after: () => () => {}, log: () => {} });
  const alerts = new Alerts({ db, runtime, dayOf: () => "2026-11-27", days: () => 90 });
  const raised: AlertToRaise[] = [];
  const sentAges: unknown[][] = [];
  let wanted = (_domain: string) => {};
  const service = new LookalikeService({
    tables: new LookalikeTables(db),
    ages: { find: () => Promise.resolve(world.age) },
    resolver: {
      onAgeWanted: (listener) => void (wanted = listener),
      tellAge: (...given) => void sentAges.push(given),
    },
    alerts,
    settings: () => ({
      ...DEFAULT_RESOLVER_SETTINGS,
      lookalikeAllowed: world.allowed,
      lookalikeTypos: world.typos,
    }),
    mostAsked: (kind) => Promise.resolve(kind === "name" ? world.names : world.blocked),
    deviceAt: (address) => address === "192.168.1.30" ? 3 : 0,
    raise(alert) {
      raised.push(alert);
      alerts.raise(alert);
    },
    changed: () => void world.published++,
    runtime,
  });
  const close = async () => {
    await alerts.close();
    await db.close();
  };
  return {
    world,
    service,
    raised,
    sentAges,
    alerts,
    close,
    want: (domain: string) => wanted(domain),
  };
}

const blocked = (name: string, imitates: string) =>
  createObservation({
    client: "192.168.1.30",
    status: "blocked",
    reason: "lookalike",
    origin: `lookalike:${imitates}`,
    name,
  });
const reportOf = (name: string, imitates: string) =>
  createObservation({
    client: "192.168.1.30",
    status: "answered",
    origin: `lookalike:${imitates}`,
    name,
  });

Deno.test("observe() raises alerts about the domain: reported, blocked, and young", async () => {
  const { service, raised, world, close } = bench();
  service.observe([
    blocked(`www.${FAKE}`, "paypal.com"),
    reportOf("www.paypai.com", "paypal.com"),
    blocked("paypai.com", "paypal.com"),
    blocked("paypal-login.com", "paypal.com"),
    blocked("xn--wrd-sed.com", ""),
    createObservation({ name: "shop.net", status: "answered" }),
    { ...blocked(FAKE, "paypal.com"), transport: "ask" },
  ]);
  const alert = (name: string, rest: string) => (
    { kind: "lookalike", deviceId: 3, name, detail: `${name}|${rest}` }
  );
  assert.deepEqual(raised, [
    alert(FAKE, "paypal.com|homograph"),
    alert("paypai.com", "paypal.com|typosquat"),
    alert("paypai.com", "paypal.com|typosquat|young"),
    alert("paypal-login.com", "paypal.com|combosquat|young"),
    alert("xn--wrd-sed.com", "|homograph"),
  ]);
  world.typos = false;
  service.observe([reportOf("www.paypai.com", "paypal.com")]);
  assert.equal(raised.length, 5);
  await close();
});

Deno.test("a known name in front of another domain is named whole, once a day for its domain", async () => {
  const { service, alerts, world, close } = bench();
  const observe = async (...names: readonly string[]) => {
    service.observe(names.map((name) => reportOf(name, "paypal.com")));
    await alerts.close();
  };
  await observe("paypal.com.check.net");
  await observe("www.paypal.com.check.net", "paypal.com.a.check.net", "paypal.com.check.net");
  const stored = await alerts.page({ kind: "lookalike" }, 10);
  assert.deepEqual(stored.map(({ name, detail, count }) => [name, detail, count]), [
    ["check.net", "paypal.com.check.net|paypal.com|brandsub", 4],
  ]);
  // Blocked once its age is known: it is reported again.
  service.observe([blocked("paypal.com.a.check.net", "paypal.com")]);
  await alerts.close();
  const [{ detail }] = await alerts.page({ kind: "lookalike" }, 10);
  assert.equal(detail, "paypal.com.a.check.net|paypal.com|brandsub|young");
  const found = await service.found();
  assert.deepEqual(
    found.map(({ name, domain, blocked, count }) => [name, domain, blocked, count]),
    [
      ["paypal.com.a.check.net", "check.net", true, 5],
    ],
  );
  world.allowed = ["check.net"];
  assert.deepEqual(await service.found(), []);
  await close();
});

Deno.test("two imitations under one domain on one day are two alerts and two rows", async () => {
  const { service, alerts, close } = bench();
  const observe = async (...names: readonly string[]) => {
    service.observe(names.map((name) => reportOf(name, "")));
    await alerts.close();
  };
  await observe("paypal.com.evil.net", "www.paypal.com.evil.net");
  await observe("amazon.de.evil.net", "paypal.com.evil.net");
  const stored = await alerts.page({ kind: "lookalike" }, 10);
  assert.deepEqual(
    stored.map(({ name, detail, count }) => [name, detail, count]).sort(),
    [
      ["evil.net", "amazon.de.evil.net|amazon.de|brandsub", 1],
      ["evil.net", "paypal.com.evil.net|paypal.com|brandsub", 3],
    ],
  );
  const found = await service.found();
  assert.deepEqual(
    found.map(({ name, imitates, count }) => [name, imitates, count]).sort(),
    [
      ["amazon.de.evil.net", "amazon.de", 1],
      ["paypal.com.evil.net", "paypal.com", 3],
    ],
  );
  await close();
});

Deno.test("a bar in the name that was asked does not move the parts of the detail", async () => {
  const { service, raised, close } = bench();
  service.observe([reportOf("a|b.paypal.com.check.net", "paypal.com")]);
  assert.equal(raised[0].detail, "check.net|paypal.com|brandsub");
  await close();
});

Deno.test("found() lists a name with a bar in place of a letter", async () => {
  const { service, alerts, close } = bench();
  service.observe([reportOf("www.paypa|.com", "paypal.com")]);
  await alerts.close();
  const found = (await service.found()).map(({ name, domain, imitates, kind, alike }) =>
    [name, domain, imitates, kind, alike].join(" ")
  );
  assert.deepEqual(found, ["paypa|.com paypa|.com paypal.com typosquat true"]);
  await close();
});

Deno.test("found() says whether letters are replaced by ones that look alike", async () => {
  const { service, alerts, close } = bench();
  const names = ["arnazon.de", "amazom.de", "paypa1.com", FAKE];
  service.observe(names.map((name) => reportOf(name, "")));
  await alerts.close();
  const found = await service.found();
  assert.deepEqual(
    names.map((name) => {
      const one = found.find((each) => each.name === name)!;
      return [one.imitates, one.alike];
    }),
    [["amazon.de", true], ["amazon.de", false], ["paypal.com", true], ["paypal.com", true]],
  );
  await close();
});

Deno.test("found() lists each domain of 30 days once, unless it is allowed now", async () => {
  const { service, world, alerts, close } = bench();
  service.observe([reportOf("www.paypai.com", "paypal.com"), blocked(FAKE, "paypal.com")]);
  await alerts.page({}, 1);
  await alerts.close();
  world.now += 1000;
  service.observe([blocked("paypai.com", "paypal.com")]);
  await alerts.close();
  const found = await service.found();
  assert.deepEqual(
    found.map(({ name, readable, kind, young, blocked, count }) => [
      name,
      readable,
      kind,
      young,
      blocked,
      count,
    ]),
    [
      ["paypai.com", "paypai.com", "typosquat", true, true, 2],
      [FAKE, "pаypal.com", "homograph", false, true, 1],
    ],
  );
  world.allowed = [FAKE];
  assert.deepEqual((await service.found()).map(({ name }) => name), ["paypai.com"]);
  world.now += 31 * DAY;
  assert.deepEqual(await service.found(), []);
  await close();
});

Deno.test("readVisited() keeps the most asked domains, and publishes when they change", async () => {
  const { service, world, close } = bench([
    { key: "www.muller.de", count: 5 },
    { key: "muller.de", count: 5 },
    { key: "shop.co.uk", count: 7 },
    { key: "nas.lan", count: 100 },
    { key: "xn--mller-kva.at", count: 1 },
  ]);
  await service.readVisited();
  assert.deepEqual(await service.rows(), ["muller.de", "shop.co.uk", "xn--mller-kva.at"]);
  const rows = await service.rows();
  await service.readVisited();
  assert.equal(await service.rows(), rows);
  assert.equal(world.published, 1);
  world.names = [];
  await service.readVisited();
  assert.deepEqual([await service.rows(), world.published], [[], 2]);
  await close();
});

Deno.test("readVisited() leaves out domains whose queries were blocked", async () => {
  const { service, world, close } = bench([
    { key: "xn--80ak6aa92e.com", count: 3 },
    { key: "paypal-login.com", count: 40 },
    { key: "shop.com", count: 9 },
    { key: "ads.shop.com", count: 4 },
  ]);
  // A ranking is approximate, so that a name may seem blocked more often than asked.
  world.blocked = [
    { key: "xn--80ak6aa92e.com", count: 3 },
    { key: "paypal-login.com", count: 41 },
    { key: "ads.shop.com", count: 4 },
    { key: "never-asked.com", count: 2 },
  ];
  await service.readVisited();
  assert.deepEqual(await service.rows(), ["shop.com"]);
  await close();
});

Deno.test("mostVisited() returns at most 500 domains, the most asked first", () => {
  const names = Array.from({ length: 1000 }, (_, i) => ({ key: `a.d${i}.com`, count: i }));
  const visited = mostVisited(names);
  assert.equal(visited.length, 500);
  assert.equal(visited[0], "d999.com");
});

Deno.test("the resolver learns whether a wanted domain is young, and for how long", async () => {
  const { sentAges, want, world, close } = bench();
  const ask = async (age: DomainAge) => {
    world.age = age;
    want("a.com");
    await new Promise((then) => setTimeout(then));
    return sentAges.pop();
  };
  const week = 7 * DAY;
  assert.deepEqual(await ask({ days: 3, until: NOW + week }), ["a.com", true, week]);
  assert.deepEqual(await ask({ days: 28, until: NOW + week }), ["a.com", true, 2 * DAY]);
  assert.deepEqual(await ask({ days: 30, until: NOW + week }), ["a.com", false, week]);
  assert.deepEqual(await ask({ days: -1, until: NOW + 3_600_000 }), ["a.com", false, 3_600_000]);
  assert.deepEqual(await ask({ days: -1, until: NOW - 5 }), ["a.com", false, 1000]);
  await close();
});
