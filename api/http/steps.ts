/** The steps that every request goes through before its handler, in this order (DESIGN 6). */
import { access, database } from "./steps/access.ts";
import { confirmPassword, plan } from "./steps/consent.ts";
import { mediaType, size, validation } from "./steps/given.ts";
import { host, rate, site, source } from "./steps/origin.ts";
import type { Principal } from "./principal.ts";
import type { Given, Route } from "./route.ts";
import type { Services } from "./services.ts";
import type { RequestRate } from "./sources.ts";

/** How a request came in: over the local socket, or from an address over plain HTTP or HTTPS. */
export type Connection = { readonly door: "socket" } | {
  readonly door: "http" | "https";
  readonly address: string;
  /** The name asked for in TLS, "" or absent = none. */
  readonly servername?: string;
};

/** One request on its way to its handler. */
export interface Exchange {
  readonly route: Route;
  readonly request: Request;
  readonly connection: Connection;
  /** Parameters of the path as they were written. */
  readonly params: Readonly<Record<string, string>>;
  /** Who asks; known after the step `access`. */
  by: Principal | undefined;
  /** The octets of the body, once they were read. */
  body: Uint8Array;
  /** `confirm_password` of the body, taken out of it. */
  password: string | undefined;
  /** What the handler is given, once it was checked. */
  given: Omit<Given<never, never, never>, "note"> | undefined;
}

/** What steps look at beside the request. */
export interface StepContext {
  readonly services: Services;
  readonly rate: RequestRate;
}

/** One step; it refuses by throwing an ApiError. */
export interface RequestStep {
  readonly name: string;
  run(exchange: Exchange, context: StepContext): void | Promise<void>;
}

/** Where a request comes from: known before its body is looked at, and whether there is a route for it or not. */
export const ORIGIN_STEPS: readonly RequestStep[] = [
  { name: "source", run: source }, // Foreign networks learn nothing, not even what routes there are.
  { name: "host", run: host }, // A page of another site that rebinds its name to the box reaches nothing.
  { name: "site", run: site }, // Nor does one that sends the browser of somebody who is signed in.
  { name: "rate", run: rate },
];

/** The order. A step stands before another when what it protects must not be reached by what it refuses. */
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
