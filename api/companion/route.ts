/**
 * The type of a route of the online service: one declaration gives its path, its checks and its
 * responses.
 */
import type { z } from "zod";
import type { DomainAges } from "./ages/ages.ts";
import type { BreachRanges } from "./breaches/ranges.ts";
import type { CallLimits } from "./call_limits.ts";
import type { Copies } from "./copies.ts";
import type { Names } from "./names.ts";
import type { CompanionHealth, Operator } from "./operator.ts";
import type { RefusalCode } from "./refusal.ts";
import type { CallSigner } from "./signed_calls.ts";
import type { TelemetryCounts } from "./telemetry.ts";

/** Services that handlers use. */
export interface CompanionServices {
  readonly names: Names;
  readonly copies: Copies;
  readonly telemetry: TelemetryCounts;
  readonly ages: DomainAges;
  readonly breaches: BreachRanges;
  readonly dnsDomain: string;
  readonly limits: CallLimits;
  readonly health: () => Promise<CompanionHealth>;
  /** For routes of the operator. */
  readonly operator: Operator;
}

/** The validated input of a handler. */
export interface CompanionInput<B> {
  /** Thumbprint of the key that signed the call; empty on routes that are not signed. */
  readonly key: string;
  /** The same key, with the calling process. */
  readonly signer: CallSigner;
  readonly body: B;
  readonly query: URLSearchParams;
  /** The network and the home of the caller, for limits only. */
  readonly network: string;
  readonly home: string;
  readonly userAgent: string;
}

/** The response of a handler. */
export interface CompanionOutcome {
  readonly status: number;
  /** JSON; absent = no body. */
  readonly body?: unknown;
  /** A text instead of JSON, with its media type. */
  readonly text?: { readonly type: string; readonly text: string };
}

/** The declaration of a route. */
export interface CompanionRoute<B extends z.ZodType = z.ZodType> {
  readonly doc: string;
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  readonly path: string;
  readonly summary: string;
  /** Whether the call must be signed with the key of a box. */
  readonly signed: boolean;
  /** Absent = the route accepts no body. */
  readonly body?: B;
  /** Schemas by status; null = no body. */
  readonly answers: Readonly<Record<number, z.ZodType | null>>;
  /** Codes of the handler's own refusals. */
  readonly refusals: readonly RefusalCode[];
  handle(
    given: CompanionInput<z.output<B>>,
    services: CompanionServices,
  ): Promise<CompanionOutcome>;
}

/** Declares a route; its schema types its handler. In the list all routes have one type. */
export function companionRoute<B extends z.ZodType>(
  declaration: CompanionRoute<B>,
): CompanionRoute {
  return declaration as unknown as CompanionRoute;
}
