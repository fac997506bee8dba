/**
 * The interface of a DNS provider: its name, the credentials it needs, and its writer of records.
 */
import type { HttpsCaller } from "../../system/https_call.ts";
import type { ChallengeWriter } from "../acme/challenge_writer.ts";
import type { Runtime } from "../../system/runtime.ts";

/** One thing that the owner must give. */
export interface ProviderField {
  readonly name: string;
  /** Whether it is never shown again. */
  readonly secret: boolean;
  /** Whether it may be left out. */
  readonly optional: boolean;
}

/** What writers are made with. */
export interface ProviderDeps {
  readonly call: HttpsCaller;
  /** Finds the addresses of a host. */
  readonly lookup: (host: string) => Promise<readonly string[]>;
  readonly runtime: Runtime;
  /** Waits; resolves at once when the signal aborts. */
  readonly pause: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** What the owner gave, by name of the field. */
export type Credentials = Readonly<Record<string, string>>;

/** A way of writing records. */
export interface DnsProvider {
  /** As the API names it. */
  readonly id: string;
  /** As people name it. */
  readonly name: string;
  readonly fields: readonly ProviderField[];
  /**
   * What is wrong with what the owner gave, as a sentence; "" = nothing that can be seen without
   * asking.
   */
  readonly fault: (credentials: Credentials) => string;
  /** Throws nothing for credentials without fault. */
  readonly make: (credentials: Credentials, deps: ProviderDeps) => ChallengeWriter;
}

/**
 * Seconds that a record of a challenge may be kept by others, where the provider lets us choose.
 */
export const CHALLENGE_TTL = 60;

/** A field that must be given and is never shown again. */
export function secretField(name: string): ProviderField {
  return { name, secret: true, optional: false };
}

/** A field that may be seen. */
export function plainField(name: string, optional: boolean): ProviderField {
  return { name, secret: false, optional };
}

/** The names from a name upwards that can be zones, the longest first: no top-level domain. */
export function zonesAbove(name: string): string[] {
  const labels = name.split(".");
  return labels.slice(0, -1).map((_, at) => labels.slice(at).join("."));
}

/** The part of a name before its zone; "" for the zone itself. */
export function relativeName(name: string, zone: string): string {
  return name === zone ? "" : name.slice(0, -zone.length - 1);
}
