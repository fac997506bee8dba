/** Token buckets by client prefix in typed arrays. Memory is bounded for any number of sources. */
import type { RateLimit } from "../../policy/snapshot/settings.ts";
import type { QuerySource } from "./reply.ts";

const BUCKETS = 8192;
const WAYS = 4;
/** Bytes of memory of a limiter. */
export const RATE_MEMORY_BYTES = BUCKETS * 24;

/**
 * Limits queries per second for each client prefix. In a full set, a prefix replaces the one idle
 * for longest.
 */
export class RateLimiter {
  enabled = false;
  #limit: RateLimit = { perSecond: 0, burst: 0, prefix4: 32, prefix6: 64 };
  readonly #seconds: () => number;
  readonly #keys: Float64Array;
  readonly #tokens: Float64Array;
  readonly #seen: Float64Array;

  /**
   * `seconds` is a clock that all users of the memory share; it may jump. Workers that share
   * `memory` (RATE_MEMORY bytes) count a client together, because a phone's random ports spread it
   * over them. Two of them may occasionally spend the same token, never more.
   */
  constructor(
    seconds: () => number,
    memory: SharedArrayBuffer | ArrayBuffer = new ArrayBuffer(RATE_MEMORY_BYTES),
  ) {
    this.#seconds = seconds;
    this.#keys = new Float64Array(memory, 0, BUCKETS);
    this.#tokens = new Float64Array(memory, BUCKETS * 8, BUCKETS);
    this.#seen = new Float64Array(memory, BUCKETS * 16, BUCKETS);
  }

  /** Applies a new limit; 0 per second turns it off. Counts are kept. */
  configure(limit: RateLimit): void {
    this.#limit = limit;
    this.enabled = limit.perSecond > 0;
  }

  /** Takes one token of the source's prefix; false when none is left. */
  admits(source: QuerySource): boolean {
    const now = this.#seconds();
    const key = this.#key(source);
    const base = (key % (BUCKETS / WAYS)) * WAYS;
    let slot = -1;
    let oldest = base;
    for (let i = base; i < base + WAYS; i++) {
      if (this.#keys[i] === key) slot = i;
      // Idle for long, or counted by a clock that was ahead.
      if (Math.abs(now - this.#seen[i]) > Math.abs(now - this.#seen[oldest])) oldest = i;
    }
    const capacity = Math.max(this.#limit.burst, this.#limit.perSecond, 1);
    if (slot < 0) {
      slot = oldest;
      this.#keys[slot] = key;
      this.#tokens[slot] = capacity;
    } else {
      const earned = Math.max(0, now - this.#seen[slot]) * this.#limit.perSecond;
      this.#tokens[slot] = Math.min(capacity, this.#tokens[slot] + earned);
    }
    this.#seen[slot] = now;
    if (this.#tokens[slot] < 1) return false;
    this.#tokens[slot]--;
    return true;
  }

  /** A 52-bit hash of the prefix, never 0. */
  #key(source: QuerySource): number {
    const { bytes, at, length } = source;
    const bits = length === 4 ? this.#limit.prefix4 : this.#limit.prefix6;
    let high = length;
    let low = 0x811c9dc5;
    for (let i = 0; i < length; i++) {
      const left = bits - i * 8;
      if (left <= 0) break;
      const byte = left >= 8 ? bytes[at + i] : bytes[at + i] & (0xff << (8 - left));
      high = Math.imul(high ^ byte, 0x01000193) ^ (high >>> 15);
      low = Math.imul(low ^ byte, 0x85ebca6b) ^ (low >>> 13);
    }
    return ((high >>> 0) & 0xfffff) * 0x100000000 + (low >>> 0) + 1;
  }
}
