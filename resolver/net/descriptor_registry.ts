/**
 * Records the descriptors of a thread in memory that survives it. The runtime does not close
 * descriptors that were opened by FFI, so the owner of a dead thread closes them.
 */
import { libc } from "./libc.ts";

/**
 * Bytes of shared memory: a bit for each of the 1,048,576 descriptors that Linux allows a process
 * by default (fs.nr_open).
 */
export const DESCRIPTOR_MEMORY_BYTES = 1 << 17;

/**
 * The descriptors of one thread. The thread writes while it lives and its owner afterwards, so that
 * none is closed twice.
 */
export class DescriptorRegistry {
  readonly #words: Uint32Array;

  constructor(memory: SharedArrayBuffer) {
    this.#words = new Uint32Array(memory);
  }

  /** Records a descriptor, immediately after it was opened. */
  add(fd: number): void {
    this.#words[fd >>> 5] |= 1 << (fd & 31);
  }

  /** Removes a descriptor, immediately before it is closed. */
  remove(fd: number): void {
    this.#words[fd >>> 5] &= ~(1 << (fd & 31));
  }

  /**
   * Closes the descriptors of a dead thread except `kept`, which belong to others. Returns the
   * number of closed ones.
   */
  closeAll(kept: ReadonlySet<number>): number {
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
