/**
 * The row of rules that people wrote: allow, block or rewrite (A 7.2.3). Of the rules that meet a name, the one of the narrower
 * scope holds; in one scope the more precise: the very name, a name with all below it (the more labels the more precise), a
 * wildcard (the more letters the more precise), a regular expression. Of two that are as precise, an allow beats a rewrite and
 * a rewrite a block, as people know it from other filters. A rule ends by itself: `now` decides.
 */
import type { AnswerContent, RuleMatch, Step } from "../model/decision.ts";
import { nameToText, plainOctets, sameName, type WireName } from "../model/name.ts";
import { ruleOrigin } from "../model/personal_rule.ts";
import { type PersonalRules, WEIGHT_BITS } from "../snapshot/personal_rules.ts";
import type { Asker } from "../snapshot/rule_index.ts";
import type { DevicePolicy } from "../snapshot/snapshot.ts";
import type { Asked, Protection } from "./protections.ts";
import { LIFTED, NEXT } from "./step.ts";

/** A rule that holds for a name, with the step that follows from it; made once. */
export interface HeldRule {
  /** Whether it lets the name through. */
  readonly allows: boolean;
  /** Whom it covers. */
  readonly scope: string;
  readonly step: Step;
}

/** These rules limit types alone. */
const ANYBODY: Asker = { address: new Uint8Array(4), tags: [] };

/** The row of rules. */
export const rules: Protection = {
  name: "rules",
  concerns: (_, { personalRules, settings }) => !personalRules.empty && settings.filtering,
  before(asked: Asked): Step {
    const rule = ruleFor(asked, asked.question.name, asked.labels);
    if (rule === undefined) return NEXT;
    if (rule.allows) asked.allowed = rule;
    return asked.paused && isBlock(rule) ? LIFTED : rule.step;
  },
  after(asked: Asked, { targets }: AnswerContent): Step {
    const { snapshot, question } = asked;
    // Nobody else looks at what is allowed, most often.
    if (targets.length === 0 && snapshot.ruleIndex.answers.empty) return NEXT;
    const rule = ruleFor(asked, question.name, asked.labels);
    if (rule?.allows === true) {
      asked.allowed = rule;
      return rule.step;
    }
    for (const target of targets) {
      const onTarget = ruleFor(asked, target, snapshot.fingerprinter.ofWire(target));
      if (onTarget !== undefined && isBlock(onTarget) && !asked.paused) return onTarget.step;
    }
    if (targets.length > 0) asked.labels = snapshot.fingerprinter.ofWire(question.name);
    return NEXT;
  },
};

/** The rule that holds for a name, whose suffixes `snapshot.fingerprinter` has just read; undefined when none does. */
export function ruleFor(asked: Asked, name: WireName, labels: number): HeldRule | undefined {
  const { personalRules, settings } = asked.snapshot;
  if (personalRules.empty || !settings.filtering) return undefined;
  const found = search.find(asked, name, labels);
  return found < 0 ? undefined : heldRule(personalRules, found);
}

function isBlock({ step }: HeldRule): boolean {
  return "settle" in step && step.settle.do === "block";
}

/** What is known of the rules of a snapshot, each made when it is first met. */
const held = new WeakMap<PersonalRules, (HeldRule | undefined)[]>();

function heldRule(personal: PersonalRules, number: number): HeldRule {
  let known = held.get(personal);
  if (known === undefined) held.set(personal, known = []);
  return known[number] ??= makeHeld(personal, number);
}

function makeHeld(personal: PersonalRules, number: number): HeldRule {
  const { rule } = personal.index.rule(number),
    origin = ruleOrigin({ domain: personal.domain(number) });
  const scope = personal.scopes[rule.list];
  const match: RuleMatch = Object.freeze({
    list: -1,
    rule: rule.text,
    personal: Object.freeze({ origin, scope }),
  });
  const { effect } = rule, allows = effect.do === "allow";
  if (allows || effect.do === "cancel-rewrite") {
    return { allows, scope, step: Object.freeze({ next: true, match }) };
  }
  const settle = effect.do === "rewrite"
    ? { do: effect.do, reason: "rule" as const, origin, to: effect.to, match }
    : { do: effect.do, reason: "rule" as const, origin, match };
  return { allows, scope, step: Object.freeze({ settle: Object.freeze(settle) }) };
}

/** One search after another; none overlaps, since a walk never waits. */
class RuleSearch {
  #best = -1;
  #weight = 0;
  // What the search looks at.
  #asked!: Asked;
  #name!: WireName;
  readonly #octets = new Uint8Array(256);
  readonly #candidates: number[] = [];

  /** The number of the rule that holds for a name whose suffixes the fingerprinter has just read, -1 = none. */
  find(asked: Asked, name: WireName, labels: number): number {
    const { fingerprinter: { h1, h2 }, personalRules: { index } } = asked.snapshot,
      last = labels - 1;
    this.#best = -1;
    this.#weight = -1;
    this.#asked = asked;
    this.#name = name;
    for (let i = last; i >= 0 && index.hasNames; i--) {
      for (let link = index.first(h1[i], h2[i]); link !== 0; link = index.after(link)) {
        if (index.covers(link - 1, i === last)) this.#take(link - 1);
      }
    }
    if (index.hasPatterns) this.#patterns();
    return this.#best;
  }

  #patterns(): void {
    const { index } = this.#asked.snapshot.personalRules,
      length = plainOctets(this.#name, this.#octets);
    const count = length === 0
      ? 0
      : index.patterns.candidates(this.#octets, length, this.#candidates);
    if (count === 0) return;
    const text = nameToText(this.#name);
    for (let i = 0; i < count; i++) this.#take(this.#candidates[i], text);
  }

  /** Takes a rule that meets the name, or whose pattern may meet it as `text`; what costs least is looked at first. */
  #take(rule: number, text?: string): void {
    const { client, question, now, snapshot: { personalRules: personal } } = this.#asked,
      name = this.#name;
    const scope = narrowness(client.policy, personal.index.list(rule));
    const weight = scope << WEIGHT_BITS | personal.weight(rule);
    if (scope === 0 || weight < this.#weight || (weight === this.#weight && rule > this.#best)) {
      return;
    }
    if (now >= personal.end(rule)) return;
    const ready = personal.index.rule(rule), { effect } = ready.rule;
    if (
      !ready.applies(name, question.type, ANYBODY) ||
      (text !== undefined && !ready.matchesText(text))
    ) return;
    // A name that would be answered with itself is left alone (rule-syntax E4).
    if (
      effect.do === "rewrite" && effect.to.cname !== undefined && sameName(effect.to.cname, name)
    ) return;
    this.#best = rule;
    this.#weight = weight;
  }
}

/** How narrow a scope is for a class, 0 = it does not cover it. */
function narrowness({ scopes }: DevicePolicy, scope: number): number {
  if (scopes === undefined) return 1;
  for (let i = 0; i < scopes.length; i += 2) if (scopes[i] === scope) return scopes[i + 1];
  return 0;
}

const search = new RuleSearch();
