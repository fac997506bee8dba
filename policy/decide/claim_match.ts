/** Text of the rule behind a claim in the name table. */
import type { BlockedAnswer, RuleMatch } from "../model/decision.ts";
import { nameToText, type WireName } from "../model/name.ts";
import type { ListMatchFlags } from "../snapshot/snapshot_parts.ts";

const RPZ_TARGET: Readonly<Record<BlockedAnswer, string>> = {
  nxdomain: ".",
  nodata: "*.",
  drop: "rpz-drop.",
  null: "0.0.0.0",
  refused: "refused",
};

/**
 * A match by a claim. Its text is built on first access because few matches are ever displayed. The
 * name must not change.
 */
export class ClaimMatch implements RuleMatch {
  /** Index of the list in the snapshot. */
  readonly list: number;
  readonly #claim: ListMatchFlags;
  readonly #name: WireName;
  readonly #at: number;

  /** The claim is on the suffix of `name` that begins at byte `at`. */
  constructor(claim: ListMatchFlags, name: WireName, at: number) {
    this.list = claim.list;
    this.#claim = claim;
    this.#name = name;
    this.#at = at;
  }

  /** Whether the list contains the name only as a hash. */
  get hashed(): boolean {
    return this.#claim.hashed === true;
  }

  /** The rule in the syntax of the list. */
  get rule(): string {
    return claimText(this.#claim, nameToText(this.#name, this.#at));
  }
}

/**
 * Describes a claim on the name as an adblock rule, or as an RPZ record if the claim sets the
 * answer.
 */
export function claimText(claim: ListMatchFlags, name: string): string {
  if (claim.hashed) return `SHA-256 of ${name}`;
  if (claim.answer !== undefined) {
    const owner = claim.exact ? name : `*.${name}`;
    return `${owner} CNAME ${RPZ_TARGET[claim.answer]}`;
  }
  const exception = claim.allow ? "@@" : "";
  const important = claim.important ? "$important" : "";
  return `${exception}${patternOf(claim, name)}${important}`;
}

function patternOf({ exact, below }: ListMatchFlags, name: string): string {
  if (!exact) return `*.${name}^`;
  return below ? `||${name}^` : `|${name}^`;
}
