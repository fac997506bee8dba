/**
 * The policy snapshot: everything that the household chose, compiled into one immutable value (DESIGN 1).
 * `SnapshotParts` is what is kept in the file and sent to workers; `Snapshot` adds the indexes built from it when it is read.
 */
import type { BlockedAnswer, LocalRecord } from "../model/decision.ts";
import type { Rule } from "../model/rule.ts";
import type { Fingerprinter } from "./fingerprint.ts";
import type { LocalIndex } from "./local_index.ts";
import type { NameTable } from "./name_table.ts";
import type { PersonalRules } from "./personal_rules.ts";
import type { RuleIndex } from "./rule_index.ts";
import type { ResolverSettings } from "./settings.ts";

/** A subscribed list as the resolver and the journal know it; its place in `Snapshot.lists` is its number in the sets. */
export interface ListInfo {
  /** Identifier of the row in the database; 0 = the embedded starter list. */
  readonly id: number;
  /** As the household calls it. */
  readonly name: string;
  /** What a name in it becomes: blocked, or let through whatever other lists say. */
  readonly kind: "block" | "allow";
  /** Category the list feeds, or "" (A 7.6.9). */
  readonly category: string;
  /** Whether it is a response policy zone: of several triggers in it the most precise one decides (rule-syntax E9). */
  readonly zone?: boolean;
}

/** One list's claim on a name, held in a set of the name table. */
export interface Claim {
  /** Number of the list in the snapshot. */
  readonly list: number;
  /** Whether the very name is claimed. */
  readonly exact: boolean;
  /** Whether all names below it are claimed. */
  readonly below: boolean;
  /** An exception, not a block. */
  readonly allow: boolean;
  /** Wins over claims that are not important. */
  readonly important: boolean;
  /** How the list wants the name answered (RPZ); absent = the setting `blocked_response` holds. */
  readonly answer?: BlockedAnswer;
}

/** A rule that is no plain name, with the list it stands in. */
export interface ListRule extends Rule {
  /** Number of the list in the snapshot. */
  readonly list: number;
}

/** The rules that people wrote, as octets (policy/snapshot/personal_rules.ts). */
export interface PersonalRuleParts {
  /** Whom rules cover, by the number that rules name. */
  readonly scopes: readonly string[];
  /** The rules (rule_table.ts), the number of the scope in the place of the list; empty = there are none. */
  readonly octets: Uint8Array;
  /** Three words a rule. */
  readonly facts: Int32Array;
}

/** What the devices of a class have in common, as the control side gives it. */
export interface ClassParts {
  /** Changes exactly when the answers of this class may change: answer memos are keyed by it. */
  readonly version: number;
  /** Which lists hold, by number of the list: 1 = yes. */
  readonly lists: Uint8Array;
  /** Client tags of the devices of the class ($ctag), lower case. */
  readonly tags: readonly string[];
  /** Which scopes of rules cover it, by number: 0 = no, the greater the narrower. Absent = all of them, as one. */
  readonly scopes?: Uint8Array;
}

/** What one device, or everything unknown, follows. Devices with equal policies share one (DESIGN 3). */
export interface DevicePolicy extends ClassParts {
  /** Index in `Snapshot.classes`. */
  readonly class: number;
  /** Rank of each set of claims on the very name asked, by number of the set (policy/snapshot/device_policy.ts). */
  readonly exact: Uint8Array;
  /** Rank of each set of claims on a parent of the name asked. */
  readonly below: Uint8Array;
  /** Sets in which a response policy zone that holds for the class makes a claim: 1 = yes. Empty when none holds. */
  readonly zoned: Uint8Array;
  /** The same for those lists alone whose names no rule lets through; undefined when none of its lists is one. */
  readonly unlifted: DevicePolicy | undefined;
}

/** Ranges of clients with a policy of their own; most precise prefix first. Everything else has class 0. */
export interface ClientRange {
  /** CIDR text. */
  readonly prefix: string;
  /** Index in `Snapshot.classes`. */
  readonly class: number;
  /** Name of the device, lower case, for $client rules and the journal. */
  readonly name?: string;
}

/** The whole policy as plain data. */
export interface SnapshotParts {
  /** Rises with every snapshot of a box. */
  readonly version: number;
  /** 16 octets that key the fingerprints of names; never changes while tables made with it are in use. */
  readonly secret: Uint8Array;
  /** What the resolver needs beside the lists. */
  readonly settings: ResolverSettings;
  readonly lists: readonly ListInfo[];
  /** Sets of claims; the table gives an index in here. Set 0 is empty. */
  readonly sets: readonly (readonly Claim[])[];
  /** Rules that are no plain names; those read from octets are made as they are looked at. */
  readonly rules: readonly ListRule[];
  /** Rules that people wrote. */
  readonly personal: PersonalRuleParts;
  /** Names answered by the box itself, keyed by lower-case text without final dot; `*.name` covers what lies below. */
  readonly local: ReadonlyMap<string, readonly LocalRecord[]>;
  /** Class 0 holds for everything unknown; there is at least one. */
  readonly classes: readonly ClassParts[];
  /** Most precise prefix first. */
  readonly clients: readonly ClientRange[];
}

/** The whole policy, ready to decide. Made by `makeSnapshot`, never changed. */
export interface Snapshot extends SnapshotParts {
  /** The classes with their ranks. */
  readonly classes: readonly DevicePolicy[];
  /** The origin text of each list, by its number. */
  readonly origins: readonly string[];
  /** Plain names of all lists, mapped from a file; undefined when there are none. */
  readonly names: NameTable | undefined;
  /** Reads the fingerprints of a name asked; its arrays are overwritten by each call. */
  readonly fingerprinter: Fingerprinter;
  /** Rules that are no plain names, found by name, pattern or address. */
  readonly ruleIndex: RuleIndex;
  /** Rules that people wrote, found by name or pattern. */
  readonly personalRules: PersonalRules;
  /** Names of the box, local records, special-use names and forwarded domains. */
  readonly localIndex: LocalIndex;
}
