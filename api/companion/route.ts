/**
 * The type of a route of the online service: one declaration gives its path, its checks and its
 * responses.
 */
import type { z } from "zod";
import type { Names } from "./names.ts";
import type { RefusalCode } from "./refusal.ts";
import type { TelemetryCounts } from "./telemetry.ts";

/** Services that handlers use. */
export interface CompanionServices {
  readonly names: Names;
  readonly telemetry: TelemetryCounts;
  readonly dnsDomain: string;
  /** Seconds until a caller of this network may get a new name; 0 = now. */
  readonly mayName: (network: string) => number;
  /** Seconds until a signal from this network is accepted; 0 = now. */
  readonly maySignal: (network: string) => number;
  readonly health: () => Promise<CompanionHealth>;
}

/** State of the parts of the service. */
export interface CompanionHealth {
  readonly database: boolean;
  readonly dns: boolean;
}

/** The validated input of a handler. */
export interface CompanionInput<B> {
  /** Thumbprint of the key that signed the call; empty on routes that are not signed. */
  readonly key: string;
  readonly body: B;
  /** The network of the caller, for rates alone. */
  readonly network: string;
  readonly userAgent: string;
}

/** The response of a handler. */
export interface CompanionOutcome {
  readonly status: number;
  /** Absent = no body. */
  readonly body?: unknown;
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
