/** Numbered sets of claims: names claimed by the same lists in the same way share a set. */
import { canMerge, decodeClaim } from "./claim.ts";
import type { ListMatchFlags } from "./snapshot_parts.ts";

/** Numbers sets of claims in order of creation; set 0 is empty. */
export class ClaimSets {
  readonly #codes: number[][] = [[]];
  /**
   * Set times 2^27 plus claim -> the set with that claim added. A known union costs one look-up.
   */
  readonly #added = new Map<number, number>();
  readonly #byCodes = new Map<string, number>([["", 0]]);
  readonly #claims = new Map<number, ListMatchFlags>();

  /**
   * Returns the set that contains `set` and one more claim. Claims must be added in ascending
   * order.
   */
  add(set: number, claim: number): number {
    const key = set * 134_217_728 + claim;
    const known = this.#added.get(key);
    if (known !== undefined) return known;
    const codes = this.#codes[set].slice();
    const joined = codes.findIndex((code) => canMerge(code, claim));
    if (joined >= 0) codes[joined] |= claim;
    else codes.push(claim);
    const text = codes.join();
    let number = this.#byCodes.get(text);
    if (number === undefined) {
      number = this.#codes.push(codes) - 1;
      this.#byCodes.set(text, number);
    }
    this.#added.set(key, number);
    return number;
  }

  /** Number of sets, including the empty one. */
  get size(): number {
    return this.#codes.length;
  }

  /** All sets by number. Equal claims share one object. */
  sets(): (readonly ListMatchFlags[])[] {
    return this.#codes.map((codes) => codes.map((code) => this.#claim(code)));
  }

  #claim(code: number): ListMatchFlags {
    let claim = this.#claims.get(code);
    if (claim === undefined) this.#claims.set(code, claim = decodeClaim(code));
    return claim;
  }
}
