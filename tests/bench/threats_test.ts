import assert from "node:assert/strict";
import { HOUSEHOLD_TRAFFIC } from "../support/beacon_traffic.ts";
import { NAME_MAKERS } from "../support/random_names.ts";
import { realNames } from "./lookalikes.ts";
import { countFalseBursts, findBeacons, findBursts, findRegular } from "./threats.ts";

Deno.test("Beacons are found up to a jitter of 20 percent, and of 30 if it only shortens", () => {
  for (const jitter of [0, 0.1, 0.2]) {
    const { implants, found } = findBeacons(jitter, "around", 24, 5);
    assert.equal(found, implants, String(jitter));
  }
  const { implants, found } = findBeacons(0.3, "below", 24, 5);
  assert.equal(found, implants);
  // Far above a deviation of 15 percent (A 7.4.4).
  const wide = findBeacons(0.5, "around", 24, 5);
  assert.equal(wide.found, 0);
});

Deno.test("The age is asked of few domains in a week of a household, and of none that people visit", () => {
  const counts = HOUSEHOLD_TRAFFIC.map((traffic) => findRegular(traffic, 10).regular);
  // Clocks, appliances and mail programs that ask like a clock: one domain each.
  assert.deepEqual(counts, [0, 0, 0, 10, 10, 0, 10, 0]);
});

Deno.test("Random names are found by kind, and real names that do not exist are not reported", () => {
  const shares = NAME_MAKERS.map((maker) => findBursts(maker, 20, 5000));
  assert.deepEqual(shares.slice(0, 4), [20, 20, 20, 20]);
  // Short names and names of words look like those of people.
  assert.deepEqual([shares[4], shares[6]], [0, 0]);
  assert.equal(countFalseBursts(realNames()).reported, 0);
});
