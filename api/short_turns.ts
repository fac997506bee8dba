/** How soon a thread that wakes up gets the processor: on one core, work of other threads must not hold up answers (DESIGN 8). */
import { libc } from "../resolver/net/libc.ts";
import { kernelNames, kernelText } from "./kernel_files.ts";

/** sched_setattr and sched_getattr, which the C library does not offer. */
const CALLS = Deno.build.arch === "x86_64" ? { set: 314, get: 315 } : { set: 274, get: 275 };
/** Octets of struct sched_attr up to `sched_period`: the policy at 4, the length of a turn in nanoseconds at 24. */
const ATTRIBUTES = 48, POLICY = 4, TURN = 24;
const SCHED_OTHER = 0;
/** The shortest turn that the kernel knows, in nanoseconds. */
const SHORTEST = 100_000n;
/** The threads of this process, by their numbers. */
const THREADS = "/proc/self/task";
/** Names of the threads of workers, and of those that the runtime keeps for their asynchronous calls. */
const OF_WORKERS = /^(worker|tokio)/;

/**
 * Asks for the shortest turns for a thread of this process and those that it starts later: it runs no more than before, but as soon as
 * it wakes, in the place of a thread with longer turns, which else would keep the processor for up to 4 ms. Takes no right. Kernels
 * before 6.12 know no such wish and wake threads so anyway; whoever was given another policy keeps it.
 */
function takeShortTurns(thread: number): void {
  const attributes = new Uint8Array(ATTRIBUTES), view = new DataView(attributes.buffer);
  if (libc.sched_getattr(BigInt(CALLS.get), thread, attributes, ATTRIBUTES, 0) < 0n) return;
  if (view.getUint32(POLICY, true) !== SCHED_OTHER) return;
  view.setBigUint64(TURN, SHORTEST, true);
  libc.sched_setattr(BigInt(CALLS.set), thread, attributes, 0);
}

/**
 * To be called before a worker starts that answers people; what it gives, once that runs, has its threads take short turns: its own,
 * and those that read its modules and wait for its sockets in its place from then on.
 */
export function workerToCome(): () => void {
  const before = new Set(kernelNames(THREADS));
  return () => {
    for (const thread of kernelNames(THREADS)) {
      if (!before.has(thread) && OF_WORKERS.test(nameOf(thread))) takeShortTurns(Number(thread));
    }
  };
}

/** The name of a thread, none when it has ended. */
function nameOf(thread: string): string {
  try {
    return kernelText(`${THREADS}/${thread}/comm`);
  } catch {
    return "";
  }
}
