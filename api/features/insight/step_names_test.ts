import assert from "node:assert/strict";
import { StepNames } from "./step_names.ts";

Deno.test("a step counts once, from its second distinct name", () => {
  const names = new StepNames<string>(100);
  const seen = (step: number, name: string) => names.reaches(step, "games", name, 2);
  assert.deepEqual([seen(1, "a"), seen(1, "a"), seen(1, "b"), seen(1, "c"), seen(1, "a")], [
    ...[false, false, true, false, false],
  ]);
  assert.deepEqual([seen(2, "a"), seen(2, "a"), seen(2, "b")], [false, false, true]);
});

Deno.test("two threads that report different steps alternately are both counted", () => {
  const names = new StepNames<string>(100);
  const seen = (step: number, name: string) => names.reaches(step, "games", name, 2);
  assert.deepEqual([seen(1, "a"), seen(2, "a"), seen(1, "b"), seen(2, "b"), seen(1, "c")], [
    ...[false, false, true, true, false],
  ]);
});

Deno.test("keys beyond the limit are not counted, and names of one key take bounded memory", () => {
  const names = new StepNames<number>(2);
  for (const key of [1, 2, 3]) assert.equal(names.reaches(1, key, "a", 3), false);
  for (let i = 0; i < 1000; i++) names.reaches(1, 1, `n${i}`, 3);
  assert.equal(names.reaches(1, 2, "b", 3), false);
  assert.equal(names.reaches(1, 2, "c", 3), true);
  assert.equal(names.reaches(1, 3, "b", 2), false);
});
