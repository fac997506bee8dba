import assert from "node:assert/strict";
import fc from "fast-check";
import { bucketOf, NameMap } from "./name_map.ts";

Deno.test("a map in buckets holds what an ordinary map holds, and shares what is unchanged", () => {
  const name = fc.nat(400).map((number) => `name-${number}.lan`);
  const value = fc.option(fc.nat(3), { nil: undefined });
  const steps = fc.array(fc.array(fc.tuple(name, value), { maxLength: 6 }), { maxLength: 6 });
  fc.assert(
    fc.property(fc.array(fc.tuple(name, fc.nat(3))), steps, (first, steps) => {
      const plain = new Map(first);
      let held = NameMap.from(plain);
      for (const changes of steps) {
        const before = held;
        const entries = [...before];
        for (const [name, value] of changes) {
          if (value === undefined) plain.delete(name);
          else plain.set(name, value);
        }
        held = before.with(changes);
        assert.deepEqual(entries, [...before], "the map of before is unchanged");
        assert.deepEqual(new Map(held), new Map(NameMap.from(plain)));
        assert.equal(held.size, plain.size);
        assert.deepEqual(new Set(held.keys()), new Set(plain.keys()));
        assert.deepEqual([...held.values()].sort(), [...plain.values()].sort());
        for (const [name] of changes) {
          assert.deepEqual([held.get(name), held.has(name)], [plain.get(name), plain.has(name)]);
        }
        const touched = new Set(changes.map(([name]) => bucketOf(name)));
        held.buckets.forEach((bucket, at) =>
          assert.ok(touched.has(at) || bucket === before.buckets[at])
        );
        assert.equal(NameMap.from(plain, held), held);
      }
      const seen: [string, number][] = [];
      held.forEach((value, name, map) => {
        assert.equal(map, held);
        seen.push([name, value]);
      });
      assert.deepEqual(seen, [...held.entries()]);
    }),
    { numRuns: 200, seed: 3 },
  );
});
