/** The rule behind a claim of the table of names, in words. */
import type { BlockedAnswer, RuleMatch } from "../model/decision.ts";
import { nameToText, type WireName } from "../model/name.ts";
import type { Claim } from "../snapshot/snapshot.ts";

const RPZ_TARGET: Readonly<Record<BlockedAnswer, string>> = {
  nxdomain: ".",
  nodata: "*.",
  drop: "rpz-drop.",
  null: "0.0.0.0",
  refused: "refused",
};

/** A match by a claim. Its text is put together when it is read, since few matches are ever shown; the name must not change. */
export class ClaimMatch implements RuleMatch {
  /** Number of the list in the snapshot. */
  readonly list: number;
  readonly #claim: Claim;
  readonly #name: WireName;
  readonly #at: number;

  /** The claim is on the suffix of `name` that begins at its octet `at`. */
  constructor(claim: Claim, name: WireName, at: number) {
    this.list = claim.list;
    this.#claim = claim;
    this.#name = name;
    this.#at = at;
  }

  /** Whether the list gives the name as a hash alone. */
  get hashed(): boolean {
    return this.#claim.hashed === true;
  }

  /** The rule as the list would write it. */
  get rule(): string {
    return claimText(this.#claim, nameToText(this.#name, this.#at));
  }
}

/** What the list says about the name, in the words of adblock rules, or of RPZ where the claim says how to answer. */
export function claimText(claim: Claim, name: string): string {
  if (claim.hashed) return `SHA-256 of ${name}`;
  if (claim.answer !== undefined) {
    const owner = claim.exact ? name : `*.${name}`;
    return `${owner} CNAME ${RPZ_TARGET[claim.answer]}`;
  }
  const pattern = claim.exact ? (claim.below ? `||${name}^` : `|${name}^`) : `*.${name}^`;
  return `${claim.allow ? "@@" : ""}${pattern}${claim.important ? "$important" : ""}`;
}
