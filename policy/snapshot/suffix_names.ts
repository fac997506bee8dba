/** Numbers of names by suffix: which services, tunnels or healing rows a name asked belongs to, at the cost of a look-up a label. */
import { nameFromText } from "../model/name.ts";
import type { Fingerprinter } from "./fingerprint.ts";
import { FingerprintMap } from "./fingerprint_map.ts";

/** An immutable index from names, each with all below it, to the numbers that they stand for. */
export class SuffixNames {
  /** Whether there is no name at all. */
  readonly empty: boolean;
  readonly #first: FingerprintMap;
  /** The top-level labels of all names: most names asked end in none of few, and cost one look-up. */
  readonly #endings: FingerprintMap;
  /** By place: the number, and the next place on the same name, 0 = none. Place 0 is nobody's. */
  readonly #numbers: Int32Array;
  readonly #next: Int32Array;

  /** `names[n]` are those of number n; what is no name is left out. The fingerprinter is that of the snapshot. */
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
        const name = nameFromText(text),
          labels = name === undefined ? 0 : fingerprinter.ofWire(name);
        if (labels === 0) continue;
        const h1 = fingerprinter.h1[labels - 1], h2 = fingerprinter.h2[labels - 1];
        this.#numbers[++place] = number;
        this.#next[place] = this.#first.get(h1, h2);
        this.#first.set(h1, h2, place);
        this.#endings.set(fingerprinter.h1[0], fingerprinter.h2[0], 1);
      }
    }
  }

  /**
   * Writes the numbers of the name whose suffixes `fingerprinter` has just read (`labels` of them) into `into`, those of the
   * longest name first; how many there are.
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
