/**
 * The list row: what the subscribed lists say, and what the categories say that they feed. Allow lists, `@@` and `$important`
 * act inside this row only (DESIGN 5); the order among them is that of rule-syntax E5, with rewrites after allow lists, before
 * blocks. What the law forbids comes first: no exception of another list opens it (A 7.6.9). A category that is only told lets
 * the name through and is remembered, as an exception is.
 */
import type { AnswerContent, Step } from "../model/decision.ts";
import type { WireName } from "../model/name.ts";
import { isAllowing, RANK } from "../snapshot/device_policy.ts";
import type { ListPolicy, Snapshot } from "../snapshot/snapshot.ts";
import { ListMatch } from "./list_match.ts";
import type { Asked, PolicyClient, Protection } from "./protections.ts";
import { combineRewrites } from "./rewrite.ts";
import { ruleFor } from "./rule.ts";
import { categoryStep } from "./service.ts";
import { LIFTED, NEXT } from "./step.ts";

/** The one pass of this thread. */
const match = new ListMatch();

/** The row of lists and categories. */
export const lists: Protection = {
  name: "lists",
  concerns: (_, { settings }) => settings.filtering,
  before(asked: Asked): Step {
    const { snapshot, question, client } = asked;
    const { unlifted } = client.policy;
    const forbidden = unlifted === undefined ? NEXT : stepForName(asked, unlifted);
    if ("settle" in forbidden) return forbidden;
    const held = listsFor(asked);
    if (held === undefined) return LIFTED;
    match.name(question.name, asked.labels, question.type, client, held, snapshot);
    const step = stepFor(held, snapshot, question.name);
    if ("settle" in step && match.waits(question.type, held, snapshot)) {
      return { need: "answer", otherwise: step.settle };
    }
    if (step !== NEXT && !("next" in step && match.rank === RANK.monitor)) return step;
    const lifted = asked.allowed !== undefined || asked.paused;
    if (lifted) return step === NEXT ? LIFTED : step;
    const byService = categoryStep(asked, false);
    return byService === NEXT ? step : byService;
  },
  after(asked: Asked, content: AnswerContent): Step {
    const { snapshot, question, client } = asked;
    const targets = content.targets.length > 0;
    const { answers, answerZones } = snapshot.ruleIndex, zones = answerZones.length > 0;
    const addresses = content.addresses.length > 0 && !answers.empty;
    if (!targets && !addresses && !zones) return NEXT;
    const { unlifted } = client.policy;
    const forbidden = unlifted === undefined ? NEXT : stepForTargets(asked, unlifted, content);
    if ("settle" in forbidden) return forbidden;
    // A name that is allowed is not taken away by what it leads to (A 7.6.9).
    const held = listsFor(asked);
    if (held === undefined) return LIFTED;
    const answer = zones ? content.addresses : undefined;
    match.name(question.name, asked.labels, question.type, client, held, snapshot, answer);
    if (zones && match.byZone) return letThrough(stepFor(held, snapshot, question.name));
    if (isAllowing(match.rank)) return NEXT;
    const step = stepForTargets(asked, held, content);
    if ("settle" in step || !addresses) return step;
    match.addresses(content.addresses, question.name, question.type, client, held, snapshot);
    const found = stepFor(held, snapshot, question.name);
    return letThrough(found);
  },
};

/** A step as it is told of an answer: what lets it through is, when it has a condition. */
function letThrough(step: Step): Step {
  return "settle" in step || "next" in step && step.match?.tcpOnly === true ? step : NEXT;
}

/** What some lists say of the names that an answer leads to: the first that they do not let through. */
export function stepForTargets(asked: Asked, held: ListPolicy, { targets }: AnswerContent): Step {
  for (const target of targets) {
    const step = stepForTarget(asked, held, target);
    if ("settle" in step) return step;
  }
  // Whoever comes next finds the name asked in the fingerprinter.
  if (targets.length > 0) asked.labels = asked.snapshot.fingerprinter.ofWire(asked.question.name);
  return NEXT;
}

/** The lists that hold for who asks: a rule leaves those that none lifts, a pause those that it does not open. */
function listsFor({ allowed, paused, client: { policy } }: Asked): ListPolicy | undefined {
  return allowed !== undefined ? policy.unlifted : paused ? policy.unpaused : policy.all;
}

/** What some lists say of a name that an answer leads to, which a rule may allow by itself. */
function stepForTarget(asked: Asked, held: ListPolicy, target: WireName): Step {
  const { snapshot, question, client } = asked, labels = snapshot.fingerprinter.ofWire(target);
  const lifted = asked.allowed === undefined && ruleFor(asked, target, labels)?.allows === true;
  const left = lifted ? unliftedOf(client, held) : held;
  if (left === undefined) return NEXT;
  match.name(target, labels, question.type, client, left, snapshot);
  return stepFor(left, snapshot, target);
}

/** What some lists say of the name asked. */
export function stepForName(asked: Asked, held: ListPolicy): Step {
  const { snapshot, question, client, labels } = asked;
  match.name(question.name, labels, question.type, client, held, snapshot);
  return stepFor(held, snapshot, question.name);
}

/** Those of the lists whose names no rule opens: of the ways around the box of a minor all, of others what the law forbids. */
function unliftedOf({ policy }: PolicyClient, held: ListPolicy): ListPolicy | undefined {
  return held === policy.bypass && policy.minor ? held : policy.unlifted;
}

/** The step that follows from what `match` holds about the name. */
function stepFor(held: ListPolicy, snapshot: Snapshot, name: WireName): Step {
  if (match.rank === 0 && match.rewrites.length === 0) return NEXT;
  if (match.rewrites.length > 0 && match.rank !== RANK.allowList) {
    const combined = combineRewrites(match.rewrites.map((ready) => ready.rule), name);
    if (combined !== undefined) {
      const { list, text } = combined.rule;
      return { settle: { do: "rewrite", ...snapshot.causes[list], to: combined.to, match: { list, rule: text } } };
    }
  }
  const winner = match.winner(name, held, snapshot);
  if (winner === undefined) return NEXT;
  if (isAllowing(match.rank) || match.rank === RANK.monitor) return { next: true, match: winner.match };
  const { list } = winner.match, cause = snapshot.causes[list];
  // Ways around the box are always NXDOMAIN: no page, no null address (A 7.6.2).
  const answer = snapshot.lists[list]?.category === "bypass" ? "nxdomain" : winner.answer;
  if (answer === undefined) return { settle: { do: "block", ...cause, match: winner.match } };
  return { settle: { do: "block", ...cause, match: winner.match, answer } };
}
