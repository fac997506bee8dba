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
  { name: "source", run: checkSource }, // Foreign networks learn nothing, not even what routes there are.
  { name: "host", run: checkHost }, // A page of another site that rebinds its name to the box reaches nothing.
  { name: "site", run: checkSite }, // Nor does one that sends the browser of somebody who is signed in.
  { name: "rate", run: checkRate },
];

/**
 * The order. A step precedes another when the requests it refuses must not reach that other step.
 */
export const STEPS: readonly RequestStep[] = [
  ...ORIGIN_STEPS,
  { name: "database", run: checkDatabase }, // Before access: accounts are kept in it.
  { name: "access", run: checkAccess },
  { name: "size", run: readBody }, // Before the body is looked at, so that its memory is bounded.
  { name: "type", run: checkMediaType },
  { name: "validation", run: validateInput },
  { name: "plan", run: checkPlan }, // After validation: some bodies need no plan (A 4.1, B 4.4).
  { name: "confirm_password", run: confirmPassword }, // Last: a wrong request does not use up an attempt.
];
