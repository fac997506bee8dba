import assert from "node:assert/strict";
import { keep } from "./slab.ts";

Deno.test("keep() gives copies that never overlap, over many chunks", () => {
  const kept: { copy: Uint8Array; value: number; length: number }[] = [];
  for (let i = 0; i < 5000; i++) {
    const length = i % 300, value = i & 0xff;
    kept.push({ copy: keep(new Uint8Array(length + 7).fill(value), 3, 3 + length), value, length });
  }
  for (const { copy, value, length } of kept) {
    assert.equal(copy.length, length);
    assert.ok(copy.every((octet) => octet === value));
  }
});

Deno.test("keep() gives what is large an array of its own", () => {
  const large = keep(new Uint8Array(40_000).fill(9));
  assert.equal(large.buffer.byteLength, 40_000);
});
