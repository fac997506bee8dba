import assert from "node:assert/strict";
import type { Contact } from "../journal/service.ts";
import { countriesOf, type Facts, newCompanies, noveltyOf, verdictOf } from "./service.ts";

const NOW = Date.UTC(2026, 10, 27);
const DAY = 86_400_000;
const SINCE = NOW - 7 * DAY;
const PAUSE = () => Promise.resolve();

function contact(name: string, first: number, last: number, answer = ""): Contact {
  return { name, first: NOW - first * DAY, last: NOW - last * DAY, count: 1, answer };
}

Deno.test("noveltyOf() compares registrable domains with those before", async () => {
  const names = [
    contact("www.old.com", 20, 1, "CNAME x.example, 198.51.100.1, 2001:db8::1"),
    contact("new-host.old.com", 2, 2, "198.51.100.2"),
    contact("a.fresh.co.uk", 3, 0, "203.0.113.1"),
    contact("b.fresh.co.uk", 1, 0),
    contact("gone.com", 30, 9),
    contact("nrdp.netflix.com", 1, 1),
    contact("printer.lan", 1, 1),
    contact("com", 1, 1),
  ];
  const found = await noveltyOf({ names, since: NOW - 30 * DAY, complete: true }, SINCE, PAUSE);
  const named = (domains: typeof found.fresh) => domains.map(({ domain }) => domain).sort();
  assert.equal(found.isComparable, true);
  assert.deepEqual(named(found.recent), ["fresh.co.uk", "netflix.com", "old.com"]);
  assert.deepEqual(named(found.fresh), ["fresh.co.uk", "netflix.com"]);
  assert.deepEqual(named(found.before), ["gone.com", "old.com"]);
  const old = found.recent.find(({ domain }) => domain === "old.com")!;
  assert.deepEqual(old.addresses, ["198.51.100.1", "198.51.100.2"]);
  assert.deepEqual([old.count, old.last], [2, NOW - DAY]);
  assert.equal(found.fresh.find(({ domain }) => domain === "netflix.com")!.service, "netflix");
});

Deno.test("noveltyOf() says nothing of a device that is not known for eight days", async () => {
  const names = [contact("a.com", 1, 0)];
  for (const [days, isComparable] of [[0, false], [7.9, false], [8, true], [90, true]] as const) {
    const since = days === 0 ? 0 : NOW - days * DAY;
    const found = await noveltyOf({ names, since, complete: true }, SINCE, PAUSE);
    assert.equal(found.isComparable, isComparable, String(days));
    assert.equal(found.fresh.length, isComparable ? 1 : 0);
  }
});

Deno.test("newCompanies() names companies without a domain before, each once", async () => {
  const names = [
    contact("www.netflix.com", 20, 9),
    contact("occ-0.nflxvideo.net", 2, 1),
    contact("www.youtube.com", 3, 1),
    contact("i.ytimg.com", 2, 1),
    contact("www.facebook.com", 1, 1),
    contact("unknown.com", 1, 1),
  ];
  const found = await noveltyOf({ names, since: NOW - 30 * DAY, complete: true }, SINCE, PAUSE);
  assert.deepEqual(newCompanies(found), ["Google", "Meta"]);
  assert.deepEqual(newCompanies({ ...found, fresh: [] }), []);
});

Deno.test("countriesOf() counts each domain once for a country", async () => {
  const { recent } = await noveltyOf(
    {
      names: [
        contact("a.com", 1, 0, "198.51.100.1, 198.51.100.2"),
        contact("www.a.com", 1, 0, "198.51.100.2"),
        contact("b.com", 1, 0, "198.51.100.1"),
        contact("www.b.com", 1, 0, "203.0.113.1"),
        contact("c.com", 1, 0, "192.0.2.1"),
      ],
      since: NOW - 30 * DAY,
      complete: true,
    },
    SINCE,
    PAUSE,
  );
  const places = new Map([["198.51.100.1", "FR"], ["198.51.100.2", "FR"], ["203.0.113.1", "DE"]]);
  assert.deepEqual(countriesOf(recent, places), [
    { country: "FR", domains: 2 },
    { country: "DE", domains: 1 },
  ]);
});

Deno.test("verdictOf() names what matters most", () => {
  const quiet: Facts = {
    kind: "camera",
    isRecorded: true,
    isComparable: true,
    recent: 5,
    fresh: 0,
    newCountries: 0,
    alerts: 0,
    open: 0,
  };
  const all = { isRecorded: false, isComparable: false, recent: 0, fresh: 1, alerts: 2, open: 1 };
  assert.equal(verdictOf({ ...quiet, ...all }), "look");
  assert.equal(verdictOf({ ...quiet, ...all, open: 0 }), "unrecorded");
  assert.equal(verdictOf({ ...quiet, recent: 0, isComparable: false }), "silent");
  assert.equal(verdictOf({ ...quiet, isComparable: false, fresh: 1 }), "learning");
  assert.equal(verdictOf({ ...quiet, fresh: 1, alerts: 1 }), "changed");
  assert.equal(verdictOf({ ...quiet, kind: "phone", fresh: 99, newCountries: 2 }), "quiet");
  assert.equal(verdictOf({ ...quiet, alerts: 1 }), "acknowledged");
  assert.equal(verdictOf(quiet), "quiet");
});

Deno.test("noveltyOf() reads many names in parts", async () => {
  let pauses = 0;
  const names = Array.from({ length: 1200 }, (_, i) => contact(`n${i}.com`, 1, 0));
  const found = await noveltyOf({ names, since: NOW - 30 * DAY, complete: true }, SINCE, () => {
    pauses++;
    return Promise.resolve();
  });
  assert.deepEqual([found.fresh.length, pauses], [1200, 2]);
});

Deno.test("noveltyOf() keeps 100 addresses of a domain with 20,000 names", async () => {
  const names = Array.from(
    { length: 20_000 },
    (_, i) => contact(`n${i}.cdn.com`, 20, 1, `198.51.${i >> 8}.${i & 255}`),
  );
  const { recent } = await noveltyOf(
    { names, since: NOW - 30 * DAY, complete: true },
    SINCE,
    PAUSE,
  );
  assert.deepEqual([recent.length, recent[0].addresses.length], [1, 100]);
  assert.deepEqual(recent[0].count, 20_000);
});
