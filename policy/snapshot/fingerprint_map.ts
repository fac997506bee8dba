/**
 * A small map from fingerprints to numbers, for the few names that are not in the mapped name
 * table.
 */
import { homeOf } from "./name_table.ts";

const WORDS = 3;

/**
 * Maps fingerprints to numbers above 0. The capacity is fixed; exceeding it is a programming error.
 */
export class FingerprintMap {
  readonly #words: Int32Array;
  readonly #homes: number;
  readonly #capacity: number;
  /** Number of fingerprints. */
  size = 0;

  /** Allocates space for `capacity` fingerprints. */
  constructor(capacity: number, words?: Int32Array, homes = Math.max(4, capacity * 2)) {
    this.#capacity = capacity;
    this.#homes = homes;
    // As many slots after the last home as there are names: entries never wrap, and the last slot
    // stays empty.
    this.#words = words ?? new Int32Array((homes + capacity + 1) * WORDS);
  }

  /**
   * Opens the output of `packed`, for look-ups only. Throws a RangeError if look-ups might not
   * terminate.
   */
  static open(words: Int32Array, homes: number): FingerprintMap {
    const places = words.length / WORDS;
    if (
      !Number.isInteger(places) || homes < 1 || places <= homes || words[words.length - 1] !== 0
    ) {
      throw new RangeError(`a table of fingerprints with ${homes} homes in ${words.length} words`);
    }
    return new FingerprintMap(0, words, homes);
  }

  /** The words of the map without trailing empty slots, and the number of homes. */
  packed(): { readonly words: Int32Array; readonly homes: number } {
    let places = this.#words.length / WORDS;
    while (places > this.#homes + 1 && this.#words[(places - 2) * WORDS + 2] === 0) places--;
    return { words: this.#words.subarray(0, places * WORDS), homes: this.#homes };
  }

  /** A copy that changes separately. */
  copy(): FingerprintMap {
    const copy = new FingerprintMap(this.#capacity, this.#words.slice(), this.#homes);
    copy.size = this.size;
    return copy;
  }

  /** How many more fingerprints fit. */
  get room(): number {
    return this.#capacity - this.size;
  }

  /** The greatest number in the map. */
  greatest(): number {
    let greatest = 0;
    for (let at = 2; at < this.#words.length; at += WORDS) {
      // Unsigned, so that a negative number is rejected like one that is too great.
      greatest = Math.max(greatest, this.#words[at] >>> 0);
    }
    return greatest;
  }

  /** The number of a fingerprint, 0 = absent. */
  get(h1: number, h2: number): number {
    const words = this.#words;
    for (let at = homeOf(h1, this.#homes) * WORDS;; at += WORDS) {
      const value = words[at + 2];
      if (value === 0 || (words[at] === h1 && words[at + 1] === h2)) return value;
    }
  }

  /**
   * Sets the number of a fingerprint, which must be above 0. Throws a RangeError if the map is
   * full.
   */
  set(h1: number, h2: number, value: number): void {
    const words = this.#words;
    let at = homeOf(h1, this.#homes) * WORDS;
    while (words[at + 2] !== 0 && (words[at] !== h1 || words[at + 1] !== h2)) at += WORDS;
    if (words[at + 2] === 0 && ++this.size > this.#capacity) {
      throw new RangeError(`A table of fingerprints is full: ${this.#capacity}`);
    }
    words[at] = h1;
    words[at + 1] = h2;
    words[at + 2] = value;
  }
}
