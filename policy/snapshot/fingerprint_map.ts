/** A small table from fingerprints to numbers, for the few names that are not in the mapped table of names. */
import { homeOf } from "./name_table.ts";

/** Fingerprints with a number above 0 each. Sized once; more names than announced are a programming error. */
export class FingerprintMap {
  readonly #words: Int32Array;
  readonly #homes: number;
  readonly #capacity: number;
  /** How many fingerprints it holds. */
  size = 0;

  /** Room for `capacity` fingerprints. */
  constructor(capacity: number) {
    this.#capacity = capacity;
    this.#homes = Math.max(4, capacity * 2);
    // As many places after the last home as there are names: nothing ever wraps, and the last place stays empty.
    this.#words = new Int32Array((this.#homes + capacity + 1) * 3);
  }

  /** The number of a fingerprint, 0 = not there. */
  get(h1: number, h2: number): number {
    const words = this.#words;
    for (let at = homeOf(h1, this.#homes) * 3;; at += 3) {
      const value = words[at + 2];
      if (value === 0 || (words[at] === h1 && words[at + 1] === h2)) return value;
    }
  }

  /** Gives a fingerprint a number above 0, in place of the one it had. Throws a RangeError when full. */
  set(h1: number, h2: number, value: number): void {
    const words = this.#words;
    let at = homeOf(h1, this.#homes) * 3;
    while (words[at + 2] !== 0 && (words[at] !== h1 || words[at + 1] !== h2)) at += 3;
    if (words[at + 2] === 0 && ++this.size > this.#capacity) {
      throw new RangeError(`A table of fingerprints is full: ${this.#capacity}`);
    }
    words[at] = h1;
    words[at + 1] = h2;
    words[at + 2] = value;
  }
}
