import assert from "node:assert/strict";
import { drawNames, NAME_MAKERS } from "../../tests/support/random_names.ts";
import { LIMITS } from "../limits.ts";
import { RandomBursts } from "./random_bursts.ts";

const START = Date.UTC(2026, 10, 27);
const MINUTE = 60_000;
const [CONFICKER] = NAME_MAKERS;

function run(
  domains: readonly string[],
  { every = 1000, device = "1", bursts = new RandomBursts(), from = START } = {},
) {
  return domains.flatMap((domain, i) => {
    const found = bursts.add({ device, domain, time: from + i * every });
    return found === undefined ? [] : [found];
  });
}

Deno.test("add() finds a device that asks for many random names", () => {
  const [first, ...more] = run(drawNames(CONFICKER, 20, 1));
  assert.deepEqual([first.device, first.names], ["1", 12]);
  assert.deepEqual(more, []);
});

Deno.test("add() counts each name once, within an hour, for each device alone", () => {
  const names = drawNames(CONFICKER, 11, 2);
  assert.deepEqual(run([...names, ...names, ...names]), []);
  const more = drawNames(CONFICKER, 60, 3);
  assert.deepEqual(run(more, { every: 6 * MINUTE }), []);
  const bursts = new RandomBursts();
  more.forEach((domain, i) => {
    const time = START + i * 1000;
    assert.equal(bursts.add({ device: `${i % 6}`, domain, time }), undefined);
  });
});

Deno.test("add() begins anew after a burst, so that repetitions are counted", () => {
  assert.equal(run(drawNames(CONFICKER, 100, 4)).length >= 6, true);
});

Deno.test("add() finds nothing in what ordinary programs ask for", () => {
  const numbers = Array.from({ length: 300 }, (_, i) => i);
  const hex = (i: number) => (i * 2_654_435_761 >>> 0).toString(16).padStart(8, "0");
  for (
    const domains of [
      // Chrome's probes with a search domain, and any random name below one domain.
      numbers.map(() => "corporation.com"),
      // Lists of mail servers, addresses in reverse, hashes below a service.
      numbers.map(() => "spamhaus.org"),
      numbers.map((i) => `${i}.in-addr.arpa`),
      // Customers of known providers that are gone.
      numbers.map((i) => `d${hex(i)}.cloudfront.net`),
      numbers.map((i) => `${hex(i)}.azurewebsites.net`),
      // International names, numbers, short names.
      numbers.map((i) => `xn--${hex(i)}kv3q.com`),
      numbers.map((i) => `${hex(i).replace(/\D/g, "7")}.com`),
      numbers.map((i) => `x${i}q.com`),
      // Words.
      numbers.map((i) => `garden-house-${i}.com`),
    ]
  ) assert.deepEqual(run(domains), [], domains[1]);
});

Deno.test("add() finds nothing if an upstream denies ordinary names, with some random ones", () => {
  const random = drawNames(CONFICKER, 40, 5);
  const mixed = Array.from(
    { length: 200 },
    (_, i) => i % 5 === 0 ? random[i / 5] : `ordinary${"abcdefghij"[i % 10]}${i}place.com`,
  );
  assert.deepEqual(run(mixed), []);
});

Deno.test("add() keeps bounded numbers of names and devices", () => {
  const bursts = new RandomBursts();
  for (let i = 0; i < 2000; i++) {
    bursts.add({ device: "1", domain: `garden-house-${i}.com`, time: START });
  }
  assert.equal(bursts.sizeOf("1"), LIMITS.randomBursts.remembered);
  for (let i = 0; i < 2000; i++) bursts.add({ device: `d${i}`, domain: "a-b.com", time: START });
  assert.equal(bursts.size, LIMITS.randomBursts.devices);
});

Deno.test("add() forgets names of before a clock that was set back", () => {
  const bursts = new RandomBursts();
  const names = drawNames(CONFICKER, 40, 6);
  assert.deepEqual(run(names.slice(0, 10), { bursts }), []);
  assert.deepEqual(run(names.slice(10, 20), { bursts, from: START - 48 * 60 * MINUTE }), []);
  assert.equal(run(names.slice(20), { bursts, from: START - 48 * 60 * MINUTE }).length > 0, true);
});
