import assert from "node:assert/strict";
import { LIMITS } from "../limits.ts";
import { BeaconTracker, type RegularQuestions } from "./beacons.ts";

const START = Date.UTC(2026, 10, 27);
const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const DOMAIN = "orders-for-you.com";

interface Asking {
  readonly device?: number;
  readonly domain?: string;
  readonly isForAddress?: boolean;
}

function ask(tracker: BeaconTracker, time: number, asking: Asking = {}) {
  const { device = 1, domain = DOMAIN, isForAddress = true } = asking;
  return tracker.add({ device, domain, isForAddress, time });
}

/** Asks at times after the start, and returns what was found with its time. */
function run(tracker: BeaconTracker, times: readonly number[], asking: Asking = {}) {
  const found: (RegularQuestions & { readonly at: number })[] = [];
  for (const time of times) {
    const regular = ask(tracker, START + time, asking);
    if (regular !== undefined) found.push({ ...regular, at: time });
  }
  return found;
}

function every(interval: number, count: number, from = 0): number[] {
  return Array.from({ length: count }, (_, i) => from + i * interval);
}

Deno.test("add() finds questions at regular intervals after six hours, with the interval", () => {
  const [first] = run(new BeaconTracker(), every(10 * MINUTE, 60));
  assert.deepEqual(first, { device: 1, domain: DOMAIN, interval: 600, at: 6 * HOUR });
});

Deno.test("add() needs 24 questions, also if they take longer than six hours", () => {
  const found = run(new BeaconTracker(), every(HOUR, 23));
  assert.deepEqual(found, []);
  const [first] = run(new BeaconTracker(), every(HOUR, 24));
  assert.equal(first.at, 23 * HOUR);
});

Deno.test("add() wants a mean from one minute to two hours", () => {
  assert.deepEqual(run(new BeaconTracker(), every(59 * SECOND, 1000)), []);
  assert.equal(run(new BeaconTracker(), every(60 * SECOND, 1000))[0].interval, 60);
  assert.equal(run(new BeaconTracker(), every(2 * HOUR, 30))[0].interval, 7200);
  assert.deepEqual(run(new BeaconTracker(), every(2 * HOUR + SECOND, 60)), []);
});

Deno.test("add() wants a deviation below 15 percent of the mean", () => {
  // Two intervals in turn deviate by half of their difference.
  const turns = (low: number, high: number) =>
    Array.from({ length: 200 }, (_, i) => (i >> 1) * (low + high) + (i & 1) * low);
  assert.deepEqual(run(new BeaconTracker(), turns(8.4 * MINUTE, 11.6 * MINUTE)), []);
  assert.ok(run(new BeaconTracker(), turns(8.6 * MINUTE, 11.4 * MINUTE)).length > 0);
});

Deno.test("add() counts A, AAAA and HTTPS within two seconds once, others as they come", () => {
  const together = every(10 * MINUTE, 60).flatMap((time) => [time, time + 30, time + 1999]);
  assert.equal(run(new BeaconTracker(), together)[0].interval, 600);
  const apart = every(10 * MINUTE, 60).flatMap((time) => [time, time + 2000]);
  assert.deepEqual(run(new BeaconTracker(), apart), []);
  const texts = every(10 * MINUTE, 60).flatMap((time) => [time, time + 30]);
  assert.deepEqual(run(new BeaconTracker(), texts, { isForAddress: false }), []);
});

Deno.test("add() accepts questions that arrive out of order by less than two seconds", () => {
  const tracker = new BeaconTracker();
  const times = every(10 * MINUTE, 60).flatMap((time) => [time, time - 500]);
  assert.equal(run(tracker, times)[0].interval, 600);
});

Deno.test("add() begins anew after a gap of four hours or a clock that was set back", () => {
  for (const jump of [4 * HOUR + 1, -HOUR]) {
    const tracker = new BeaconTracker();
    assert.deepEqual(run(tracker, every(10 * MINUTE, 36)), []);
    const later = 35 * 10 * MINUTE + jump;
    const [first] = run(tracker, every(10 * MINUTE, 60, later));
    assert.equal(first.at - later, 6 * HOUR);
  }
});

Deno.test("add() finds a beacon soon after a disturbance", () => {
  const tracker = new BeaconTracker();
  const found = run(tracker, [
    ...every(10 * MINUTE, 20),
    // A person opens the same site by hand.
    20 * 10 * MINUTE + MINUTE,
    ...every(10 * MINUTE, 100, 21 * 10 * MINUTE + 3 * HOUR),
  ]);
  assert.ok(found.length > 0);
  assert.ok(found[0].at < 21 * 10 * MINUTE + 3 * HOUR + 9.5 * HOUR, `${found[0].at / HOUR}`);
});

Deno.test("add() finds it again in each window, so that repetitions are counted", () => {
  const found = run(new BeaconTracker(), every(10 * MINUTE, 6 * 24));
  assert.ok(found.length >= 5 && found.length <= 8, String(found.length));
});

Deno.test("add() follows a domain that at most two devices asked for in a week", () => {
  const tracker = new BeaconTracker();
  ask(tracker, START, { device: 2 });
  assert.equal(run(tracker, every(10 * MINUTE, 40)).length, 1);
  // A third device: nobody is followed.
  ask(tracker, START + 7 * HOUR, { device: 3 });
  assert.equal(tracker.sizeOf(1), 1);
  assert.deepEqual(run(tracker, every(10 * MINUTE, 100, 7 * HOUR)), []);
  assert.equal(tracker.size, 1);
  // A week after the others asked.
  const later = 7 * DAY + 8 * HOUR;
  assert.equal(run(tracker, every(10 * MINUTE, 40, later)).length, 1);
});

Deno.test("add() follows no popular domain, known service or protected name", () => {
  const tracker = new BeaconTracker();
  for (const domain of ["google.com", "tiktok.com", "windowsupdate.com", "ntp.org", "paypal.com"]) {
    assert.deepEqual(run(tracker, every(10 * MINUTE, 100), { domain }), [], domain);
  }
  assert.equal(tracker.size, 0);
  assert.equal(tracker.domains, 0);
});

Deno.test("add() follows at most 256 domains of a device, and keeps those with questions", () => {
  const tracker = new BeaconTracker();
  const found: unknown[] = [];
  for (let i = 0; i < 60; i++) {
    const time = START + i * 10 * MINUTE;
    found.push(ask(tracker, time));
    for (let j = 0; j < 100; j++) ask(tracker, time + j, { domain: `site${i}-${j}.com` });
    assert.ok(tracker.sizeOf(1) <= LIMITS.beacons.pairsPerDevice);
  }
  assert.equal(found.filter((regular) => regular !== undefined).length > 0, true);
});

Deno.test("add() follows at most 4,096 pairs and remembers a bounded number of domains", () => {
  const tracker = new BeaconTracker();
  for (let device = 1; device <= 40; device++) {
    for (let i = 0; i < 300; i++) ask(tracker, START, { device, domain: `d${device}-${i}.com` });
  }
  assert.equal(tracker.size, LIMITS.beacons.pairs);
  assert.ok(tracker.domains <= LIMITS.beacons.rareDomains);
  const sizes = Array.from({ length: 40 }, (_, i) => tracker.sizeOf(i + 1));
  assert.equal(sizes.reduce((sum, size) => sum + size, 0), tracker.size);
  assert.ok(Math.max(...sizes) <= LIMITS.beacons.pairsPerDevice);
});

Deno.test("forget() and clear() end what is followed", () => {
  const tracker = new BeaconTracker();
  ask(tracker, START);
  tracker.forget(1, DOMAIN);
  tracker.forget(1, DOMAIN);
  assert.equal(tracker.size, 0);
  ask(tracker, START);
  tracker.clear();
  assert.deepEqual([tracker.size, tracker.domains, tracker.sizeOf(1)], [0, 0, 0]);
});
