/** Compiles household rules for a snapshot (policy/snapshot/personal_rules.ts). */
import { typeFromText } from "../lists/record_types.ts";
import { type PersonalRule, RULE_KINDS, type RuleKind, ruleText } from "../model/personal_rule.ts";
import { differenceOf, hasSameItems } from "../model/items.ts";
import type { RuleConditions } from "../model/rule.ts";
import { Fingerprinter, secretId } from "../snapshot/fingerprint.ts";
import { NO_PERSONAL_RULES } from "../snapshot/personal_rules.ts";
import { encodeRuns, type KeptRules, type RuleRun } from "../snapshot/rule_encoder.ts";
import { RuleTable } from "../snapshot/rule_table.ts";
import { bytesOfWords, sharedBytes, wordsOf } from "../snapshot/sections.ts";
import type { ListRule, PersonalRuleParts } from "../snapshot/snapshot_parts.ts";
import { effectOf, triggerOf } from "./read.ts";

/** Facts of a rule: weight, end and place of its domain in its text. */
const FACTS = 3;
/** Bits of a weight below its kind and its narrowness; the total is `WEIGHT_BITS`. */
const KIND_SHIFT = 10;
const NARROW_SHIFT = 2;
const NARROW_MOST = 255;
/**
 * Among rules of equal precision an allow takes precedence, as in other filters, then a rewrite.
 */
const ACTIONS = ["block", "rewrite", "allow"] as const;

/** Compiled rules as they are needed for the next compilation. */
interface Compiled extends KeptRules {
  readonly secret: number;
  /** The rules that were given. */
  readonly rules: readonly PersonalRule[];
  /** The valid ones, in the order of the table. */
  readonly sorted: readonly PersonalRule[];
}

const compilations = new WeakMap<PersonalRuleParts, Compiled>();

/**
 * Compiles rules for a snapshot with this secret. Rules that are no longer valid are skipped. Those
 * that are the same objects as for `before` are copied; the result does not depend on it.
 */
export function compilePersonalRules(
  rules: readonly PersonalRule[],
  secret: Uint8Array,
  before?: PersonalRuleParts,
): PersonalRuleParts {
  const known = before && compilations.get(before);
  const kept = known?.secret === secretId(secret) ? known : undefined;
  const scopes = [...new Set(rules.map(({ scope }) => scope))];
  const numbers = new Map(scopes.map((scope, number) => [scope, number]));
  const { sorted, runs, facts } = kept === undefined
    ? runsOf(rules, numbers, NOTHING)
    : runsOf(rules, numbers, { ...kept, facts: before!.facts });
  if (sorted.length === 0) return NO_PERSONAL_RULES;
  const earlier = kept && {
    ...kept,
    listOf: numbersOf(before!.scopes, numbers),
  };
  const { bytes, lanes } = encodeRuns(runs, new Fingerprinter(secret), earlier);
  const parts = {
    scopes: before !== undefined && hasSameItems(scopes, before.scopes) ? before.scopes : scopes,
    bytes,
    facts,
  };
  const table = new RuleTable(bytes, scopes.length);
  compilations.set(parts, { table, lanes, secret: secretId(secret), rules, sorted });
  return parts;
}

/** The rules of a table, in runs of those of the earlier table and new ones. */
interface Runs {
  readonly sorted: readonly PersonalRule[];
  readonly runs: readonly RuleRun[];
  readonly facts: Int32Array;
}

type Earlier = Pick<Compiled, "rules" | "sorted"> & Pick<PersonalRuleParts, "facts">;

const NOTHING: Earlier = { rules: [], sorted: [], facts: new Int32Array(0) };

/**
 * The rules sorted by domain, so that the result does not depend on the order of creation; those of
 * one domain are in the given order.
 */
function runsOf(
  rules: readonly PersonalRule[],
  numbers: ReadonlyMap<string, number>,
  earlier: Earlier,
): Runs {
  const { removed, added } = differenceOf(earlier.rules, rules);
  const gone = new Set(removed);
  const order = new DomainOrder(rules);
  const edits = [
    ...placesOf(removed, earlier.sorted).map((place) => ({ place, rule: undefined })),
    ...added.toSorted((a, b) => order.compare(a, b)).map((rule) => ({
      place: order.placeIn(earlier.sorted, rule, gone),
      rule,
    })),
  ].sort((a, b) => a.place - b.place);
  const sorted: PersonalRule[] = [];
  const runs: RuleRun[] = [];
  const facts = new Int32Array((earlier.sorted.length + added.length) * FACTS);
  let from = 0;
  const keepTo = (to: number) => {
    if (to <= from) return;
    facts.set(earlier.facts.subarray(from * FACTS, to * FACTS), sorted.length * FACTS);
    for (let at = from; at < to; at++) sorted.push(earlier.sorted[at]);
    runs.push({ from, to });
    from = to;
  };
  for (const { place, rule } of edits) {
    keepTo(place);
    const compiled = rule && compiledOf(rule, numbers.get(rule.scope)!);
    if (rule === undefined) from = place + 1;
    if (compiled === undefined) continue;
    facts.set(compiled.facts, sorted.length * FACTS);
    sorted.push(rule!);
    runs.push(compiled.entry);
  }
  keepTo(earlier.sorted.length);
  const valid = facts.subarray(0, sorted.length * FACTS);
  return { sorted, runs, facts: wordsOf(sharedBytes(bytesOfWords(valid))) };
}

/** The new number of the scope of each earlier number. */
function numbersOf(
  scopes: readonly string[],
  numbers: ReadonlyMap<string, number>,
): (list: number) => number {
  const moved = scopes.map((scope) => numbers.get(scope) ?? 0);
  return (list) => moved[list];
}

/** The conditions of a rule; undefined = it has none. */
function conditionsOf({ types, except = [] }: PersonalRule): RuleConditions | undefined {
  if (types.length + except.length === 0) return undefined;
  const isExcluding = types[0]?.startsWith("~") === true;
  const numbers = types.flatMap((type) => typeFromText(type.replace("~", "")) ?? []);
  const chosen = isExcluding ? { except: numbers } : { only: numbers };
  return {
    ...(types.length > 0 && { types: chosen }),
    ...(except.length > 0 && { denyallow: except }),
  };
}

/** A rule as an entry of the table, with its facts; undefined = it is not valid any more. */
function compiledOf(
  rule: PersonalRule,
  list: number,
): { readonly entry: ListRule; readonly facts: readonly number[] } | undefined {
  const trigger = triggerOf(rule);
  const effect = effectOf(rule);
  if (trigger === undefined || effect === undefined) return undefined;
  const text = ruleText(rule);
  const conditions = conditionsOf(rule);
  const entry = {
    trigger,
    effect,
    important: false,
    text,
    list,
    ...(conditions !== undefined && { conditions }),
  };
  const place = text.indexOf(rule.domain) << 16 | rule.domain.length;
  return { entry, facts: [weightOf(rule), rule.until | 0, place] };
}

/**
 * The precision of a rule within its scope, as a number: the kind, then how much of the name it
 * specifies, then the action.
 */
function weightOf({ kind, domain, action }: PersonalRule): number {
  const narrow = Math.min(specificity(kind, domain), NARROW_MOST);
  return RULE_KINDS.indexOf(kind) << KIND_SHIFT | narrow << NARROW_SHIFT | ACTIONS.indexOf(action);
}

/** How much of a name a domain specifies: letters of a wildcard, labels of a name. */
function specificity(kind: RuleKind, domain: string): number {
  switch (kind) {
    case "regex":
      return 0;
    case "wildcard":
      return domain.replaceAll("*", "").length;
    default:
      return domain.split(".").length;
  }
}

/** Orders rules by their domain, and those of one domain as they were given. */
class DomainOrder {
  readonly #rules: readonly PersonalRule[];
  #places: Map<PersonalRule, number> | undefined;

  constructor(rules: readonly PersonalRule[]) {
    this.#rules = rules;
  }

  compare(a: PersonalRule, b: PersonalRule): number {
    if (a.domain !== b.domain) return a.domain < b.domain ? -1 : 1;
    // Rarely needed: most domains have one rule.
    this.#places ??= new Map(this.#rules.map((rule, place) => [rule, place]));
    return this.#places.get(a)! - this.#places.get(b)!;
  }

  /** The place of the first of the sorted rules that a rule precedes; those in `gone` have none. */
  placeIn(
    sorted: readonly PersonalRule[],
    rule: PersonalRule,
    gone: ReadonlySet<PersonalRule>,
  ): number {
    let place = firstOf(sorted, rule.domain);
    while (place < sorted.length && sorted[place].domain === rule.domain) {
      if (!gone.has(sorted[place]) && this.compare(rule, sorted[place]) < 0) break;
      place++;
    }
    return place;
  }
}

/** The place of the first rule whose domain is not before this one. */
function firstOf(sorted: readonly PersonalRule[], domain: string): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle].domain < domain) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The places of rules among the sorted ones, without those that are not there. */
function placesOf(rules: readonly PersonalRule[], sorted: readonly PersonalRule[]): number[] {
  return rules.flatMap((rule) => {
    let place = firstOf(sorted, rule.domain);
    while (place < sorted.length && sorted[place].domain === rule.domain) {
      if (sorted[place] === rule) return [place];
      place++;
    }
    return [];
  });
}
