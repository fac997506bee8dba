/** Detects rewrites to other names that form a loop (rule-syntax E9). */
import { compileRegex } from "../snapshot/rule_index.ts";
import { parseAddress } from "../model/address.ts";
import { isRewriteCode, type PersonalRule } from "../model/personal_rule.ts";
import { parseScope } from "../model/scope.ts";
import { type RuleTrigger, triggerOf } from "./read.ts";

/** Maximum number of names followed; no intentional chain is longer. */
const LONGEST = 32;

interface Alias {
  readonly trigger: RuleTrigger;
  readonly to: string;
}

/**
 * The names of the loop that a new rewrite would close, from its own target back to itself;
 * undefined = none. Rules of two devices, two people or two groups never apply together. A rule
 * that covers its own target is no loop, because a name is rewritten once.
 */
export function findRewriteLoop(
  rule: PersonalRule,
  others: readonly PersonalRule[],
): string[] | undefined {
  const added = aliasOf(rule);
  if (added === undefined) return undefined;
  const aliases = others.filter((other) => !isSame(other, rule) && mayMeet(other.scope, rule.scope))
    .flatMap((other) => aliasOf(other) ?? []);
  const walk = (name: string, trail: readonly string[]): string[] | undefined => {
    if (trail.length > 0 && covers(added.trigger, name)) return [...trail, name];
    if (trail.length >= LONGEST || trail.includes(name)) return undefined;
    for (const { trigger, to } of aliases) {
      const found = covers(trigger, name) && !covers(trigger, to)
        ? walk(to, [...trail, name])
        : undefined;
      if (found !== undefined) return found;
    }
    return undefined;
  };
  return walk(added.to, []);
}

function aliasOf(rule: PersonalRule): Alias | undefined {
  const [to] = rule.to;
  const trigger = triggerOf(rule);
  if (rule.action !== "rewrite" || to === undefined || trigger === undefined) return undefined;
  return parseAddress(to) === undefined && !isRewriteCode(to) ? { trigger, to } : undefined;
}

function isSame(one: PersonalRule, other: PersonalRule): boolean {
  return one.scope === other.scope && one.domain === other.domain;
}

function mayMeet(one: string, other: string): boolean {
  return one === other || parseScope(one)?.kind !== parseScope(other)?.kind;
}

function covers(trigger: RuleTrigger, name: string): boolean {
  if (trigger.on === "pattern") {
    return compileRegex(trigger.regex)?.test(name) !== (trigger.invert === true);
  }
  const below = name.endsWith(`.${trigger.name}`);
  const exact = name === trigger.name;
  switch (trigger.covers) {
    case "exact":
      return exact;
    case "below":
      return below;
    case "tree":
      return below || exact;
  }
}
