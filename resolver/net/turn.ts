/** How soon a thread that wakes up gets the processor: on one core, work of other threads must not hold up answers (DESIGN 8). */
import { libc } from "./libc.ts";

/** sched_setattr and sched_getattr, which the C library does not offer. */
const CALLS = Deno.build.arch === "x86_64" ? { set: 314, get: 315 } : { set: 274, get: 275 };
/** Octets of struct sched_attr up to `sched_period`: the policy at 4, the length of a turn in nanoseconds at 24. */
const ATTRIBUTES = 48, POLICY = 4, TURN = 24;
const SCHED_OTHER = 0;
/** The shortest turn that the kernel knows. */
const SHORTEST = 100_000n;

/**
 * Asks for the shortest turns for the thread that calls it and for those that it starts: it runs no more than before, but as soon as
 * it wakes, in the place of a thread with longer turns, which else would keep the processor for up to 4 ms. Takes no right. Kernels
 * before 6.12 know no such wish and wake threads so anyway; whoever was given another policy keeps it.
 */
export function takeShortTurns(): void {
  const attributes = new Uint8Array(ATTRIBUTES), view = new DataView(attributes.buffer);
  if (libc.sched_getattr(BigInt(CALLS.get), 0, attributes, ATTRIBUTES, 0) < 0n) return;
  if (view.getUint32(POLICY, true) !== SCHED_OTHER) return;
  view.setBigUint64(TURN, SHORTEST, true);
  libc.sched_setattr(BigInt(CALLS.set), 0, attributes, 0);
}
