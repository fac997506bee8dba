import assert from "node:assert/strict";
import { copyBytes, ExactArrays } from "./exact_arrays.ts";

Deno.test("ExactArrays returns the same array for a length up to the limit", () => {
  const arrays = new ExactArrays(300);
  for (let length = 0; length < 400; length++) {
    assert.equal(arrays.of(length).length, length);
    const first = arrays.of(length);
    const second = arrays.of(length);
    assert.equal(first === second, length <= 300);
  }
});

Deno.test("copies equal their source at any length", () => {
  const arrays = new ExactArrays(1000);
  const source = Uint8Array.from({ length: 1200 }, (_, i) => i * 7 & 0xff);
  for (const length of [0, 1, 17, 192, 193, 900, 1100]) {
    assert.deepEqual(arrays.copy(source, 50, 50 + length), source.slice(50, 50 + length));
    const into = new Uint8Array(length + 9).fill(1);
    copyBytes(source, 3, 3 + length, into, 4);
    assert.deepEqual(into.subarray(4, 4 + length), source.subarray(3, 3 + length));
    assert.equal(into[3] + into[4 + length], 2);
  }
});
