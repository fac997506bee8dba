import assert from "node:assert/strict";
import { openInProcess } from "../../../../tests/support/in_process_database.ts";
import { testRuntime } from "../../../../tests/support/test_runtime.ts";
import { sentence } from "../../../../policy/model/sentence.ts";
import { CloudError } from "../../../cloud/client.ts";
import { DomainAges, readCreated } from "./ages.ts";
import { LookalikeTables } from "./table.ts";

const NOW = Date.UTC(2026, 10, 27);
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const ago = (days: number) => NOW / 1000 - days * 86_400;

function bench(answer: (domain: string) => unknown) {
  const db = openInProcess("box", ":memory:");
  const asked: unknown[] = [];
  const world = { now: NOW, asks: true, isSet: true, timeKnown: true };
  const create = () =>
    new DomainAges({
      tables: new LookalikeTables(db),
      cloud: {
        get isSet() {
          return world.isSet;
        },
        call(given) {
          asked.push(given);
          return Promise.resolve().then(() => answer((given.body as { domain: string }).domain));
        },
      },
      asks: () => world.asks,
      timeKnown: () => world.timeKnown,
      runtime: testRuntime({ now: () => world.now, after: () => () => {} }),
    });
  return { db, asked, world, create, ages: create() };
}

Deno.test("find() asks once for a domain, with nothing but the domain, and keeps it a week", async () => {
  const { asked, world, create, ages, db } = bench(() => ({ created: ago(3) }));
  const both = await Promise.all([ages.find("a.com", "lookalike"), ages.find("a.com", "beacon")]);
  assert.deepEqual(both[0], { days: 3, until: NOW + 7 * DAY });
  assert.equal(both[1], both[0]);
  const call = {
    destination: "domain_ages",
    method: "POST",
    path: "/v1/domains/age",
    once: true,
  };
  assert.deepEqual(asked, [{ ...call, body: { domain: "a.com" } }]);
  world.now += 6 * DAY;
  // Also after a restart.
  assert.deepEqual(await create().find("a.com", "lookalike"), { days: 9, until: NOW + 7 * DAY });
  assert.equal(asked.length, 1);
  world.now += DAY;
  await ages.find("a.com", "lookalike");
  assert.equal(asked.length, 2);
  await db.close();
});

Deno.test("find() keeps what is unknown for an hour, whatever the service does", async () => {
  for (
    const answer of [
      () => ({}),
      () => undefined,
      () => ({ created: "2026-11-01" }),
      () => ({ created: ago(-1) }),
      () => Promise.reject(new CloudError("gone", sentence`nothing there`)),
    ]
  ) {
    const { asked, world, ages, db } = bench(answer);
    const unknown = { days: -1, until: NOW + HOUR };
    assert.deepEqual(await ages.find("a.com", "lookalike"), unknown);
    world.now += HOUR - 1;
    assert.deepEqual(await ages.find("a.com", "lookalike"), unknown);
    assert.equal(asked.length, 1);
    world.now += 1;
    await ages.find("a.com", "lookalike");
    assert.equal(asked.length, 2);
    await db.close();
  }
});

Deno.test("find() asks at most 20 questions an hour, 5 of them for beacons, also over a restart", async () => {
  const { asked, world, create, ages, db } = bench(() => ({ created: ago(100) }));
  for (let i = 0; i < 7; i++) {
    world.now += 1000;
    await ages.find(`b${i}.com`, "beacon");
  }
  assert.equal(asked.length, 5);
  const again = create();
  for (let i = 0; i < 30; i++) {
    world.now += 1000;
    await again.find(`l${i}.com`, "lookalike");
  }
  assert.equal(asked.length, 20);
  const refused = await again.find("l29.com", "lookalike");
  assert.deepEqual(refused, { days: -1, until: NOW + 1000 + HOUR });
  world.now = NOW + HOUR + 1001;
  assert.equal((await again.find("l29.com", "lookalike")).days, 100);
  assert.equal((await again.find("l28.com", "lookalike")).days, -1);
  await db.close();
});

Deno.test("find() asks at most 20 questions an hour when many domains are asked for at once", async () => {
  const { asked, ages, db } = bench(() => ({ created: ago(100) }));
  const domains = Array.from({ length: 30 }, (_, i) => `l${i}.com`);
  const found = await Promise.all(domains.map((domain) => ages.find(domain, "lookalike")));
  assert.equal(asked.length, 20);
  assert.equal(found.filter(({ days }) => days === 100).length, 20);
  assert.equal((await ages.find("other.com", "beacon")).days, -1);
  assert.equal(asked.length, 20);
  await db.close();
});

Deno.test("find() of one domain waits for no answer about another", async () => {
  const { promise, resolve } = Promise.withResolvers<unknown>();
  const { ages, db } = bench((domain) => domain === "a.com" ? { created: ago(3) } : promise);
  const slow = Array.from({ length: 19 }, (_, i) => ages.find(`slow${i}.com`, "lookalike"));
  assert.equal((await ages.find("a.com", "lookalike")).days, 3);
  resolve({});
  await Promise.all(slow);
  await db.close();
});

Deno.test("find() asks again for what was stored while the clock was ahead", async () => {
  let created = 0;
  const { asked, world, ages, db } = bench(() => ({ created }));
  world.now = NOW + 3650 * DAY;
  assert.equal((await ages.find("a.com", "lookalike")).days, -1);
  world.now = NOW;
  created = ago(3);
  assert.deepEqual(await ages.find("a.com", "lookalike"), { days: 3, until: NOW + 7 * DAY });
  assert.equal(asked.length, 2);
  await db.close();
});

Deno.test("find() asks nothing while that is off, no service is set or the time is unknown", async () => {
  const { asked, world, ages, db } = bench(() => ({ created: ago(3) }));
  for (const what of ["asks", "isSet", "timeKnown"] as const) {
    world[what] = false;
    // A minute later it may be asked.
    assert.deepEqual(await ages.find("a.com", "lookalike"), { days: -1, until: NOW + 60_000 });
    world[what] = true;
  }
  assert.deepEqual(asked, []);
  // What was known before is not used either.
  await ages.find("a.com", "lookalike");
  world.asks = false;
  assert.equal((await ages.find("a.com", "lookalike")).days, -1);
  await db.close();
});

Deno.test("readCreated() takes no date in the future, before 1985 or of another kind", () => {
  assert.equal(readCreated({ created: ago(30) }, NOW), ago(30));
  assert.equal(readCreated({ created: NOW / 1000 }, NOW), NOW / 1000);
  for (
    const created of [
      NOW / 1000 + 1,
      Date.UTC(1984, 11, 31) / 1000,
      -1,
      0,
      1.5,
      NaN,
      Infinity,
      "1700000000",
      null,
      [],
    ]
  ) assert.equal(readCreated({ created }, NOW), 0, String(created));
  for (const answer of [null, undefined, 5, "x", []]) assert.equal(readCreated(answer, NOW), 0);
});
