import assert from "node:assert/strict";
import fc from "fast-check";
import { TextCache } from "./text_cache.ts";

const hex = (bytes: Uint8Array, at: number, end: number) => bytes.subarray(at, end).toHex();

Deno.test("RepeatedTexts returns the text of the bytes, whatever used the slot before", () => {
  const texts = new TextCache(4, 5, hex);
  fc.assert(
    fc.property(
      fc.array(fc.uint8Array({ maxLength: 8, max: 3 }), { minLength: 1, maxLength: 30 }),
      (all) => {
        for (const [i, bytes] of all.entries()) {
          const lying = new Uint8Array([...all[0], ...bytes, i]);
          const at = all[0].length;
          assert.equal(texts.of(lying, at, at + bytes.length), bytes.toHex());
        }
      },
    ),
    { numRuns: 500, seed: 4 },
  );
});

Deno.test("a text is created once while cached, and each time if it is too long", () => {
  let made = 0;
  const texts = new TextCache(1, 3, (...given) => {
    made++;
    return hex(...given);
  });
  const first = Uint8Array.of(1, 2, 3);
  const other = Uint8Array.of(1, 2, 4);
  const long = Uint8Array.of(1, 2, 3, 4);
  for (const bytes of [first, first, first]) texts.of(bytes, 0, 3);
  assert.equal(made, 1);
  for (const bytes of [other, other, first]) texts.of(bytes, 0, 3);
  assert.equal(made, 3);
  for (const bytes of [long, long]) assert.equal(texts.of(bytes, 0, 4), "01020304");
  assert.equal(made, 5);
  assert.deepEqual([texts.of(first, 0, 0), texts.of(first, 3, 3), made], ["", "", 6]);
});
