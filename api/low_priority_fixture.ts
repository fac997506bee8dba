/** A thread of the test: tells its priority before and after it gave way, and whether it may still call native code. */
/// <reference lib="deno.worker" />
import { giveWay } from "./low_priority.ts";

const libc = Deno.dlopen("libc.so.6", {
  gettid: { parameters: [], result: "i32" },
  getpriority: { parameters: ["i32", "u32"], result: "i32" },
}).symbols;
const priority = () => libc.getpriority(0, libc.gettid());
const before = priority();
giveWay();
self.postMessage({
  before,
  after: priority(),
  ffi: Deno.permissions.querySync({ name: "ffi" }).state,
});
