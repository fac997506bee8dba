import assert from "node:assert/strict";
import fc from "fast-check";
import { RepeatedTexts } from "./repeated_texts.ts";

const hex = (octets: Uint8Array, at: number, end: number) => octets.subarray(at, end).toHex();

Deno.test("every text is that of its octets, wherever they lie and whatever took their place before", () => {
  const texts = new RepeatedTexts(4, 5, hex);
  fc.assert(
    fc.property(
      fc.array(fc.uint8Array({ maxLength: 8, max: 3 }), { minLength: 1, maxLength: 30 }),
      (all) => {
        for (const [i, octets] of all.entries()) {
          const lying = new Uint8Array([...all[0], ...octets, i]), at = all[0].length;
          assert.equal(texts.of(lying, at, at + octets.length), octets.toHex());
        }
      },
    ),
    { numRuns: 500, seed: 4 },
  );
});

Deno.test("a text is made once while it is remembered, one that is too long each time", () => {
  let made = 0;
  const texts = new RepeatedTexts(1, 3, (...given) => (made++, hex(...given)));
  const first = Uint8Array.of(1, 2, 3),
    other = Uint8Array.of(1, 2, 4),
    long = Uint8Array.of(1, 2, 3, 4);
  for (const octets of [first, first, first]) texts.of(octets, 0, 3);
  assert.equal(made, 1);
  for (const octets of [other, other, first]) texts.of(octets, 0, 3);
  assert.equal(made, 3);
  for (const octets of [long, long]) assert.equal(texts.of(octets, 0, 4), "01020304");
  assert.equal(made, 5);
  assert.deepEqual([texts.of(first, 0, 0), texts.of(first, 3, 3), made], ["", "", 6]);
});
