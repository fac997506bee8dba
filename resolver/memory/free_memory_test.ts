import assert from "node:assert/strict";
import { trimMemory } from "./free_memory.ts";

Deno.test("trimMemory() keeps memory in use unchanged", () => {
  const kept = Array.from({ length: 1000 }, (_, i) => new Uint8Array(3000).fill(i & 0xff));
  trimMemory();
  trimMemory();
  assert.ok(kept.every((array, i) => array.every((byte) => byte === (i & 0xff))));
});
