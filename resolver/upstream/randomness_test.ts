import assert from "node:assert/strict";
import { respond } from "../../tests/support/fake_upstream.ts";
import { question, withPool } from "../../tests/support/upstream_pool.ts";

/**
 * Chi-square of counts against an even spread, as a number of standard deviations from its mean.
 */
function deviation(counts: readonly number[]): number {
  const expected = counts.reduce((sum, count) => sum + count, 0) / counts.length;
  const chi = counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
  const freedom = counts.length - 1;
  return (chi - freedom) / Math.sqrt(2 * freedom);
}

function histogram(
  values: readonly number[],
  buckets: number,
  of: (value: number) => number,
): number[] {
  const counts = new Array<number>(buckets).fill(0);
  for (const value of values) counts[of(value)]++;
  return counts;
}

Deno.test("ids and source ports are evenly distributed and independent (RFC 5452)", () =>
  withPool({ script: (query) => [respond(query)] }, async ({ pool, fake }) => {
    for (let round = 0; round < 40; round++) {
      await Promise.all(
        Array.from(
          { length: 100 },
          (_, i) => pool.forward(question(`r${round}-${i}.example`), 3000),
        ),
      );
    }
    const { queries } = fake;
    assert.ok(queries.length >= 4000);
    const ids = queries.map((query) => query.id);
    const ports = queries.map((query) => query.port);
    assert.ok(Math.abs(deviation(histogram(ids, 64, (id) => id >> 10))) < 6);
    assert.ok(Math.abs(deviation(histogram(ids, 64, (id) => id & 63))) < 6);
    const steps = ids.slice(1).map((id, i) => (id - ids[i]) & 0xffff);
    assert.ok(Math.abs(deviation(histogram(steps, 64, (step) => step >> 10))) < 6);
    const distinct = [...new Set(ports)];
    assert.ok(distinct.length >= 60, `${distinct.length} ports`);
    assert.ok(
      Math.abs(deviation(distinct.map((port) => ports.filter((each) => each === port).length))) < 6,
    );
    const inOrder = distinct.slice(1).filter((port, i) => Math.abs(port - distinct[i]) <= 2).length;
    assert.ok(inOrder <= 4, `${inOrder} neighbouring ports`);
  }));
