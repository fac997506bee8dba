import assert from "node:assert/strict";
import fc from "fast-check";
import { BUCKETS, NameEntryLog } from "./entry_log.ts";

type Entry = readonly [number, number, number];

function inOrder(entries: readonly Entry[]): number[] {
  return entries.toSorted((a, b) => a[0] - b[0] || a[1] - b[1] || a[2] - b[2]).flat();
}

function all(log: NameEntryLog): number[] {
  const words: number[] = [];
  // Each is valid until the next one is requested.
  for (const bucket of log) words.push(...bucket);
  return words;
}

Deno.test("entries are sorted per bucket, whatever their number and distribution", () => {
  const int = fc.integer({ min: -0x80000000, max: 0x7fffffff });
  const crowd = fc.integer({ min: 0x12340000, max: 0x12340fff });
  const entry = fc.tuple(fc.oneof(int, crowd), fc.oneof(int, fc.constant(7)), fc.nat({ max: 9 }));
  const round = (entries: readonly Entry[]) => {
    const log = new NameEntryLog();
    for (const [h1, h2, claim] of entries) log.add(h1, h2, claim);
    for (let bucket = 0; bucket < BUCKETS; bucket++) log.keep(bucket, log.sorted(bucket));
    assert.deepEqual(all(log), inOrder(entries));
  };
  fc.assert(fc.property(fc.array(entry, { maxLength: 3000, size: "max" }), round), {
    seed: 3,
    numRuns: 60,
  });
});

Deno.test("a bucket of many chunks keeps its remaining entries", () => {
  const entries = Array.from({ length: 1000 }, (_, i): Entry => [i * 4096 + (5 << 24), i, 1]);
  const log = new NameEntryLog();
  for (const [h1, h2, claim] of entries.toReversed()) log.add(h1, h2, claim);
  for (const left of [1000, 768, 767, 256, 1, 0]) {
    log.keep(128 + 5, log.sorted(128 + 5).slice(0, left * 3));
    assert.deepEqual(all(log), entries.slice(0, left).flat());
  }
});
