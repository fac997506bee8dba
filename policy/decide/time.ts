/**
 * The rows of categories whose time is over: by homework, and by a daily limit that was reached (A 3.2, 7.1.3). Names of services
 * and of lists of the category are blocked, whatever is chosen about it; an allow rule lifts it, a pause does not.
 */
import type { AnswerContent, Step } from "../model/decision.ts";
import type { TimedCategory } from "../model/person_time.ts";
import type { HeldPart, HeldWhy } from "../snapshot/snapshot.ts";
import { stepForName, stepForTargets } from "./list.ts";
import type { Asked, Protection } from "./protections.ts";
import { serviceOfCategory } from "./service.ts";
import { LIFTED, NEXT } from "./step.ts";

/** The row of homework. */
export const homework: Protection = rowOf("homework", "homework");

/** The row of daily limits. */
export const limits: Protection = rowOf("limits", "limit");

/** The row of what is held for one reason, so that it can be told which. */
function rowOf(name: string, why: HeldWhy): Protection {
  return {
    name,
    concerns: ({ held }, { settings }) =>
      settings.filtering && held?.some((part) => part[3] === why) === true,
    before(asked: Asked): Step {
      const held = asked.client.policy.held!;
      for (let i = 0; i < held.length; i++) {
        if (held[i][3] !== why || !isNow(held[i], asked.now)) continue;
        const step = stepForCategory(asked, held[i][0]);
        if (step !== NEXT) return asked.allowed === undefined ? step : LIFTED;
      }
      return NEXT;
    },
    after(asked: Asked, content: AnswerContent): Step {
      const held = asked.client.policy.held!;
      if (content.targets.length === 0 || asked.allowed !== undefined) return NEXT;
      for (let i = 0; i < held.length; i++) {
        const [category] = held[i], lists = asked.snapshot.timedLists.get(category);
        if (held[i][3] !== why || lists === undefined || !isNow(held[i], asked.now)) continue;
        const step = blocking(stepForTargets(asked, lists, content), category);
        if (step !== NEXT) return step;
      }
      return NEXT;
    },
  };
}

function isNow(held: HeldPart, now: number): boolean {
  return held[1] <= now && now < held[2];
}

/** What lists and services of a category say of the name. */
function stepForCategory(asked: Asked, category: TimedCategory): Step {
  const lists = asked.snapshot.timedLists.get(category);
  const step = lists === undefined ? NEXT : blocking(stepForName(asked, lists), category);
  const service = step === NEXT ? serviceOfCategory(asked, category) : undefined;
  if (service === undefined) return step;
  const match = { list: -1, rule: `service:${service.id}`, category };
  return {
    settle: {
      do: "block",
      reason: "category",
      cause: "time",
      origin: `category:${category}`,
      match,
    },
  };
}

/** What a list says as a block of its category: one that would answer otherwise blocks too. */
function blocking(step: Step, category: TimedCategory): Step {
  if (!("settle" in step)) return NEXT;
  const { settle } = step;
  if (settle.do === "block") return { settle: { ...settle, cause: "time" } };
  if (settle.do !== "rewrite") return NEXT;
  const match = settle.match === undefined ? {} : { match: settle.match };
  return {
    settle: {
      do: "block",
      reason: "category",
      cause: "time",
      origin: `category:${category}`,
      ...match,
    },
  };
}
