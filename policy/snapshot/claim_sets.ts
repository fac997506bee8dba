/** Sets of claims, numbered: names claimed by the same lists in the same way share a set. */
import { claimOf, joins } from "./claim.ts";
import type { Claim } from "./snapshot.ts";

/** Numbers sets of claims as they come up; set 0 is the empty one. */
export class ClaimSets {
  readonly #codes: number[][] = [[]];
  /** Set times 2^27 plus claim -> the set with that claim added: a union already made costs one look-up. */
  readonly #added = new Map<number, number>();
  readonly #byCodes = new Map<string, number>([["", 0]]);
  readonly #claims = new Map<number, Claim>();

  /** The set that holds what `set` holds and one more claim; claims must come in rising order. */
  add(set: number, claim: number): number {
    const key = set * 134_217_728 + claim;
    const known = this.#added.get(key);
    if (known !== undefined) return known;
    const codes = this.#codes[set].slice();
    const joined = codes.findIndex((code) => joins(code, claim));
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

  /** How many sets there are, the empty one included. */
  get size(): number {
    return this.#codes.length;
  }

  /** All sets by number. Equal claims are one object. */
  sets(): (readonly Claim[])[] {
    return this.#codes.map((codes) => codes.map((code) => this.#claim(code)));
  }

  #claim(code: number): Claim {
    let claim = this.#claims.get(code);
    if (claim === undefined) this.#claims.set(code, claim = claimOf(code));
    return claim;
  }
}
