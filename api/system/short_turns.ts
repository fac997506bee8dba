/**
 * Shortens the time until a woken thread gets the processor: on a single core, work of other
 * threads must not delay responses.
 */
import { libc } from "../../resolver/net/libc.ts";
import { kernelNames, readProcFile } from "./proc_files.ts";

/**
 * Numbers of the system calls sched_setattr and sched_getattr, which the C library does not offer.
 */
const CALLS = Deno.build.arch === "x86_64" ? { set: 314, get: 315 } : { set: 274, get: 275 };
/**
 * Size of struct sched_attr up to `sched_period`, with the policy at byte 4 and the time slice in
 * nanoseconds at byte 24.
 */
const ATTRIBUTES = 48;
const POLICY = 4;
const TURN = 24;
const SCHED_OTHER = 0;
/** The shortest time slice of the kernel, in nanoseconds. */
const SHORTEST = 100_000n;
/** The threads of this process, by their numbers. */
const THREADS = "/proc/self/task";
/** Names of worker threads, and of the threads that the runtime uses for asynchronous calls. */
const OF_WORKERS = /^(worker|tokio)/;

/**
 * Requests the shortest time slices for a thread of this process and those that it starts later.
 * The thread gets no more time in total. But when it wakes, it preempts a thread with longer
 * slices, which would otherwise keep the processor for up to 4 ms. It needs no privilege. Kernels
 * before 6.12 do not support it and wake threads this way anyway. A thread with another policy
 * keeps it.
 */
function takeShortTurns(thread: number): void {
  const attributes = new Uint8Array(ATTRIBUTES);
  const view = new DataView(attributes.buffer);
  if (libc.sched_getattr(BigInt(CALLS.get), thread, attributes, ATTRIBUTES, 0) < 0n) return;
  if (view.getUint32(POLICY, true) !== SCHED_OTHER) return;
  view.setBigUint64(TURN, SHORTEST, true);
  libc.sched_setattr(BigInt(CALLS.set), thread, attributes, 0);
}

/**
 * Prepares the start of a worker that answers clients. Call the returned function once the worker
 * runs: it gives short time slices to the threads that were started since, which run the worker,
 * read its modules and wait for its sockets.
 */
export function prepareWorkerThreads(): () => void {
  const before = new Set(kernelNames(THREADS));
  return () => {
    for (const thread of kernelNames(THREADS)) {
      if (!before.has(thread) && OF_WORKERS.test(nameOf(thread))) takeShortTurns(Number(thread));
    }
  };
}

/** The name of a thread; "" when it has ended. */
function nameOf(thread: string): string {
  try {
    return readProcFile(`${THREADS}/${thread}/comm`);
  } catch {
    return "";
  }
}
