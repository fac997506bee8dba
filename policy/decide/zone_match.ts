/**
 * What the response policy zones of a class say (rule-syntax E9): of several zones the first in order, and inside it the most
 * precise trigger alone. What that says then counts among the other lists as E5 has it.
 */
import type { ReadyRule } from "../snapshot/rule_index.ts";
import type { Claim } from "../snapshot/snapshot.ts";

/**
 * How precise triggers are, the greater wins: the client's address by its prefix length, the very name, a wildcard by the
 * labels under its star, then addresses of answers, of which there are a million at most.
 */
export const PRECISION = { answer: -1_000_000, below: 0, exact: 1000, client: 2000 } as const;

/** Collects what zones say of one name or one answer. */
export class ZoneMatch {
  /** Rank of the winner, 0 = no zone has a word to say, or one rewrites. */
  rank = 0;
  /** The rewrites of the winning trigger. */
  readonly rewrites: ReadyRule[] = [];
  /** The rule that won, undefined when a claim did. */
  rule: ReadyRule | undefined;
  /** The claim that won, and at which suffix of the name. */
  claim: Claim | undefined;
  /** Suffix of the claim, by number. */
  label = 0;
  /** The zone that won, Infinity = none has a word to say. */
  list = Infinity;
  #precision = -Infinity;

  /** Forgets everything. */
  reset(): void {
    this.list = Infinity;
    this.#empty(-Infinity);
  }

  /** Takes a claim on suffix `label` of the name. */
  takeClaim(claim: Claim, rank: number, precision: number, label: number): void {
    if (!this.#wins(claim.list, precision) || rank <= this.rank) return;
    this.rank = rank;
    this.claim = claim;
    this.rule = undefined;
    this.label = label;
  }

  /** Takes a rule whose conditions hold. */
  takeRule(ready: ReadyRule, precision: number): void {
    if (!this.#wins(ready.rule.list, precision)) return;
    if (ready.rule.effect.do === "rewrite") return void this.rewrites.push(ready);
    if (ready.rank <= this.rank) return;
    this.rank = ready.rank;
    this.rule = ready;
    this.claim = undefined;
  }

  /** Whether a trigger counts beside what was heard so far; a better one makes all that forgotten. */
  #wins(list: number, precision: number): boolean {
    if (list > this.list || (list === this.list && precision < this.#precision)) return false;
    if (list < this.list || precision > this.#precision) this.#empty(precision);
    this.list = list;
    return true;
  }

  #empty(precision: number): void {
    this.#precision = precision;
    this.rank = 0;
    this.rule = undefined;
    this.claim = undefined;
    if (this.rewrites.length > 0) this.rewrites.length = 0;
  }
}
