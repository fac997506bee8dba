/**
 * The protection by subscribed lists and the categories that they feed. Allow lists, `@@` and
 * `$important` apply only within this protection. Their order is that of rule-syntax E5, with
 * rewrites after allow lists and before blocks.
 *
 * Names forbidden by law are checked first: no exception in another list unblocks them (A 7.6.9). A
 * category that is only monitored allows the name and records the match, as an exception does.
 */
import type { AnswerContent, Step } from "../model/decision.ts";
import type { WireName } from "../model/name.ts";
import { isAllowing, RANK } from "../snapshot/device_policy.ts";
import type { Snapshot } from "../snapshot/snapshot.ts";
import type { ListPolicy } from "../snapshot/snapshot_parts.ts";
import { ListMatch } from "./list_match.ts";
import type { ApplicableRule, DecisionContext, Protection } from "./protection.ts";
import { isRestricted } from "./restricted.ts";
import { findRule, opensProfile } from "./rule.ts";
import { categoryStep } from "./service.ts";
import { LIFTED, NEXT } from "./step.ts";

/** Record type CNAME, the default for the targets of an answer. */
const CNAME = 5;

/** The list matcher, shared by all passes in this thread. */
const match = new ListMatch();

/** The protection by lists and categories. */
export const listProtection: Protection = {
  name: "lists",
  concerns: (_, { settings }) => settings.filtering,
  before(context: DecisionContext): Step {
    const step = stepBefore(context);
    // A list may answer a name itself, or once its answer is known; restricted mode blocks it first.
    return endsUnblocked(step) && isRestricted(context) ? NEXT : step;
  },
  after(context: DecisionContext, content: AnswerContent): Step {
    const { snapshot, lists: { unlifted } } = context;
    const targets = content.targets.length > 0;
    const { readsAnswers, answerZones } = snapshot.ruleIndex;
    const zones = answerZones.length > 0;
    const addresses = content.addresses.length > 0 && readsAnswers;
    if (!targets && !addresses && !zones) return NEXT;
    const forbidden = unlifted === undefined ? NEXT : stepForTargets(context, unlifted, content);
    if ("settle" in forbidden) return forbidden;
    // A name that is allowed is not blocked because of the targets of its answer (A 7.6.9).
    const held = listsFor(context);
    if (held === undefined) return LIFTED;
    match.name(context, held, zones ? content.addresses : undefined);
    if (zones && match.byZone) return letThrough(stepOf(snapshot));
    if (isAllowing(match.rank)) return NEXT;
    const step = stepForTargets(context, held, content);
    if ("settle" in step || !addresses) return step;
    match.addresses(context, held, content.addresses);
    const found = letThrough(stepOf(snapshot));
    return found === NEXT ? step : found;
  },
};

/** Whether a step ends the walk without a block. */
function endsUnblocked(step: Step): boolean {
  return "settle" in step ? step.settle.do !== "block" : "need" in step;
}

/** The step of the lists before the name is resolved. */
function stepBefore(context: DecisionContext): Step {
  const { unlifted } = context.lists;
  const forbidden = unlifted === undefined ? NEXT : stepForName(context, unlifted);
  if ("settle" in forbidden) return forbidden;
  const held = listsFor(context);
  const step = held === undefined ? NEXT : stepForName(context, held);
  if ("settle" in step && match.needsAnswer) return { need: "answer", otherwise: step.settle };
  const isReport = held !== undefined && "next" in step && match.rank === RANK.monitor;
  if (step !== NEXT && !isReport) return step;
  if (context.paused) return step === NEXT ? LIFTED : step;
  const byService = categoryStep(context, false);
  if (context.allowed !== undefined && !isClosedStep(context, context.allowed, byService)) {
    return step === NEXT ? LIFTED : step;
  }
  return byService === NEXT ? step : byService;
}

/**
 * Keeps a step for an answer if it settles the decision, or if it allows the name over TCP only.
 */
function letThrough(step: Step): Step {
  return "settle" in step || "next" in step && step.match?.tcpOnly === true ? step : NEXT;
}

/**
 * Applies the given lists to the targets of an answer. Returns the first step that blocks or
 * rewrites, otherwise the first that allows with a condition.
 */
export function stepForTargets(
  context: DecisionContext,
  held: ListPolicy,
  { targets, targetTypes }: AnswerContent,
): Step {
  let through: Step = NEXT;
  for (let i = 0; i < targets.length; i++) {
    const step = stepForTarget(context, held, targets[i], targetTypes?.[i] ?? CNAME);
    if ("settle" in step) return step;
    if (through === NEXT) through = letThrough(step);
  }
  // Restore the fingerprints of the queried name for the protections that follow.
  if (targets.length > 0) {
    context.labels = context.snapshot.fingerprinter.ofWire(context.question.name);
  }
  return through;
}

/**
 * Whether a step blocks a category that the profile of the client closes, and the rule is too wide
 * to open it.
 */
function isClosedStep({ client }: DecisionContext, rule: ApplicableRule, step: Step): boolean {
  if (!("settle" in step) || step.settle.do !== "block" || opensProfile(rule, client)) return false;
  const category = step.settle.match?.category ?? "";
  return client.policy.closedCategories?.includes(category) === true;
}

/**
 * The lists that apply to the client. Under an allow rule these are the lists that it does not
 * lift; during a pause, those that the pause does not lift.
 */
function listsFor(
  { allowed, paused, client, lists }: DecisionContext,
): ListPolicy | undefined {
  if (allowed === undefined) return paused ? lists.unpaused : lists.all;
  if (paused) return lists.unlifted;
  return opensProfile(allowed, client) ? lists.unlifted : lists.unliftedByWide;
}

/**
 * Applies the given lists to a target of the answer. An allow rule may exist for the target alone.
 */
function stepForTarget(
  context: DecisionContext,
  held: ListPolicy,
  target: WireName,
  type: number,
): Step {
  const { snapshot } = context;
  const labels = snapshot.fingerprinter.ofWire(target);
  const rule = context.allowed === undefined ? findRule(context, target, labels) : undefined;
  const left = rule?.allows === true ? unliftedOf(context, rule, held) : held;
  if (left === undefined) return NEXT;
  match.target(context, left, target, labels, type);
  return stepOf(snapshot);
}

/** Applies the given lists to the queried name. */
export function stepForName(context: DecisionContext, held: ListPolicy): Step {
  match.name(context, held);
  return stepOf(context.snapshot);
}

/**
 * The subset of the lists that a rule does not lift. For ways around the box of a minor these are
 * all lists, otherwise those required by law and those that the profile closes.
 */
function unliftedOf(
  { client, paused, lists }: DecisionContext,
  rule: ApplicableRule,
  held: ListPolicy,
): ListPolicy | undefined {
  if (held === lists.bypass && client.policy.minor) return held;
  const opens = paused || opensProfile(rule, client);
  return opens ? lists.unlifted : lists.unliftedByWide;
}

/** The step that follows from the result in `match`. */
function stepOf(snapshot: Snapshot): Step {
  if (match.isEmpty) return NEXT;
  const combined = match.rewrite();
  if (combined !== undefined) {
    const { list, text } = combined.rule;
    return {
      settle: {
        do: "rewrite",
        ...snapshot.causes[list],
        to: combined.to,
        match: { list, rule: text },
      },
    };
  }
  const winner = match.winner();
  if (winner === undefined) return NEXT;
  if (isAllowing(match.rank) || match.rank === RANK.monitor) {
    return { next: true, match: winner.match };
  }
  const { list } = winner.match;
  const { reason, origin } = snapshot.causes[list];
  // Ways around the box always get NXDOMAIN: no block page, no null address (A 7.6.2).
  const answer = snapshot.lists[list]?.category === "bypass" ? "nxdomain" : winner.answer;
  if (answer === undefined) return { settle: { do: "block", reason, origin, match: winner.match } };
  return { settle: { do: "block", reason, origin, match: winner.match, answer } };
}
