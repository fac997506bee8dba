/**
 * Which descriptors a thread holds, in memory that outlives it: the runtime closes nothing that was opened by FFI, so should the
 * thread die, whoever started it closes them.
 */
import { libc } from "./libc.ts";

/** Bytes of shared memory: a bit for each of the 1,048,576 descriptors that Linux gives a process at most by default (fs.nr_open). */
export const DESCRIPTOR_MEMORY = 1 << 17;

/** The descriptors of one thread. The thread writes while it lives, its owner afterwards, so that nothing is closed twice. */
export class HeldDescriptors {
  readonly #words: Uint32Array;

  constructor(memory: SharedArrayBuffer) {
    this.#words = new Uint32Array(memory);
  }

  /** Notes a descriptor, right after it was opened. */
  take(fd: number): void {
    this.#words[fd >>> 5] |= 1 << (fd & 31);
  }

  /** Forgets a descriptor, right before it is closed. */
  leave(fd: number): void {
    this.#words[fd >>> 5] &= ~(1 << (fd & 31));
  }

  /** Closes all that the thread left, which must be dead, but for `kept`, which belong to others; how many were closed. */
  closeLeft(kept: ReadonlySet<number>): number {
    let closed = 0;
    for (let at = 0; at < this.#words.length; at++) {
      for (let bits = this.#words[at]; bits !== 0; bits &= bits - 1) {
        const fd = at * 32 + 31 - Math.clz32(bits & -bits);
        if (kept.has(fd)) continue;
        libc.close(fd);
        closed++;
      }
      this.#words[at] = 0;
    }
    return closed;
  }
}
