/**
 * Rules of the household as a snapshot holds them: octets that a worker opens in no time, apart from those of lists, so that a
 * new rule compiles nothing else. How precise a rule is was worked out beforehand as one number.
 */
import { Fingerprinter } from "./fingerprint.ts";
import { RuleIndex } from "./rule_index.ts";
import { encodeRules, RuleTable } from "./rule_table.ts";
import type { ListInfo, PersonalRuleParts } from "./snapshot.ts";

/** Words of facts a rule: its weight, Unix seconds of its end, where its domain stands in its text. */
const FACT_WORDS = 3;
/** Bits of a weight (policy/rules/compile.ts); the scope counts above them. */
export const WEIGHT_BITS = 12;

/** No rules. */
export const NO_PERSONAL_RULES: PersonalRuleParts = {
  scopes: [],
  octets: new Uint8Array(0),
  facts: new Int32Array(0),
};

/** The rules of a snapshot, ready to be looked up (policy/decide/rule.ts). */
export class PersonalRules {
  /** Whether there is none. */
  readonly empty: boolean;
  /** Rules by name and pattern; the list of a rule is the number of its scope. */
  readonly index: RuleIndex;
  /** By number. */
  readonly scopes: readonly string[];
  readonly #facts: Int32Array;
  /** Unix milliseconds at which rules end, rising. */
  readonly #ends: readonly number[];

  /** Throws a RangeError when the parts do not fit together. */
  constructor({ scopes, octets, facts }: PersonalRuleParts, secret: Uint8Array) {
    this.empty = octets.length === 0;
    const table = new RuleTable(
      this.empty ? encodeRules([], new Fingerprinter(secret)) : octets,
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

  /** How precise a rule is among those of its scope: below 2 to the power of `WEIGHT_BITS`. */
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
    const place = this.#facts[rule * FACT_WORDS + 2], at = place >>> 16;
    return this.index.rule(rule).rule.text.slice(at, at + (place & 0xffff));
  }

  /** When, in Unix milliseconds, the first rule ends of those that hold at `now`: no answer may be kept beyond. */
  nextEnd(now: number): number {
    for (const end of this.#ends) if (end > now) return end;
    return Infinity;
  }
}

/** The index of rules files them under lists: here each scope is one. */
function asList(scope: string, id: number): ListInfo {
  return { id, name: scope, kind: "block", category: "" };
}
