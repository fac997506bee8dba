/**
 * Sharing out the descriptors that a process may have, so that no crowd of clients gets those that the box needs itself. Without any
 * the resolver reaches no upstream and a database no journal, and the runtime ends the process: it asks the C library for the
 * bounds of its stack when it reads a module, and panics when no file can be opened for that (Deno 2.9.5).
 */
import { check, F_DUPFD_CLOEXEC, libc, RLIMIT_NOFILE } from "./libc.ts";

/** Descriptors of a box at which nobody asks anything, from source, with a socket to an upstream or two. */
const AT_REST = 80;
/** Descriptors kept beyond those where there are many; where there are few, a quarter of what rest leaves. */
const KEPT = 256;
/** A descriptor that every process of the runtime has, to be doubled. */
const STDERR = 2;

/** How many descriptors the front may have for its clients, of `limit` in all. It counts them by its connections. */
export function descriptorsOfFront(limit = descriptorLimit()): number {
  return Math.floor(Math.max(0, limit - AT_REST) / 3);
}

/**
 * The room for all other clients. It counts nothing: the kernel gives the lowest free number, so that numbers tell of all threads.
 */
export class DescriptorRoom {
  /** The first number that is kept, and the one by which too many of those are in use. */
  readonly #end: number;
  readonly #last: number;

  /** `limit` is how many descriptors the process may have. */
  constructor(limit = descriptorLimit()) {
    const kept = Math.min(KEPT, Math.ceil(Math.max(0, limit - AT_REST) / 4));
    this.#end = limit - descriptorsOfFront(limit) - kept;
    this.#last = this.#end + Math.ceil(kept / 2);
  }

  /** Whether one more may be opened. */
  get isLeft(): boolean {
    const free = freeFrom(0);
    if (free < 0 || free >= this.#end) return false;
    // Some clients got a kept number, while others were leaving.
    const kept = freeFrom(this.#end);
    return kept >= 0 && kept < this.#last;
  }
}

/** The lowest number from here on that no descriptor has; -1 = there is none. */
function freeFrom(number: number): number {
  const fd = libc.fcntl(STDERR, F_DUPFD_CLOEXEC, number);
  if (fd >= 0) libc.close(fd);
  return fd;
}

function descriptorLimit(): number {
  const limits = new BigInt64Array(2);
  check(
    libc.getrlimit(RLIMIT_NOFILE, new Uint8Array(limits.buffer)),
    "read how many files may be open",
  );
  // The kernel allows no process more than a number of 31 bits, whatever its limit (fs.nr_open).
  return limits[0] < 0n || limits[0] > 0x7fffffffn ? 0x7fffffff : Number(limits[0]);
}
