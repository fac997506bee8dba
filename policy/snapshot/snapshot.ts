/**
 * The policy snapshot: everything that the household chose, compiled into one immutable value (DESIGN 1).
 * Compiled on the control side (compile.ts), kept as a file (file.ts), read once per query by each worker.
 */
import type { LocalRecord } from "../model/decision.ts";
import type { Rule } from "../model/rule.ts";
import type { NameTable } from "./name_table.ts";
import type { ResolverSettings } from "./settings.ts";

/** A subscribed list as the resolver and the journal know it; its place in `Snapshot.lists` is its number in the sets. */
export interface ListInfo {
  /** Identifier of the row in the database; 0 = the embedded starter list. */
  readonly id: number;
  readonly name: string;
  readonly kind: "block" | "allow";
  /** Category the list feeds, or "" (A 7.6.9). */
  readonly category: string;
}

/** One list's claim on a name, held in a set of the name table. */
export interface Claim {
  readonly list: number;
  readonly exact: boolean;
  readonly below: boolean;
  readonly allow: boolean;
  readonly important: boolean;
}

/** A rule that is no plain name, with the list it stands in. */
export interface ListRule extends Rule {
  readonly list: number;
}

/** What one device, or everything unknown, follows. Devices with equal policies share one (DESIGN 3). */
export interface DevicePolicy {
  /** Index in `Snapshot.classes`. */
  readonly class: number;
  /** Changes exactly when the answers of this class may change: answer memos are keyed by it. */
  readonly version: number;
  /** Which lists hold, by number of the list: 1 = yes. */
  readonly lists: Uint8Array;
  /** Client tags of the devices of the class ($ctag). */
  readonly tags: readonly string[];
}

/** Ranges of clients with a policy of their own; most precise prefix first. Everything else has class 0. */
export interface ClientRange {
  /** CIDR text. */
  readonly prefix: string;
  readonly class: number;
  /** Name of the device, lower case, for $client rules and the journal. */
  readonly name?: string;
}

/** The whole policy. */
export interface Snapshot {
  readonly version: number;
  readonly settings: ResolverSettings;
  readonly lists: readonly ListInfo[];
  /** Plain names of all lists, mapped from a file; undefined when there are none. */
  readonly names: NameTable | undefined;
  /** Sets of claims; the table gives an index in here. */
  readonly sets: readonly (readonly Claim[])[];
  readonly rules: readonly ListRule[];
  /** Names answered by the box itself, keyed by lower-case text without final dot; `*.name` covers what lies below. */
  readonly local: ReadonlyMap<string, readonly LocalRecord[]>;
  readonly classes: readonly DevicePolicy[];
  readonly clients: readonly ClientRange[];
}
