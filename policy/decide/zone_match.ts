/**
 * Evaluates the response policy zones of a class (rule-syntax E9). The first matching zone in order
 * decides, and within it only the most precise trigger. The result then competes with the other
 * lists (rule-syntax E5).
 */
import type { DecodedRule } from "../snapshot/rule_index.ts";
import type { ListMatchFlags } from "../snapshot/snapshot_parts.ts";

/**
 * The precision of triggers; the greatest wins. The order is: the client address by prefix length,
 * the exact name, a wildcard by the labels under its star, answer addresses. There are at most a
 * million answer addresses.
 */
export const PRECISION = { answer: -1_000_000, below: 0, exact: 1000, client: 2000 } as const;

/** Suffix number for triggers that do not test a name. */
const NO_NAME = -1;

/**
 * Collects the triggers of zones for one name or one answer; `settle` then finds the winner. Its
 * buffers are reused.
 */
export class ZoneMatch {
  /** Rank of the winner; 0 = no zone matched, or the result is a rewrite. */
  rank = 0;
  /** The rewrites of the winning trigger. */
  readonly rewrites: DecodedRule[] = [];
  /** The rule that won, undefined if a claim did. */
  rule: DecodedRule | undefined;
  /** The claim that won, or undefined. */
  claim: ListMatchFlags | undefined;
  /** Number of the suffix that the claim is on. */
  label = 0;
  /** The zone that won; Infinity = no zone matched. */
  list = Infinity;
  #precision = -Infinity;
  /** The matched triggers, as parallel arrays to avoid an object for each. */
  readonly #claims: (ListMatchFlags | undefined)[] = [];
  readonly #rules: (DecodedRule | undefined)[] = [];
  readonly #ranks: number[] = [];
  readonly #precisions: number[] = [];
  readonly #labels: number[] = [];
  /**
   * The longest suffix of the name that each zone contains: the closest encloser, or the name
   * itself (RFC 4592, 3.3.1).
   */
  readonly #enclosers = new Map<number, number>();

  /** Clears all state. */
  reset(): void {
    this.list = Infinity;
    this.#empty(-Infinity);
    if (this.#enclosers.size > 0) this.#enclosers.clear();
    if (this.#precisions.length === 0) return;
    this.#claims.length = 0;
    this.#rules.length = 0;
    this.#ranks.length = 0;
    this.#precisions.length = 0;
    this.#labels.length = 0;
  }

  /** Records that a zone contains suffix `label` of the name, whatever its rule. */
  takeName(list: number, label: number): void {
    const known = this.#enclosers.get(list);
    if (known === undefined || known < label) this.#enclosers.set(list, label);
  }

  /** Records a claim on suffix `label` of the name. */
  takeClaim(claim: ListMatchFlags, rank: number, precision: number, label: number): void {
    this.takeName(claim.list, label);
    this.#take(claim, undefined, rank, precision, label);
  }

  /**
   * Records a rule whose conditions apply, on suffix `label` of the name; -1 = it tests an address.
   */
  takeRule(ready: DecodedRule, precision: number, label: number): void {
    if (label !== NO_NAME) this.takeName(ready.rule.list, label);
    this.#take(undefined, ready, ready.rank, precision, label);
  }

  /** Finds the winner among the recorded triggers. */
  settle(): void {
    for (let i = 0; i < this.#precisions.length; i++) {
      const claim = this.#claims[i];
      const rule = this.#rules[i];
      const label = this.#labels[i];
      const list = claim === undefined ? rule!.rule.list : claim.list;
      // A wildcard covers only names for which the zone contains no closer name.
      if (label !== NO_NAME && label !== this.#enclosers.get(list)) continue;
      if (!this.#wins(list, this.#precisions[i])) continue;
      if (rule?.rule.effect.do === "rewrite") {
        this.rewrites.push(rule);
        continue;
      }
      if (this.#ranks[i] <= this.rank) continue;
      this.rank = this.#ranks[i];
      this.rule = rule;
      this.claim = claim;
      this.label = label;
    }
  }

  #take(
    claim: ListMatchFlags | undefined,
    rule: DecodedRule | undefined,
    rank: number,
    precision: number,
    label: number,
  ): void {
    this.#claims.push(claim);
    this.#rules.push(rule);
    this.#ranks.push(rank);
    this.#precisions.push(precision);
    this.#labels.push(label);
  }

  /** Whether a trigger is kept. A better trigger discards all previous ones. */
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
