import assert from "node:assert/strict";
import { takeShortTurns } from "./turn.ts";

const NUMBER = Deno.build.arch === "x86_64" ? 315n : 275n;
const { syscall } = Deno.dlopen("libc.so.6", {
  syscall: { parameters: ["isize", "i32", "buffer", "u32", "u32"], result: "isize" },
}).symbols;

/** Policy, nice value and length of the turns of this thread; nanoseconds, 0 = the kernel tells none. */
function attributes(): { policy: number; nice: number; turn: bigint } {
  const view = new DataView(new ArrayBuffer(48));
  assert.equal(syscall(NUMBER, 0, new Uint8Array(view.buffer), 48, 0), 0n);
  return { policy: view.getUint32(4, true), nice: view.getInt32(16, true), turn: view.getBigUint64(24, true) };
}

Deno.test("a thread that takes short turns keeps its policy and its share, and needs no right", () => {
  const before = attributes();
  takeShortTurns();
  const after = attributes();
  assert.deepEqual([after.policy, after.nice], [before.policy, before.nice]);
  // Kernels before 6.12 tell no length.
  if (before.turn !== 0n) assert.equal(after.turn, 100_000n);
});
