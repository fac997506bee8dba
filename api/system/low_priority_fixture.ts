/**
 * A thread for the test: reports its priority before and after lowering it, and whether it may
 * still call native code.
 */
/// <reference lib="deno.worker" />
import { lowerThreadPriority } from "./low_priority.ts";

const libc = Deno.dlopen("libc.so.6", {
  gettid: { parameters: [], result: "i32" },
  getpriority: { parameters: ["i32", "u32"], result: "i32" },
}).symbols;
const priority = () => libc.getpriority(0, libc.gettid());
const before = priority();
lowerThreadPriority();
self.postMessage({
  before,
  after: priority(),
  ffi: Deno.permissions.querySync({ name: "ffi" }).state,
});
