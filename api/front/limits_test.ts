import assert from "node:assert/strict";
import { FRONT_LIMITS, limitsWithin } from "./limits.ts";

const descriptorsOf = ({ connections, queries }: typeof FRONT_LIMITS) =>
  3 * connections + queries.connections;

Deno.test("with many descriptors the front has its limits as they are", () => {
  assert.deepEqual(limitsWithin(descriptorsOf(FRONT_LIMITS)), FRONT_LIMITS);
  assert.deepEqual(limitsWithin(1 << 20), FRONT_LIMITS);
});

Deno.test("with few the connections of HTTPS and of queries shrink alike, so that all of them fit", () => {
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

Deno.test("however few there are, one client of each is taken, and four wait", () => {
  const { connections, queries, waiting } = limitsWithin(0);
  assert.deepEqual([connections, queries.connections, waiting], [1, 1, 4]);
});
