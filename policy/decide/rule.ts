/**
 * The protection by household rules: allow, block or rewrite (A 7.2.3). Of the rules that match a
 * name, the one with the narrowest scope applies. Within a scope, the most precise applies: an
 * exact name, a name with its subdomains, a wildcard, a regular expression. More labels make a name
 * more precise, more letters a wildcard.
 *
 * At equal precision, an allow takes precedence over a rewrite and a rewrite over a block, as in
 * other filters. A rule expires automatically, compared with `now`.
 */
import type { AnswerContent, RuleMatch, Step } from "../model/decision.ts";
import { equalNames, nameToText, type WireName, writePlainText } from "../model/name.ts";
import { EVERYONE, ruleOrigin } from "../model/personal_rule.ts";
import { narrownessOf, parseScope, PROFILE_NARROWNESS } from "../model/scope.ts";
import { type PersonalRules, WEIGHT_BITS } from "../snapshot/personal_rules.ts";
import type { RuleClient } from "../snapshot/rule_index.ts";
import type { DevicePolicy } from "../snapshot/snapshot_parts.ts";
import type { ApplicableRule, DecisionContext, PolicyClient, Protection } from "./protection.ts";
import { LIFTED, NEXT } from "./step.ts";

/** A placeholder client: the only condition of these rules is the record type. */
const ANYBODY: RuleClient = { address: new Uint8Array(4), tags: [] };

/** The protection by household rules. */
export const ruleProtection: Protection = {
  name: "rules",
  concerns: (_, { personalRules, settings }) => !personalRules.empty && settings.filtering,
  before(context: DecisionContext): Step {
    const rule = findRule(context, context.question.name, context.labels);
    if (rule === undefined) return NEXT;
    if (rule.allows) context.allowed = rule;
    return context.paused && isBlock(rule) ? LIFTED : rule.step;
  },
  after(context: DecisionContext, { targets }: AnswerContent): Step {
    const { snapshot, question } = context;
    // In most snapshots no later protection needs to know whether the name is allowed.
    if (targets.length === 0 && snapshot.ruleIndex.answers.empty) return NEXT;
    const rule = findRule(context, question.name, context.labels);
    if (rule?.allows === true) {
      context.allowed = rule;
      return rule.step;
    }
    for (const target of targets) {
      const onTarget = findRule(context, target, snapshot.fingerprinter.ofWire(target));
      if (onTarget !== undefined && isBlock(onTarget) && !context.paused) return onTarget.step;
    }
    if (targets.length > 0) context.labels = snapshot.fingerprinter.ofWire(question.name);
    return NEXT;
  },
};

/**
 * The household rule that applies to a name, or undefined; with `onlyAllows` the allow rule that
 * would apply if no other rule were narrower or more precise. `snapshot.fingerprinter` must have
 * just read the suffixes of the name.
 */
export function findRule(
  context: DecisionContext,
  name: WireName,
  labels: number,
  onlyAllows = false,
): ApplicableRule | undefined {
  const { personalRules, settings } = context.snapshot;
  if (personalRules.empty || !settings.filtering) return undefined;
  const found = search.find(context, name, labels, onlyAllows);
  return found < 0 ? undefined : heldRule(personalRules, found);
}

/**
 * Whether a rule opens what the profile of the client closes. For a minor, only a rule for the
 * profile, the person or the device does.
 */
export function opensProfile(rule: ApplicableRule, { policy }: PolicyClient): boolean {
  return policy.minor !== true || rule.narrowness >= PROFILE_NARROWNESS;
}

function isBlock({ step }: ApplicableRule): boolean {
  return "settle" in step && step.settle.do === "block";
}

/** The rules of each snapshot, built when first matched. */
const held = new WeakMap<PersonalRules, (ApplicableRule | undefined)[]>();

function heldRule(personal: PersonalRules, number: number): ApplicableRule {
  let known = held.get(personal);
  if (known === undefined) held.set(personal, known = []);
  return known[number] ??= makeHeld(personal, number);
}

function makeHeld(personal: PersonalRules, number: number): ApplicableRule {
  const { rule } = personal.index.rule(number);
  const origin = ruleOrigin({ domain: personal.domain(number) });
  const scope = personal.scopes[rule.list];
  const narrowness = narrownessOf(parseScope(scope)?.kind ?? EVERYONE);
  const match: RuleMatch = Object.freeze({
    list: -1,
    rule: rule.text,
    personal: Object.freeze({ origin, scope }),
  });
  const { effect } = rule;
  const allows = effect.do === "allow";
  if (allows || effect.do === "cancel-rewrite") {
    return { allows, scope, narrowness, step: Object.freeze({ next: true, match }) };
  }
  const settle = effect.do === "rewrite"
    ? { do: effect.do, reason: "rule" as const, origin, to: effect.to, match }
    : { do: effect.do, reason: "rule" as const, origin, match };
  return { allows, scope, narrowness, step: Object.freeze({ settle: Object.freeze(settle) }) };
}

/** Searches for the applicable rule. One shared instance suffices because a walk is synchronous. */
class RuleSearch {
  #best = -1;
  #weight = 0;
  // The input of the current search.
  #context!: DecisionContext;
  #name!: WireName;
  #onlyAllows = false;
  readonly #bytes = new Uint8Array(256);
  readonly #candidates: number[] = [];

  /**
   * The number of the rule that applies to the name, -1 = none; with `onlyAllows`, of those that
   * allow it. The fingerprinter must have just read its suffixes.
   */
  find(context: DecisionContext, name: WireName, labels: number, onlyAllows = false): number {
    const { fingerprinter: { h1, h2 }, personalRules: { index } } = context.snapshot;
    const last = labels - 1;
    this.#best = -1;
    this.#weight = -1;
    this.#context = context;
    this.#name = name;
    this.#onlyAllows = onlyAllows;
    for (let i = last; i >= 0 && index.hasNames; i--) {
      for (let link = index.first(h1[i], h2[i]); link !== 0; link = index.after(link)) {
        if (index.covers(link - 1, i === last)) this.#take(link - 1);
      }
    }
    if (index.hasPatterns) this.#patterns();
    return this.#best;
  }

  #patterns(): void {
    const { index } = this.#context.snapshot.personalRules;
    const length = writePlainText(this.#name, this.#bytes);
    const count = length === 0
      ? 0
      : index.patterns.candidates(this.#bytes, length, this.#candidates);
    if (count === 0) return;
    const text = nameToText(this.#name);
    for (let i = 0; i < count; i++) this.#take(this.#candidates[i], text);
  }

  /**
   * Considers a rule that matches the name, or whose pattern may match it as `text`. Cheap
   * conditions are tested first.
   */
  #take(rule: number, text?: string): void {
    const { client, question, now, snapshot: { personalRules: personal } } = this.#context;
    const name = this.#name;
    const scope = narrowness(client.policy, personal.index.list(rule));
    const weight = scope << WEIGHT_BITS | personal.weight(rule);
    if (scope === 0 || weight < this.#weight || (weight === this.#weight && rule > this.#best)) {
      return;
    }
    if (now >= personal.end(rule)) return;
    const ready = personal.index.rule(rule);
    const { effect } = ready.rule;
    if (
      !ready.applies(name, question.type, ANYBODY) ||
      (text !== undefined && !ready.matchesText(text))
    ) return;
    if (this.#onlyAllows && effect.do !== "allow") return;
    // A rewrite of a name to itself is ignored (rule-syntax E4).
    if (
      effect.do === "rewrite" && effect.to.cname !== undefined && equalNames(effect.to.cname, name)
    ) return;
    this.#best = rule;
    this.#weight = weight;
  }
}

/** How narrow a scope is for a class; 0 = the scope does not cover it. */
function narrowness({ scopes }: DevicePolicy, scope: number): number {
  if (scopes === undefined) return 1;
  for (let i = 0; i < scopes.length; i += 2) if (scopes[i] === scope) return scopes[i + 1];
  return 0;
}

const search = new RuleSearch();
