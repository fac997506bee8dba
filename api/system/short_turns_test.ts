import assert from "node:assert/strict";
import { prepareWorkerThreads } from "./short_turns.ts";

const NUMBER = Deno.build.arch === "x86_64" ? 315n : 275n;
const { syscall } = Deno.dlopen("libc.so.6", {
  syscall: { parameters: ["isize", "i32", "buffer", "u32", "u32"], result: "isize" },
}).symbols;

/**
 * Policy, nice value and time slice of a thread (0 = this one); nanoseconds, 0 = the kernel reports
 * none.
 */
function attributes(thread = 0): { policy: number; nice: number; turn: bigint } {
  const view = new DataView(new ArrayBuffer(48));
  assert.equal(syscall(NUMBER, thread, new Uint8Array(view.buffer), 48, 0), 0n);
  return {
    policy: view.getUint32(4, true),
    nice: view.getInt32(16, true),
    turn: view.getBigUint64(24, true),
  };
}

function threads(): Map<number, string> {
  return new Map([...Deno.readDirSync("/proc/self/task")].map(({ name }) => {
    return [Number(name), Deno.readTextFileSync(`/proc/self/task/${name}/comm`).trim()];
  }));
}

const WORKER = "self.onmessage = ({ data }) => Deno.stat('/').then(() => postMessage(data));";

Deno.test("prepareWorkerThreads() shortens time slices only of the new worker's threads", async () => {
  const before = attributes();
  const others = threads();
  const hasCome = prepareWorkerThreads();
  const worker = new Worker(`data:text/javascript,${WORKER}`, { type: "module" });
  const answered = new Promise((resolve) => worker.onmessage = resolve);
  worker.postMessage(1);
  await answered;
  hasCome();
  const after = attributes();
  const came = [...threads()].filter(([thread]) => !others.has(thread));
  assert.deepEqual([after.policy, after.nice], [before.policy, before.nice]);
  assert.ok(came.some(([, name]) => name.startsWith("worker")));
  // Kernels before 6.12 report no time slice.
  if (before.turn !== 0n) {
    assert.equal(after.turn, before.turn);
    for (const [thread] of came) assert.equal(attributes(thread).turn, 100_000n);
  }
  worker.terminate();
});
