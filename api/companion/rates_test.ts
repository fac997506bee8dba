import assert from "node:assert/strict";
import { parseAddress } from "../../policy/model/address.ts";
import { networkOf, Rates } from "./rates.ts";

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
