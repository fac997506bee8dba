/**
 * The protection for hours and cuts: everything is blocked except local names and those always
 * permitted. Pauses, rules and the global filtering switch have no effect on it (A 3.2, 7.1.1).
 */
import type { ClosedReason } from "../hours/plan.ts";
import type { Step } from "../model/decision.ts";
import type { ClosedInterval } from "../snapshot/snapshot_parts.ts";
import type { DecisionContext, Protection } from "./protection.ts";
import { LIFTED, NEXT } from "./step.ts";

const CLOSED: Readonly<Record<ClosedReason, Step>> = Object.freeze({
  hours: closedBy("hours"),
  cut: closedBy("cut"),
});

const found: number[] = [];

/** The protection for hours and cuts. */
export const hoursProtection: Protection = {
  name: "schedule",
  concerns: ({ closed }) => closed !== undefined,
  before({ client: { policy }, snapshot, labels, now, via }: DecisionContext): Step {
    const why = whyClosed(policy.closed!, now);
    if (why === undefined) return NEXT;
    const { fingerprinter, permittedNames, localIndex } = snapshot;
    const passes = via === "rewrite" || permittedNames.find(fingerprinter, labels, found) > 0 ||
      localIndex.forwardsHome(fingerprinter, labels);
    return passes ? LIFTED : CLOSED[why];
  },
};

function whyClosed(closed: readonly ClosedInterval[], now: number): ClosedReason | undefined {
  for (let i = 0; i < closed.length && closed[i][0] <= now; i++) {
    if (now < closed[i][1]) return closed[i][2];
  }
  return undefined;
}

function closedBy(why: ClosedReason): Step {
  return Object.freeze({
    settle: Object.freeze({ do: "block", reason: "schedule", origin: `schedule:${why}` }),
  });
}
