/**
 * The row of ways around the box: names of VPNs, proxies and encrypted DNS, always NXDOMAIN (A 7.1.2, 7.6.2). A pause and an
 * allow rule open them for adults, never for children and teenagers.
 */
import type { AnswerContent, Step } from "../model/decision.ts";
import { stepForName, stepForTargets } from "./list.ts";
import type { Asked, Protection } from "./protections.ts";
import { categoryStep } from "./service.ts";
import { LIFTED, NEXT } from "./step.ts";

/** The row of ways around the box. */
export const bypass: Protection = {
  name: "bypass",
  concerns: ({ bypass: lists, services }, { settings }) =>
    (lists !== undefined || services !== undefined) && settings.filtering,
  before(asked: Asked): Step {
    const { client: { policy } } = asked;
    const step = policy.bypass === undefined ? NEXT : stepForName(asked, policy.bypass);
    const found = "settle" in step ? step : categoryStep(asked, true);
    if (!("settle" in found)) return step;
    return isLifted(asked) ? LIFTED : found;
  },
  after(asked: Asked, content: AnswerContent): Step {
    const { client: { policy } } = asked;
    if (policy.bypass === undefined || isLifted(asked)) return NEXT;
    return stepForTargets(asked, policy.bypass, content);
  },
};

function isLifted({ allowed, paused, client: { policy } }: Asked): boolean {
  return policy.minor !== true && (allowed !== undefined || paused);
}
