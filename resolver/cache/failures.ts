/**
 * Remembers questions that no upstream could answer, so that they are not retried at once (RFC 9520
 * 3.2). The pause is one second, doubles with each failure, and is at most five minutes. The table
 * has a fixed size; its keys are two keyed 32-bit hashes.
 */
import { type CacheKey, hashKey } from "./key.ts";

/** Longest pause in seconds (RFC 9520 3.2). */
export const MAX_FAILURE_SECONDS = 300;
const BUCKETS = 1024;
const WAYS = 4;
const SECOND_HASH = 0x5bd1e995;

/** The failure cache. `now` is in seconds, with fractions. */
export class FailureCache {
  readonly #seed: readonly [number, number];
  readonly #hashes = new Int32Array(BUCKETS * WAYS * 2);
  readonly #until = new Float64Array(BUCKETS * WAYS);
  readonly #counts = new Uint8Array(BUCKETS * WAYS);
  readonly #codes = new Uint16Array(BUCKETS * WAYS);
  /** Number of failures. It is nearly always 0, and then lookups return at once. */
  #held = 0;

  /** `seed` is a secret of two 32-bit words. */
  constructor(seed: readonly [number, number]) {
    this.#seed = seed;
  }

  /**
   * Records a failure with its EDE code (RFC 8914, not 0). Returns the seconds until the next
   * attempt.
   */
  recordFailure(key: CacheKey, code: number, now: number): number {
    let at = this.#find(key);
    let count = 1;
    if (at < 0) at = this.#leastUseful(~at);
    else if (now < this.#until[at] + MAX_FAILURE_SECONDS) {
      count = Math.min(this.#counts[at] + 1, 10);
    }
    const seconds = Math.min(2 ** (count - 1), MAX_FAILURE_SECONDS);
    this.#hashes[at * 2] = key.hash;
    this.#hashes[at * 2 + 1] = this.#check(key);
    if (this.#counts[at] === 0) this.#held++;
    this.#counts[at] = count;
    this.#codes[at] = code;
    this.#until[at] = now + seconds;
    return seconds;
  }

  /** The EDE code of an unexpired failure; 0 = the question may be sent. */
  lookup(key: CacheKey, now: number): number {
    const at = this.#find(key);
    return at >= 0 && now < this.#until[at] ? this.#codes[at] : 0;
  }

  /** Seconds until the question may be sent again, 0 = now. */
  secondsUntilRetry(key: CacheKey, now: number): number {
    const at = this.#find(key);
    return at < 0 ? 0 : Math.max(0, this.#until[at] - now);
  }

  /** Removes the failures of a question after an answer. */
  clearFailures(key: CacheKey): void {
    const at = this.#find(key);
    if (at >= 0) this.#forget(at);
  }

  /** Removes all failures, after a change of upstreams or settings. */
  flush(): void {
    this.#until.fill(0);
    this.#counts.fill(0);
    this.#held = 0;
  }

  #forget(at: number): void {
    this.#held--;
    this.#until[at] = 0;
    this.#counts[at] = 0;
  }

  /** The slot of a question, or the complement of the first slot of its bucket. */
  #find(key: CacheKey): number {
    const first = (key.hash & BUCKETS - 1) * WAYS;
    if (this.#held === 0) return ~first;
    const check = this.#check(key);
    for (let at = first; at < first + WAYS; at++) {
      if (
        this.#counts[at] > 0 && this.#hashes[at * 2] === key.hash &&
        this.#hashes[at * 2 + 1] === check
      ) return at;
    }
    return ~first;
  }

  #check(key: CacheKey): number {
    return hashKey(key, this.#seed[1], this.#seed[0] ^ SECOND_HASH);
  }

  /** The slot of the bucket whose pause ends first. */
  #leastUseful(first: number): number {
    let least = first;
    for (let at = first + 1; at < first + WAYS; at++) {
      if (this.#until[at] < this.#until[least]) least = at;
    }
    return least;
  }
}
