/**
 * Maps names by suffix to numbers, such as those of services, tunnels or healing rows, with one
 * look-up per label.
 */
import { nameFromText } from "../model/name.ts";
import type { Fingerprinter } from "./fingerprint.ts";
import { FingerprintMap } from "./fingerprint_map.ts";

/** An immutable index from names, each including its subdomains, to numbers. */
export class SuffixNames {
  /** Whether there are no names. */
  readonly empty: boolean;
  readonly #first: FingerprintMap;
  /**
   * The top-level labels of all names. Most queried names end in none of them and so cost one
   * look-up.
   */
  readonly #endings: FingerprintMap;
  /** Per place: the number, and the next place for the same name, 0 = none. Place 0 is unused. */
  readonly #numbers: Int32Array;
  readonly #next: Int32Array;

  /**
   * `names[n]` are the names of number n; invalid names are skipped. The fingerprinter must be that
   * of the snapshot.
   */
  constructor(names: readonly (readonly string[])[], fingerprinter: Fingerprinter) {
    const count = names.reduce((sum, each) => sum + each.length, 0);
    this.empty = count === 0;
    this.#first = new FingerprintMap(count);
    this.#endings = new FingerprintMap(count);
    this.#numbers = new Int32Array(count + 1);
    this.#next = new Int32Array(count + 1);
    let place = 0;
    for (const [number, each] of names.entries()) {
      for (const text of each) {
        const name = nameFromText(text);
        const labels = name === undefined ? 0 : fingerprinter.ofWire(name);
        if (labels === 0) continue;
        const h1 = fingerprinter.h1[labels - 1];
        const h2 = fingerprinter.h2[labels - 1];
        this.#numbers[++place] = number;
        this.#next[place] = this.#first.get(h1, h2);
        this.#first.set(h1, h2, place);
        this.#endings.set(fingerprinter.h1[0], fingerprinter.h2[0], 1);
      }
    }
  }

  /**
   * Writes the numbers of a name into `into`, those of the longest suffix first, and returns their
   * count. `fingerprinter` must have just read its `labels` suffixes.
   */
  find({ h1, h2 }: Fingerprinter, labels: number, into: number[]): number {
    if (labels === 0 || this.#endings.get(h1[0], h2[0]) === 0) return 0;
    let count = 0;
    for (let i = labels - 1; i >= 0; i--) {
      for (let place = this.#first.get(h1[i], h2[i]); place !== 0; place = this.#next[place]) {
        into[count++] = this.#numbers[place];
      }
    }
    return count;
  }
}
