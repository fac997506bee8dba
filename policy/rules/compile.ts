/** Rules as people keep them become what a snapshot holds (policy/snapshot/personal_rules.ts). */
import { typeFromText } from "../lists/record_types.ts";
import { type PersonalRule, RULE_KINDS, ruleText } from "../model/personal_rule.ts";
import { Fingerprinter } from "../snapshot/fingerprint.ts";
import { NO_PERSONAL_RULES } from "../snapshot/personal_rules.ts";
import { encodeRules } from "../snapshot/rule_table.ts";
import type { ListRule, PersonalRuleParts } from "../snapshot/snapshot.ts";
import { effectOf, triggerOf } from "./read.ts";

/** Bits of a weight below its kind and its narrowness; all of it has `WEIGHT_BITS`. */
const KIND_SHIFT = 10, NARROW_SHIFT = 2, NARROW_MOST = 255;
/** Of rules that are as precise, one that lets through wins, as in every other filter; then one that answers otherwise. */
const ACTIONS = ["block", "rewrite", "allow"] as const;

/** Puts rules together for a snapshot with this secret; those that are none any more are left out. */
export function compilePersonalRules(
  rules: readonly PersonalRule[],
  secret: Uint8Array,
): PersonalRuleParts {
  const scopes = [...new Set(rules.map(({ scope }) => scope))],
    facts: number[] = [],
    entries: ListRule[] = [];
  // In order of their domains, so that nothing hangs on which one was written first.
  for (
    const rule of rules.toSorted((a, b) => a.domain < b.domain ? -1 : a.domain > b.domain ? 1 : 0)
  ) {
    const trigger = triggerOf(rule), effect = effectOf(rule);
    if (trigger === undefined || effect === undefined) continue;
    const types = rule.types.flatMap((type) => typeFromText(type) ?? []), text = ruleText(rule);
    const conditions = rule.types.length === 0 ? {} : { conditions: { types: { only: types } } };
    entries.push({
      trigger,
      effect,
      important: false,
      text,
      list: scopes.indexOf(rule.scope),
      ...conditions,
    });
    facts.push(
      weightOf(rule),
      rule.until | 0,
      text.indexOf(rule.domain) << 16 | rule.domain.length,
    );
  }
  if (entries.length === 0) return NO_PERSONAL_RULES;
  return {
    scopes,
    octets: encodeRules(entries, new Fingerprinter(secret)),
    facts: Int32Array.from(facts),
  };
}

/** How precise a rule is among those of its scope, as a number: the kind, then how much of the name it says, then the action. */
function weightOf({ kind, domain, action }: PersonalRule): number {
  const said = kind === "regex"
    ? 0
    : kind === "wildcard"
    ? domain.replaceAll("*", "").length
    : domain.split(".").length;
  const narrow = Math.min(said, NARROW_MOST);
  return RULE_KINDS.indexOf(kind) << KIND_SHIFT | narrow << NARROW_SHIFT | ACTIONS.indexOf(action);
}
