/**
 * Household rules as bytes in a snapshot, which a worker opens at almost no cost. They are separate
 * from list rules, so that a new rule compiles nothing else. The precision of each rule is computed
 * in advance as one number.
 */
import { Fingerprinter } from "./fingerprint.ts";
import { RuleIndex } from "./rule_index.ts";
import { encodeRules } from "./rule_encoder.ts";
import { RuleTable } from "./rule_table.ts";
import type { ListInfo, PersonalRuleParts } from "./snapshot_parts.ts";

/**
 * Words of facts per rule: its weight, Unix seconds of its end, position of its domain in its text.
 */
const FACT_WORDS = 3;
/** Bits of a weight (policy/rules/compile.ts); the scope uses the bits above them. */
export const WEIGHT_BITS = 12;

/** No rules. */
export const NO_PERSONAL_RULES: PersonalRuleParts = {
  scopes: [],
  bytes: new Uint8Array(0),
  facts: new Int32Array(0),
};

/** The household rules of a snapshot, ready for look-ups (policy/decide/rule.ts). */
export class PersonalRules {
  /** Whether there are no rules. */
  readonly empty: boolean;
  /** Rules by name and pattern; the list of a rule is the number of its scope. */
  readonly index: RuleIndex;
  /** Scopes by number. */
  readonly scopes: readonly string[];
  readonly #facts: Int32Array;
  /** Unix milliseconds at which rules end, ascending. */
  readonly #ends: readonly number[];

  /** Throws a RangeError if the parts are inconsistent. */
  constructor({ scopes, bytes: bytes, facts }: PersonalRuleParts, secret: Uint8Array) {
    this.empty = bytes.length === 0;
    const table = new RuleTable(
      this.empty ? encodeRules([], new Fingerprinter(secret)) : bytes,
      scopes.length,
    );
    if (facts.length !== table.length * FACT_WORDS) {
      throw new RangeError(`facts of ${facts.length} words`);
    }
    this.scopes = scopes;
    this.#facts = facts;
    this.index = new RuleIndex(table, scopes.map(asList), secret);
    const ends = Array.from({ length: table.length }, (_, rule) => this.end(rule)).filter((end) =>
      end !== Infinity
    );
    this.#ends = ends.sort((a, b) => a - b);
  }

  /** The precision of a rule within its scope: below 2 to the power of `WEIGHT_BITS`. */
  weight(rule: number): number {
    return this.#facts[rule * FACT_WORDS];
  }

  /** Unix milliseconds at which a rule ends, Infinity = never. */
  end(rule: number): number {
    const seconds = this.#facts[rule * FACT_WORDS + 1] >>> 0;
    return seconds === 0 ? Infinity : seconds * 1000;
  }

  /** The domain of a rule. */
  domain(rule: number): string {
    const place = this.#facts[rule * FACT_WORDS + 2];
    const at = place >>> 16;
    return this.index.rule(rule).rule.text.slice(at, at + (place & 0xffff));
  }

  /**
   * Unix milliseconds at which the next of the rules active at `now` ends. No answer may be cached
   * longer.
   */
  nextEnd(now: number): number {
    for (const end of this.#ends) if (end > now) return end;
    return Infinity;
  }
}

/** The rule index files rules under lists; each scope is presented as one. */
function asList(scope: string, id: number): ListInfo {
  return { id, name: scope, kind: "block", category: "" };
}
