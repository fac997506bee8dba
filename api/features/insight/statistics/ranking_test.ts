import assert from "node:assert/strict";
import fc from "fast-check";
import { Ranking } from "./ranking.ts";

Deno.test("with room for every key the ranking is exact", () => {
  const ranking = new Ranking(10);
  for (const key of ["a", "b", "a", "c", "b", "a"]) ranking.add(key);
  assert.deepEqual(ranking.top().map(({ key, count }) => [key, count]), [["a", 3], ["b", 2], ["c", 1]]);
});

Deno.test("a key seen often is found among many, and the true count lies within the error", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 400 }), { maxLength: 3000 }), (keys) => {
      const ranking = new Ranking(20), truth = new Map<string, number>();
      for (const n of keys) {
        const key = n > 300 ? "often" : `k${n}`;
        ranking.add(key);
        truth.set(key, (truth.get(key) ?? 0) + 1);
      }
      const top = ranking.top();
      assert.ok(top.length <= 20);
      for (const { key, count, error } of top) {
        const real = truth.get(key)!;
        assert.ok(real <= count && real >= count - error, `${key}: ${count - error} <= ${real} <= ${count}`);
      }
    }),
    { seed: 4, numRuns: 100 },
  );
});
