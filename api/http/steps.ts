/** The steps that every request goes through before its handler, in this order. */
import { access, database } from "./steps/access.ts";
import { confirmPassword, plan } from "./steps/consent.ts";
import { mediaType, size, validation } from "./steps/given.ts";
import { host, rate, site, source } from "./steps/origin.ts";
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
  { name: "source", run: source }, // Foreign networks learn nothing, not even what routes there are.
  { name: "host", run: host }, // A page of another site that rebinds its name to the box reaches nothing.
  { name: "site", run: site }, // Nor does one that sends the browser of somebody who is signed in.
  { name: "rate", run: rate },
];

/**
 * The order. A step precedes another when the requests it refuses must not reach that other step.
 */
export const STEPS: readonly RequestStep[] = [
  ...ORIGIN_STEPS,
  { name: "database", run: database }, // Before access: accounts are kept in it.
  { name: "access", run: access },
  { name: "size", run: size }, // Before the body is looked at, so that its memory is bounded.
  { name: "type", run: mediaType },
  { name: "validation", run: validation },
  { name: "plan", run: plan }, // After validation: some bodies need no plan (A 4.1, B 4.4).
  { name: "confirm_password", run: confirmPassword }, // Last: a wrong request does not use up an attempt.
];
