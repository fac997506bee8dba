import assert from "node:assert/strict";
import { hashWords } from "./journal/word_view.ts";
import { AdmissionFilter } from "./admission_filter.ts";

/** This number of different numbers. */
function numbers(from: number, count: number): number[] {
  const view = new DataView(new ArrayBuffer(8));
  return Array.from({ length: count }, (_, i) => {
    view.setUint32(0, from + i);
    return hashWords(view, 0, 8, 1);
  });
}

Deno.test("a number is known from its second call on, also if others share its bits", () => {
  const seen = new AdmissionFilter();
  const asked = numbers(0, 5000);
  const known = asked.filter((number) => seen.testAndAdd(number)).length;
  assert.ok(known < 10, `${known} were taken for others`);
  // Alternating, like a household's queries: none may displace another.
  for (let round = 0; round < 3; round++) {
    assert.ok(asked.every((number) => seen.testAndAdd(number)));
  }
});

Deno.test("numbers seen once are forgotten, and few are false positives", () => {
  const seen = new AdmissionFilter();
  const first = numbers(0, 100);
  for (const number of first) seen.testAndAdd(number);
  const known = numbers(1000, 1_000_000).filter((number) => seen.testAndAdd(number)).length;
  assert.ok(known < 10_000, `${known} of a million were taken for others`);
  assert.ok(first.filter((number) => seen.testAndAdd(number)).length < 10);
});
