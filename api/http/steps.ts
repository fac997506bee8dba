/** The steps that every request goes through before its handler, in this order. */
import { checkAccess, checkDatabase } from "./steps/access.ts";
import { checkPlan, confirmPassword } from "./steps/consent.ts";
import { checkMediaType, readBody, validateInput } from "./steps/given.ts";
import { checkHost, checkRate, checkSite, checkSource } from "./steps/origin.ts";
import type { Exchange, StepContext } from "./exchange.ts";

/** One step; it refuses by throwing a DomainError. */
export interface RequestStep {
  readonly name: string;
  run(exchange: Exchange, context: StepContext): void | Promise<void>;
}

/**
 * The origin of a request: checked before its body is read, and whether there is a route for it or
 * not.
 */
export const ORIGIN_STEPS: readonly RequestStep[] = [
  // First: foreign networks learn nothing, not even which routes exist.
  { name: "source", run: checkSource },
  // A page of another site that rebinds its name to the box reaches nothing.
  { name: "host", run: checkHost },
  // A page of another site cannot use the session of a signed-in browser.
  { name: "site", run: checkSite },
  { name: "rate", run: checkRate },
];

/**
 * The order. A step precedes another when the requests it refuses must not reach that other step.
 */
export const STEPS: readonly RequestStep[] = [
  ...ORIGIN_STEPS,
  // Before access, because accounts are in the database.
  { name: "database", run: checkDatabase },
  { name: "access", run: checkAccess },
  // After access, because the state of the box is nothing for strangers.
  { name: "before_body", run: ({ beforeBody }) => beforeBody() },
  // Before the body is parsed, so that its memory is bounded.
  { name: "size", run: readBody },
  { name: "type", run: checkMediaType },
  { name: "validation", run: validateInput },
  // After validation, because some bodies need no plan (A 4.1, B 4.4).
  { name: "plan", run: checkPlan },
  // Last, so that an invalid request does not use up an attempt.
  { name: "confirm_password", run: confirmPassword },
];
