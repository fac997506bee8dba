/**
 * The protections for categories whose time is over, because of homework or a daily limit (A 3.2,
 * 7.1.3). Names of services and lists of the category are blocked, even if a choice allows them. An
 * allow rule lifts the block; a pause does not.
 *
 * A name that a later protection blocks anyway, by choice or for safety, is left to it: more time
 * would not open it, so none may be offered (A 7.6.5).
 */
import type { AnswerContent, BlockedAnswer, RuleMatch, Step } from "../model/decision.ts";
import type { TimedCategory } from "../model/person_time.ts";
import type { TimedBlock, TimedBlockReason } from "../snapshot/snapshot_parts.ts";
import { bypassProtection } from "./bypass.ts";
import { listProtection, stepForName, stepForTargets } from "./list.ts";
import type { DecisionContext, Protection } from "./protection.ts";
import { serviceOfCategory } from "./service.ts";
import { LIFTED, NEXT } from "./step.ts";

/** The protection for homework. */
export const homeworkProtection: Protection = rowOf("homework", "homework");

/** The protection for daily limits. */
export const dailyLimitProtection: Protection = rowOf("limits", "limit");

/**
 * The protection for one reason. Each reason has its own, so that the cause of a block can be
 * displayed.
 */
function rowOf(name: string, why: TimedBlockReason): Protection {
  return {
    name,
    concerns: ({ held }, { settings }) =>
      settings.filtering && held?.some((part) => part[3] === why) === true,
    before(context: DecisionContext): Step {
      const held = context.client.policy.held!;
      for (let i = 0; i < held.length; i++) {
        if (held[i][3] !== why || !isNow(held[i], context.now)) continue;
        const step = stepForCategory(context, held[i][0], why);
        if (step === NEXT) continue;
        if (context.allowed !== undefined) return LIFTED;
        // Homework and limits both ask this of a name; the lists are searched for the first only.
        context.isBlockedAnyway ??= isBlockedAnyway(context);
        return context.isBlockedAnyway ? NEXT : step;
      }
      return NEXT;
    },
    after(context: DecisionContext, content: AnswerContent): Step {
      const held = context.client.policy.held!;
      if (content.targets.length === 0 || context.allowed !== undefined) return NEXT;
      for (let i = 0; i < held.length; i++) {
        const [category] = held[i];
        const timed = context.lists.timed.get(category);
        if (held[i][3] !== why || timed === undefined || !isNow(held[i], context.now)) continue;
        const step = blocking(stepForTargets(context, timed, content), category, why);
        if (step !== NEXT) return isBlockedAnyway(context, content) ? NEXT : step;
      }
      return NEXT;
    },
  };
}

function isNow(held: TimedBlock, now: number): boolean {
  return held[1] <= now && now < held[2];
}

/** The protections that follow and may block a name whose time is over. */
const FOLLOWING: readonly Protection[] = [bypassProtection, listProtection];

/** Whether a protection that follows blocks the name, or with `content` its answer. */
function isBlockedAnyway(context: DecisionContext, content?: AnswerContent): boolean {
  const { client: { policy }, snapshot } = context;
  return FOLLOWING.some((row) => {
    if (row.concerns?.(policy, snapshot) === false) return false;
    const step = content === undefined ? row.before?.(context) : row.after?.(context, content);
    return step !== undefined && "settle" in step && step.settle.do === "block";
  });
}

/** The step of the lists and services of a category for the name. */
function stepForCategory(
  context: DecisionContext,
  category: TimedCategory,
  why: TimedBlockReason,
): Step {
  const timed = context.lists.timed.get(category);
  const step = timed === undefined ? NEXT : blocking(stepForName(context, timed), category, why);
  if (step !== NEXT) return step;

  const service = serviceOfCategory(context, category);
  if (service === undefined) return NEXT;
  return blockedBy(why, category, { list: -1, rule: `service:${service.id}`, category });
}

/** Converts the step of a list into a block of its category. A rewrite becomes a block too. */
function blocking(step: Step, category: TimedCategory, why: TimedBlockReason): Step {
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
  why: TimedBlockReason,
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
