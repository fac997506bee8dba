import assert from "node:assert/strict";
import fc from "fast-check";
import { framed } from "../../../tests/support/flood.ts";
import { QueryFrames } from "./query_frames.ts";

Deno.test("queries are unchanged for any split, and no memory is kept between them", () => {
  fc.assert(
    fc.property(
      fc.array(fc.uint8Array({ maxLength: 300 }), { maxLength: 12 }),
      fc.array(fc.integer({ min: 1, max: 70 }), { minLength: 1 }),
      (queries, cuts) => {
        const frames = new QueryFrames();
        const stream = queries.flatMap((query) => [...framed(query)]);
        const got: number[][] = [];
        for (let at = 0, cut = 0; at < stream.length; cut++) {
          const size = cuts[cut % cuts.length];
          frames.push(
            new Uint8Array(stream.slice(at, at + size)),
            (query) => got.push([...query]) > 0,
          );
          at += size;
        }
        assert.deepEqual(got, queries.map((query) => [...query]));
        assert.equal(frames.isHolding, false);
      },
    ),
    { seed: 7858, numRuns: 300 },
  );
});

Deno.test("after a stop drain() passes on the rest, and received bytes are not kept by reference", () => {
  const frames = new QueryFrames();
  const got: number[] = [];
  const one = (query: Uint8Array) => got.push(query[0]) < 0;
  const bytes = new Uint8Array([1, 2, 3].flatMap((value) => [0, 1, value]));
  frames.push(bytes, one);
  bytes.fill(255);
  assert.deepEqual(got, [1]);
  assert.ok(frames.isHolding);
  frames.push(new Uint8Array([0]), one);
  frames.drain(one);
  frames.push(new Uint8Array([1, 4]), one);
  frames.drain(one);
  assert.deepEqual([got, frames.isHolding], [[1, 2, 3, 4], false]);
});

Deno.test("the longest query is complete after pieces of one byte", () => {
  const frames = new QueryFrames();
  const query = new Uint8Array(65_535).fill(9);
  let got = 0;
  for (const byte of framed(query)) {
    frames.push(new Uint8Array([byte]), ({ length }) => (got = length) > 0);
  }
  assert.equal(got, 65_535);
});
