/**
 * Questions that no upstream could answer, remembered so that they are not asked again at once (RFC 9520 3.2): one second,
 * doubled at each failure, at most five minutes. A small table of fixed size, known by two keyed hashes of 32 bits.
 */
import { type CacheKey, hashKey } from "./key.ts";

/** Longest pause in seconds (RFC 9520 3.2). */
export const MAX_FAILURE_SECONDS = 300;
const BUCKETS = 1024;
const WAYS = 4;
const SECOND_HASH = 0x5bd1e995;

/** The failure cache; `now` in seconds, fractions count. */
export class FailureCache {
  readonly #seed: readonly [number, number];
  readonly #hashes = new Int32Array(BUCKETS * WAYS * 2);
  readonly #until = new Float64Array(BUCKETS * WAYS);
  readonly #counts = new Uint8Array(BUCKETS * WAYS);
  readonly #codes = new Uint16Array(BUCKETS * WAYS);
  /** Failures held: with none, as nearly always, nothing is looked up. */
  #held = 0;

  /** `seed` is a secret of two 32-bit words. */
  constructor(seed: readonly [number, number]) {
    this.#seed = seed;
  }

  /** Remembers a failure with the EDE code that tells why (RFC 8914), not 0; the seconds until the next try. */
  failed(key: CacheKey, code: number, now: number): number {
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

  /** The EDE code of a failure that still holds, 0 = the question may be asked. */
  lookup(key: CacheKey, now: number): number {
    const at = this.#find(key);
    return at >= 0 && now < this.#until[at] ? this.#codes[at] : 0;
  }

  /** Seconds until the question may be asked again, 0 = now. */
  pause(key: CacheKey, now: number): number {
    const at = this.#find(key);
    return at < 0 ? 0 : Math.max(0, this.#until[at] - now);
  }

  /** Forgets the failures of a question that was answered. */
  answered(key: CacheKey): void {
    const at = this.#find(key);
    if (at >= 0) this.#forget(at);
  }

  /** Forgets all, as when upstreams or settings change. */
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

  /** The place of a question, or the complement of the first place of its bucket. */
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

  /** The place of the bucket whose pause ends first. */
  #leastUseful(first: number): number {
    let least = first;
    for (let at = first + 1; at < first + WAYS; at++) {
      if (this.#until[at] < this.#until[least]) least = at;
    }
    return least;
  }
}
