import assert from "node:assert/strict";
import { FRONT_LIMITS, limitsWithin } from "./limits.ts";

const descriptorsOf = ({ connections, queries }: typeof FRONT_LIMITS) =>
  3 * connections + queries.connections;

Deno.test("with many descriptors the limits of the front are unchanged", () => {
  assert.deepEqual(limitsWithin(descriptorsOf(FRONT_LIMITS)), FRONT_LIMITS);
  assert.deepEqual(limitsWithin(1 << 20), FRONT_LIMITS);
});

Deno.test("with few descriptors the limits of HTTPS and queries shrink proportionally", () => {
  for (const few of [30, 53, 341, 4095, descriptorsOf(FRONT_LIMITS) - 1]) {
    const { connections, queries } = limitsWithin(few);
    const fits = descriptorsOf({ ...FRONT_LIMITS, connections, queries });
    assert.ok(fits <= few && fits > few - 4, `${few}: ${fits}`);
    assert.ok(
      Math.abs(queries.connections / connections - 4) < 3,
      `${few}: ${connections}, ${queries.connections}`,
    );
  }
});

Deno.test("with very few descriptors, one client of each protocol is accepted and four wait", () => {
  const { connections, queries, waiting } = limitsWithin(0);
  assert.deepEqual([connections, queries.connections, waiting], [1, 1, 4]);
});
