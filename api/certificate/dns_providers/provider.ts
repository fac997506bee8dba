/**
 * The interface of a DNS provider: its name, the credentials it needs, and its writer of records.
 */
import { domainsOf } from "../../../policy/model/name.ts";
import type { HttpsCaller } from "../../system/https_call.ts";
import type { ChallengeWriter } from "../acme/challenge_writer.ts";
import type { Runtime } from "../../system/runtime.ts";
import { type Sentence } from "../../../policy/model/sentence.ts";

/** One field of the credentials. */
export interface ProviderField {
  readonly name: string;
  /** Whether the value is never shown again. */
  readonly secret: boolean;
  /** Whether the value may be left out. */
  readonly optional: boolean;
}

/** Dependencies of writers. */
export interface ProviderDeps {
  readonly call: HttpsCaller;
  /** Finds the addresses of a host. */
  readonly lookup: (host: string) => Promise<readonly string[]>;
  readonly runtime: Runtime;
  /** Waits; resolves immediately when the signal aborts. */
  readonly pause: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** The values of the fields by name. */
export type Credentials = Readonly<Record<string, string>>;

/** A DNS provider and its way of writing records. */
export interface DnsProvider {
  /** The identifier in the API. */
  readonly id: string;
  /** The name for people. */
  readonly name: string;
  readonly fields: readonly ProviderField[];
  /**
   * The fault of the credentials as a sentence; "" = none that is visible without calling the
   * provider.
   */
  readonly fault: (credentials: Credentials) => Sentence | "";
  /** Creates the writer; does not throw for credentials without fault. */
  readonly make: (credentials: Credentials, deps: ProviderDeps) => ChallengeWriter;
}

/** TTL of challenge records in seconds, where the provider allows a choice. */
export const CHALLENGE_TTL = 60;

/** A required field that is never shown again. */
export function secretField(name: string): ProviderField {
  return { name, secret: true, optional: false };
}

/** A field that may be shown. */
export function plainField(name: string, optional: boolean): ProviderField {
  return { name, secret: false, optional };
}

/** A name and its parents that can be zones, the longest first, without the top-level domain. */
export function zonesAbove(name: string): string[] {
  return domainsOf(name).slice(0, -1);
}

/** The part of a name before its zone; "" for the zone itself. */
export function relativeName(name: string, zone: string): string {
  return name === zone ? "" : name.slice(0, -zone.length - 1);
}
