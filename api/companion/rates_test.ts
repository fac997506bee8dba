import assert from "node:assert/strict";
import { parseAddress } from "../../policy/model/address.ts";
import { homeOf, networkOf, Quotas, Rates } from "./rates.ts";

Deno.test("take() allows a burst, then the rate, for each caller", () => {
  let now = 0;
  const rates = new Rates({ burst: 3, perMinute: 6 }, 10, () => now);
  const take = (caller: string) => rates.take(caller);
  assert.deepEqual(["a", "a", "a", "a", "b"].map(take), [0, 0, 0, 10, 0]);
  now = 4000;
  assert.equal(take("a"), 6);
  now = 10_000;
  assert.deepEqual([take("a"), take("a")], [0, 10]);
  // A clock that goes back adds and removes no tokens.
  now = 0;
  assert.equal(take("a"), 10);
  now = 3_600_000;
  assert.deepEqual(["a", "a", "a", "a"].map(take), [0, 0, 0, 10]);
});

Deno.test("the oldest caller is dropped when there are too many", () => {
  const rates = new Rates({ burst: 1, perMinute: 1 }, 2, () => 0);
  assert.deepEqual(["a", "b", "a", "c", "a", "b"].map((caller) => rates.take(caller)), [
    0,
    0,
    60,
    0,
    60,
    0,
  ]);
});

Deno.test("networkOf() returns the /24 of an IPv4 address or the /56 of an IPv6 address", () => {
  const network = (text: string) => networkOf(parseAddress(text)!);
  assert.equal(network("192.0.2.7"), "192.0.2");
  assert.equal(network("::ffff:192.0.2.7"), "192.0.2");
  assert.equal(network("2001:db8:1:2:3::1"), network("2001:db8:1:ff:ffff::"));
  assert.notEqual(network("2001:db8:1:2::1"), network("2001:db8:1:102::1"));
});

Deno.test("homeOf() returns an IPv4 address as a whole, or the /56 of an IPv6 address", () => {
  const home = (text: string) => homeOf(parseAddress(text)!);
  assert.equal(home("192.0.2.7"), "192.0.2.7");
  assert.equal(home("::ffff:192.0.2.7"), "192.0.2.7");
  assert.equal(home("2001:db8:1:2:3::1"), home("2001:db8:1:ff:ffff::"));
  assert.notEqual(home("2001:db8:1:2::1"), home("2001:db8:1:102::1"));
});

Deno.test("a quota admits its figure in a period that begins with the first call", () => {
  let now = 1000;
  const quotas = new Quotas(2, 60_000, 2, () => now);
  const take = (caller: string) => quotas.take(caller);
  assert.deepEqual(["a", "a", "a"].map(take), [0, 0, 60]);
  now += 59_500;
  assert.equal(take("a"), 1);
  quotas.uncount("a");
  quotas.uncount("unknown");
  assert.deepEqual(["a", "a"].map(take), [0, 1]);
  now += 500;
  assert.deepEqual(["a", "a", "a"].map(take), [0, 0, 60]);
  // The caller seen longest ago is dropped, and begins again.
  assert.deepEqual(["b", "c", "a"].map(take), [0, 0, 0]);
});
