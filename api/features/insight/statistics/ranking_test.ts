import assert from "node:assert/strict";
import fc from "fast-check";
import { Ranking } from "./ranking.ts";

Deno.test("with room for every key the ranking is exact", () => {
  const ranking = new Ranking(10);
  for (const key of ["a", "b", "a", "c", "b", "a"]) ranking.add(key);
  assert.deepEqual(ranking.top().map(({ key, count }) => [key, count]), [["a", 3], ["b", 2], [
    "c",
    1,
  ]]);
});

Deno.test("a frequent key is found among many, and its true count lies within the error", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 400 }), { maxLength: 3000 }), (keys) => {
      const ranking = new Ranking(20);
      const truth = new Map<string, number>();
      for (const n of keys) {
        const key = n > 300 ? "often" : `k${n}`;
        ranking.add(key);
        truth.set(key, (truth.get(key) ?? 0) + 1);
      }
      const top = ranking.top();
      assert.ok(top.length <= 20);
      for (const { key, count, error } of top) {
        const real = truth.get(key)!;
        assert.ok(
          real <= count && real >= count - error,
          `${key}: ${count - error} <= ${real} <= ${count}`,
        );
      }
    }),
    { seed: 4, numRuns: 100 },
  );
});

Deno.test("the least frequent keys are evicted, as often as necessary", () => {
  const ranking = new Ranking(3);
  for (const key of ["a", "a", "a", "b", "b", "c", "d", "e", "f"]) ranking.add(key);
  ranking.add("g");
  // c, d, e and f have equal counts: c is the oldest.
  assert.deepEqual(ranking.top(), [
    { key: "a", count: 3, error: 0 },
    { key: "b", count: 2, error: 0 },
    { key: "g", count: 2, error: 1 },
  ]);
  for (let i = 0; i < 1000; i++) for (const key of ["a", `n${i}`]) ranking.add(key);
  assert.deepEqual([ranking.top().length, ranking.top()[0].key], [3, "a"]);
  ranking.load([{ key: "a", count: 5, error: 2 }, { key: "kept", count: 5000, error: 7 }]);
  const [kept, a] = ranking.top();
  assert.deepEqual([kept, a.key, a.count - 5 >= 1003, a.error], [
    { key: "kept", count: 5000, error: 7 },
    "a",
    true,
    2,
  ]);
});

Deno.test("a later key takes only the index of an evicted one", () => {
  const ranking = new Ranking(2);
  for (const key of ["a", "b", ..."ccccc", ..."dddd", "e", "f"]) ranking.add(key);
  assert.deepEqual(ranking.top().map(({ key, count }) => [key, count]), [["c", 5], ["d", 4]]);
  for (let i = 0; i < 7; i++) ranking.add("f");
  assert.deepEqual(ranking.top(), [{ key: "f", count: 9, error: 1 }, {
    key: "c",
    count: 5,
    error: 0,
  }]);
});
