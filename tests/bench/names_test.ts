import assert from "node:assert/strict";
import { nameFromText } from "../../policy/model/name.ts";
import { nameOf, spread } from "./names.ts";
import { ratio } from "./table.ts";

Deno.test("Generated names are valid and unique", () => {
  const names = new Set<string>();
  for (let i = 0; i < 50_000; i++) names.add(nameOf("b", i)).add(nameOf("n", i));
  assert.equal(names.size, 100_000);
  for (let i = 0; i < 100; i++) assert.notEqual(nameFromText(nameOf("b", i)), undefined);
});

Deno.test("spread() stays in its range and is reproducible", () => {
  const once = [...spread(1000, 77)];
  assert.ok(once.every((number) => Number.isInteger(number) && number >= 0 && number < 77));
  assert.deepEqual([...spread(1000, 77)], once);
});

Deno.test("A ratio above one is better, for rates and for costs", () => {
  assert.equal(ratio("from cache (queries/s)", 200, 100), 2);
  assert.equal(ratio("from cache (CPU µs/query)", 100, 200), 2);
});
