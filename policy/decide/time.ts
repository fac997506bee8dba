/**
 * The protections for categories whose time is over, because of homework or a daily limit (A 3.2,
 * 7.1.3). Names of services and lists of the category are blocked, whatever is chosen for it. An
 * allow rule lifts the block; a pause does not.
 */
import type { AnswerContent, BlockedAnswer, RuleMatch, Step } from "../model/decision.ts";
import type { TimedCategory } from "../model/person_time.ts";
import type { HeldPart, HeldWhy } from "../snapshot/snapshot_parts.ts";
import { stepForName, stepForTargets } from "./list.ts";
import type { DecisionContext, Protection } from "./protection.ts";
import { serviceOfCategory } from "./service.ts";
import { LIFTED, NEXT } from "./step.ts";

/** The protection for homework. */
export const homework: Protection = rowOf("homework", "homework");

/** The protection for daily limits. */
export const limits: Protection = rowOf("limits", "limit");

/**
 * The protection for one reason. Each reason has its own, so that the cause of a block can be
 * displayed.
 */
function rowOf(name: string, why: HeldWhy): Protection {
  return {
    name,
    concerns: ({ held }, { settings }) =>
      settings.filtering && held?.some((part) => part[3] === why) === true,
    before(context: DecisionContext): Step {
      const held = context.client.policy.held!;
      for (let i = 0; i < held.length; i++) {
        if (held[i][3] !== why || !isNow(held[i], context.now)) continue;
        const step = stepForCategory(context, held[i][0], why);
        if (step !== NEXT) return context.allowed === undefined ? step : LIFTED;
      }
      return NEXT;
    },
    after(context: DecisionContext, content: AnswerContent): Step {
      const held = context.client.policy.held!;
      if (content.targets.length === 0 || context.allowed !== undefined) return NEXT;
      for (let i = 0; i < held.length; i++) {
        const [category] = held[i];
        const lists = context.snapshot.timedLists.get(category);
        if (held[i][3] !== why || lists === undefined || !isNow(held[i], context.now)) continue;
        const step = blocking(stepForTargets(context, lists, content), category, why);
        if (step !== NEXT) return step;
      }
      return NEXT;
    },
  };
}

function isNow(held: HeldPart, now: number): boolean {
  return held[1] <= now && now < held[2];
}

/** The step of the lists and services of a category for the name. */
function stepForCategory(context: DecisionContext, category: TimedCategory, why: HeldWhy): Step {
  const lists = context.snapshot.timedLists.get(category);
  const step = lists === undefined ? NEXT : blocking(stepForName(context, lists), category, why);
  if (step !== NEXT) return step;

  const service = serviceOfCategory(context, category);
  if (service === undefined) return NEXT;
  return blockedBy(why, category, { list: -1, rule: `service:${service.id}`, category });
}

/** Converts the step of a list into a block of its category. A rewrite becomes a block too. */
function blocking(step: Step, category: TimedCategory, why: HeldWhy): Step {
  if (!("settle" in step)) return NEXT;
  const { settle } = step;
  if (settle.do !== "block" && settle.do !== "rewrite") return NEXT;
  const answer = settle.do === "block" ? settle.answer : undefined;
  return blockedBy(why, category, settle.match, answer);
}

/**
 * The block of a category whose time is over. Its origin says whether homework or a daily limit is
 * the cause.
 */
function blockedBy(
  why: HeldWhy,
  category: TimedCategory,
  match?: RuleMatch,
  answer?: BlockedAnswer,
): Step {
  return {
    settle: {
      do: "block",
      reason: "category",
      origin: `${why}:${category}`,
      ...(match === undefined ? {} : { match }),
      ...(answer === undefined ? {} : { answer }),
    },
  };
}
