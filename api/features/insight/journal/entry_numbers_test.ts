import assert from "node:assert/strict";
import { EntryNumbers } from "./entry_numbers.ts";

Deno.test("a new journal starts at 1, an existing one continues well above its newest entry", () => {
  const first = new EntryNumbers();
  assert.equal(first.learn(0), 0);
  assert.deepEqual([first.give(2), first.next], [1, 3]);
  const again = new EntryNumbers();
  again.learn(2);
  assert.equal(again.give(1), 10_003);
});

Deno.test("entries numbered before the journal was read are moved above it", () => {
  const numbering = new EntryNumbers();
  numbering.give(3);
  assert.equal(numbering.known, false);
  const by = numbering.learn(50, 2);
  assert.deepEqual([2 + by, numbering.next, numbering.known], [10_051, 10_053, true]);
  numbering.doubt();
  assert.equal(numbering.learn(10_052, numbering.next), 0);
});
