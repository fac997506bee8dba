import assert from "node:assert/strict";
import fc from "fast-check";
import { copyWords, equalWords, hashWords, WordView } from "./word_view.ts";

const view = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
/** Bytes, offsets of ranges in them, and one of these. */
const part = fc.tuple(fc.uint8Array({ minLength: 4, maxLength: 60 }), fc.nat(9), fc.nat(59));

Deno.test("copyWords() copies exactly the given bytes, at any offset", () => {
  fc.assert(
    fc.property(part, fc.nat(9), ([bytes, from], at) => {
      const source = new Uint8Array([...new Array(from).fill(1), ...bytes, 2]);
      const into = new Uint8Array(80).fill(7);
      copyWords(view(source), from, bytes.length, view(into), at);
      assert.deepEqual([...into.subarray(at, at + bytes.length)], [...bytes]);
      assert.ok(into.every((byte, i) => byte === 7 || i >= at && i < at + bytes.length));
    }),
    { numRuns: 500, seed: 8914 },
  );
});

Deno.test("sameWords() and hashWords() read every byte of the range, and none outside", () => {
  fc.assert(
    fc.property(part, ([bytes, from, which]) => {
      const one = new Uint8Array([...new Array(from).fill(1), ...bytes, 2]);
      const other = new Uint8Array([...bytes, 3]);
      const length = bytes.length;
      const changed = other.slice();
      changed[which % length] ^= 1 << which % 8;
      const hash = hashWords(view(one), from, from + length, 5);
      assert.ok(equalWords(view(one), from, view(other), 0, length));
      assert.equal(hashWords(view(other), 0, length, 5), hash);
      assert.ok(!equalWords(view(one), from, view(changed), 0, length));
      assert.notEqual(hashWords(view(changed), 0, length, 5), hash);
      assert.notEqual(hashWords(view(one), from, from + length, 6), hash);
    }),
    { numRuns: 500, seed: 8914 },
  );
});

Deno.test("hashWords() spreads names that differ in a few digits", () => {
  const seen = new Set<number>();
  const places = new Uint32Array(2048);
  const names = 20_000;
  for (let i = 0; i < names; i++) {
    const bytes = new TextEncoder().encode(`n${String(i).padStart(5, "0")}.${i % 10}.example.net`);
    const hash = hashWords(view(bytes), 0, bytes.length, 1);
    seen.add(hash);
    places[hash & 2047]++;
  }
  assert.ok(seen.size > names - 5, `${seen.size}`);
  assert.ok(Math.max(...places) < 40, `${Math.max(...places)}`);
});

Deno.test("Words returns the view of the given bytes", () => {
  const words = new WordView();
  const memory = new Uint8Array([1, 2, 3, 4, 5]).buffer;
  const one = new Uint8Array(memory);
  const other = new Uint8Array(memory, 1, 4);
  assert.equal(words.of(one).getUint8(1), 2);
  assert.equal(words.of(other).getUint8(1), 3);
  assert.equal(words.of(other), words.of(other));
  assert.equal(words.of(one).byteLength, 5);
});
