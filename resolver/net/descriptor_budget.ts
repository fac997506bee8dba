/**
 * Shares the descriptors of a process, so that client connections do not use those that the box
 * itself needs. Without free descriptors the resolver reaches no upstream and databases no journal.
 * The runtime also panics then: it opens a file for the stack bounds when it loads a module (Deno
 * 2.9.5).
 */
import { checkResult, F_DUPFD_CLOEXEC, libc, RLIMIT_NOFILE } from "./libc.ts";

/** Descriptors of an idle box from source, with one or two upstream sockets. */
const AT_REST = 80;
/** Reserved descriptors when there are many; with few, a quarter of those beyond the idle ones. */
const KEPT = 256;
/** Connections that each listener may always have; with few descriptors, a twelfth of them. */
const SHARE = 8;
/** Listeners with a share: DNS over TCP and plain HTTP. */
const SHARES = 2;
/** Descriptors without which the box cannot run, and above which no client notices a limit. */
const LEAST = 96;
const ENOUGH = 1024;
/** A descriptor that every process has, used for duplication. */
const STDERR = 2;

/**
 * Maximum number of descriptors for the clients of the front, of `limit` in total. The front counts
 * its connections.
 */
export function frontDescriptorLimit(limit = descriptorLimit()): number {
  return Math.floor(Math.max(0, limit - AT_REST) / 3);
}

/** Whether a process with so few descriptors can run, and notices their limit. */
export function descriptorShortage(limit = descriptorLimit()): DescriptorShortage | undefined {
  if (limit >= ENOUGH) return undefined;
  const free = Math.max(0, limit - AT_REST);
  const front = frontDescriptorLimit(limit);
  return { limit, least: LEAST, enough: ENOUGH, front, others: free - front - reserved(limit) };
}

/** Descriptors of a process that are few; all numbers are counts. */
export interface DescriptorShortage {
  readonly limit: number;
  /** Without these the box cannot run; with `enough` no client notices the limit. */
  readonly least: number;
  readonly enough: number;
  /** Those for clients of the front, and of DNS over TCP and plain HTTP together. */
  readonly front: number;
  readonly others: number;
}

/** Descriptors reserved for the box itself. */
function reserved(limit: number): number {
  return Math.min(KEPT, Math.ceil(Math.max(0, limit - AT_REST) / 4));
}

/**
 * The descriptors of all other clients. Nothing is counted: the kernel assigns the lowest free
 * number, so numbers show the usage of all threads.
 */
export class DescriptorBudget {
  /** The first reserved number, and the one at which too many reserved ones are in use. */
  readonly #end: number;
  readonly #last: number;
  /** Connections that a listener may have even without room, so that no other takes all. */
  readonly share: number;

  /** `limit` is the maximum number of descriptors of the process. */
  constructor(limit = descriptorLimit()) {
    const kept = reserved(limit);
    this.share = Math.min(SHARE, Math.floor(Math.max(0, limit - AT_REST) / 12));
    this.#end = limit - frontDescriptorLimit(limit) - kept - SHARES * this.share;
    this.#last = this.#end + Math.ceil(kept / 2);
  }

  /** Whether a listener with this many connections may open one more. */
  admits(connections: number): boolean {
    return connections < this.share || this.hasRoom;
  }

  /** Whether one more may be opened. */
  get hasRoom(): boolean {
    const free = freeFrom(0);
    if (free < 0 || free >= this.#end) return false;
    // Some clients may have got a reserved number while others disconnected.
    const kept = freeFrom(this.#end);
    return kept >= 0 && kept < this.#last;
  }
}

/** The lowest free descriptor number from `number` on; -1 = none. */
function freeFrom(number: number): number {
  const fd = libc.fcntl(STDERR, F_DUPFD_CLOEXEC, number);
  if (fd >= 0) libc.close(fd);
  return fd;
}

function descriptorLimit(): number {
  const limits = new BigInt64Array(2);
  checkResult(
    libc.getrlimit(RLIMIT_NOFILE, new Uint8Array(limits.buffer)),
    "read how many files may be open",
  );
  // The kernel limits descriptor numbers to 31 bits, whatever the limit of the process
  // (fs.nr_open).
  return limits[0] < 0n || limits[0] > 0x7fffffffn ? 0x7fffffff : Number(limits[0]);
}
