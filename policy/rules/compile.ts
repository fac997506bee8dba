/** Compiles household rules for a snapshot (policy/snapshot/personal_rules.ts). */
import { typeFromText } from "../lists/record_types.ts";
import { type PersonalRule, RULE_KINDS, type RuleKind, ruleText } from "../model/personal_rule.ts";
import type { RuleConditions } from "../model/rule.ts";
import { Fingerprinter } from "../snapshot/fingerprint.ts";
import { NO_PERSONAL_RULES } from "../snapshot/personal_rules.ts";
import { encodeRules, type KnownFingerprints } from "../snapshot/rule_table.ts";
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

/** Compiles rules for a snapshot with this secret. Rules that are no longer valid are skipped. */
export function compilePersonalRules(
  rules: readonly PersonalRule[],
  secret: Uint8Array,
): PersonalRuleParts {
  const scopes = [...new Set(rules.map(({ scope }) => scope))];
  const numbers = new Map(scopes.map((scope, number) => [scope, number]));
  const facts = new Int32Array(rules.length * FACTS);
  const entries: ListRule[] = [];
  // Sorted by domain, so that the result does not depend on the order of creation.
  for (const rule of rules.toSorted(byDomain)) {
    const compiled = compiledOf(rule);
    if (compiled === undefined) continue;
    const list = numbers.get(rule.scope)!;
    // The numbers of scopes rarely change, so most entries are used again.
    if (compiled.entry.list !== list) compiled.entry = { ...compiled.entry, list };
    facts.set(compiled.facts, entries.length * FACTS);
    entries.push(compiled.entry);
  }
  if (entries.length === 0) return NO_PERSONAL_RULES;
  return {
    scopes,
    bytes: encodeRules(entries, new Fingerprinter(secret), fingerprintsOf(secret)),
    facts: facts.slice(0, entries.length * FACTS),
  };
}

/** Fingerprints of the names of rules, by secret: a box has one. */
const fingerprints = new WeakMap<Uint8Array, KnownFingerprints>();

function fingerprintsOf(secret: Uint8Array): KnownFingerprints {
  let known = fingerprints.get(secret);
  if (known === undefined) fingerprints.set(secret, known = new WeakMap());
  return known;
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

/** A rule as an entry of the table, with its facts. */
interface CompiledRule {
  entry: ListRule;
  readonly facts: readonly [weight: number, until: number, place: number];
}

/** Compiled rules: of thousands, one differs from those of the previous snapshot. */
const compiledRules = new WeakMap<PersonalRule, CompiledRule>();

function compiledOf(rule: PersonalRule): CompiledRule | undefined {
  const known = compiledRules.get(rule);
  if (known !== undefined) return known;
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
    list: -1,
    ...(conditions !== undefined && { conditions }),
  };
  const place = text.indexOf(rule.domain) << 16 | rule.domain.length;
  const compiled: CompiledRule = { entry, facts: [weightOf(rule), rule.until | 0, place] };
  compiledRules.set(rule, compiled);
  return compiled;
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

function byDomain(a: PersonalRule, b: PersonalRule): number {
  if (a.domain === b.domain) return 0;
  return a.domain < b.domain ? -1 : 1;
}
