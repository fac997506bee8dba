/**
 * The protection against ways around the box: names of VPNs, proxies and encrypted DNS get NXDOMAIN
 * (A 7.1.2, 7.6.2). A pause or an allow rule unblocks them for adults, never for children and
 * teenagers.
 */
import type { AnswerContent, Step } from "../model/decision.ts";
import { stepForName, stepForTargets } from "./list.ts";
import type { DecisionContext, Protection } from "./protection.ts";
import { categoryStep } from "./service.ts";
import { LIFTED, NEXT } from "./step.ts";

/** The protection against ways around the box. */
export const bypassProtection: Protection = {
  name: "bypass",
  concerns: ({ bypass: lists, services }, { settings }) =>
    (lists !== undefined || services !== undefined) && settings.filtering,
  before(context: DecisionContext): Step {
    const { lists } = context;
    const step = lists.bypass === undefined ? NEXT : stepForName(context, lists.bypass);
    const found = "settle" in step ? step : categoryStep(context, true);
    if (!("settle" in found)) return step;
    return isLifted(context) ? LIFTED : found;
  },
  after(context: DecisionContext, content: AnswerContent): Step {
    const { lists } = context;
    if (lists.bypass === undefined || isLifted(context)) return NEXT;
    return stepForTargets(context, lists.bypass, content);
  },
};

function isLifted({ allowed, paused, client: { policy } }: DecisionContext): boolean {
  return policy.minor !== true && (allowed !== undefined || paused);
}
