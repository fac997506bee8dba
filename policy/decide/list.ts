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
import { ruleFor } from "./rule.ts";
import { categoryStep } from "./service.ts";
import { LIFTED, NEXT } from "./step.ts";

/** Type of the record that leads from one name to another. */
const CNAME = 5;

/** The one pass of this thread. */
const match = new ListMatch();

/** The row of lists and categories. */
export const lists: Protection = {
  name: "lists",
  concerns: (_, { settings }) => settings.filtering,
  before(asked: Asked): Step {
    const { unlifted } = asked.client.policy;
    const forbidden = unlifted === undefined ? NEXT : stepForName(asked, unlifted);
    if ("settle" in forbidden) return forbidden;
    const held = listsFor(asked);
    if (held === undefined) return LIFTED;
    const step = stepForName(asked, held);
    if ("settle" in step && match.waits) return { need: "answer", otherwise: step.settle };
    if (step !== NEXT && !("next" in step && match.rank === RANK.monitor)) return step;
    const lifted = asked.allowed !== undefined || asked.paused;
    if (lifted) return step === NEXT ? LIFTED : step;
    const byService = categoryStep(asked, false);
    return byService === NEXT ? step : byService;
  },
  after(asked: Asked, content: AnswerContent): Step {
    const { snapshot, client: { policy: { unlifted } } } = asked;
    const targets = content.targets.length > 0;
    const { readsAnswers, answerZones } = snapshot.ruleIndex, zones = answerZones.length > 0;
    const addresses = content.addresses.length > 0 && readsAnswers;
    if (!targets && !addresses && !zones) return NEXT;
    const forbidden = unlifted === undefined ? NEXT : stepForTargets(asked, unlifted, content);
    if ("settle" in forbidden) return forbidden;
    // A name that is allowed is not taken away by what it leads to (A 7.6.9).
    const held = listsFor(asked);
    if (held === undefined) return LIFTED;
    match.name(asked, held, zones ? content.addresses : undefined);
    if (zones && match.byZone) return letThrough(stepOf(snapshot));
    if (isAllowing(match.rank)) return NEXT;
    const step = stepForTargets(asked, held, content);
    if ("settle" in step || !addresses) return step;
    match.addresses(asked, held, content.addresses);
    const found = letThrough(stepOf(snapshot));
    return found === NEXT ? step : found;
  },
};

/** A step as it is told of an answer: what lets it through is, when it has a condition. */
function letThrough(step: Step): Step {
  return "settle" in step || "next" in step && step.match?.tcpOnly === true ? step : NEXT;
}

/**
 * What some lists say of the names that an answer leads to: the first that they do not let through, or the first that they let
 * through with a condition.
 */
export function stepForTargets(
  asked: Asked,
  held: ListPolicy,
  { targets, targetTypes }: AnswerContent,
): Step {
  let through: Step = NEXT;
  for (let i = 0; i < targets.length; i++) {
    const step = stepForTarget(asked, held, targets[i], targetTypes?.[i] ?? CNAME);
    if ("settle" in step) return step;
    if (through === NEXT) through = letThrough(step);
  }
  // Whoever comes next finds the name asked in the fingerprinter.
  if (targets.length > 0) asked.labels = asked.snapshot.fingerprinter.ofWire(asked.question.name);
  return through;
}

/** The lists that hold for who asks: a rule leaves those that none lifts, a pause those that it does not open. */
function listsFor({ allowed, paused, client: { policy } }: Asked): ListPolicy | undefined {
  return allowed !== undefined ? policy.unlifted : paused ? policy.unpaused : policy.all;
}

/** What some lists say of a name that an answer leads to, which a rule may allow by itself. */
function stepForTarget(asked: Asked, held: ListPolicy, target: WireName, type: number): Step {
  const { snapshot, client } = asked, labels = snapshot.fingerprinter.ofWire(target);
  const lifted = asked.allowed === undefined && ruleFor(asked, target, labels)?.allows === true;
  const left = lifted ? unliftedOf(client, held) : held;
  if (left === undefined) return NEXT;
  match.target(asked, left, target, labels, type);
  return stepOf(snapshot);
}

/** What some lists say of the name asked. */
export function stepForName(asked: Asked, held: ListPolicy): Step {
  match.name(asked, held);
  return stepOf(asked.snapshot);
}

/** Those of the lists whose names no rule opens: of the ways around the box of a minor all, of others what the law forbids. */
function unliftedOf({ policy }: PolicyClient, held: ListPolicy): ListPolicy | undefined {
  return held === policy.bypass && policy.minor ? held : policy.unlifted;
}

/** The step that follows from what `match` has found. */
function stepOf(snapshot: Snapshot): Step {
  if (match.silent) return NEXT;
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
  const { list } = winner.match, { reason, origin } = snapshot.causes[list];
  // Ways around the box are always NXDOMAIN: no page, no null address (A 7.6.2).
  const answer = snapshot.lists[list]?.category === "bypass" ? "nxdomain" : winner.answer;
  if (answer === undefined) return { settle: { do: "block", reason, origin, match: winner.match } };
  return { settle: { do: "block", reason, origin, match: winner.match, answer } };
}
