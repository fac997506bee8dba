/**
 * The policy snapshot: everything that the household chose, compiled into one immutable value (DESIGN 1).
 * `SnapshotParts` is what is kept in the file and sent to workers; `Snapshot` adds the indexes built from it when it is read.
 */
import type { BlockedAnswer, LocalRecord } from "../model/decision.ts";
import type { TunnelRow } from "../model/household.ts";
import type { ClosedWhy } from "../hours/plan.ts";
import type { TimedCategory } from "../model/person_time.ts";
import type { Rule } from "../model/rule.ts";
import type { DeviceTable } from "./device_table.ts";
import type { Fingerprinter } from "./fingerprint.ts";
import type { LocalIndex } from "./local_index.ts";
import type { NameTable } from "./name_table.ts";
import type { PersonalRules } from "./personal_rules.ts";
import type { RuleIndex } from "./rule_index.ts";
import type { ResolverSettings } from "./settings.ts";
import type { SuffixNames } from "./suffix_names.ts";

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
  /** On a name that the list gives as a hash (policy/model/name_hashes.ts). */
  readonly hashed?: true;
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

/** What becomes of the names of a list or a service in a class. */
export const HOLDS = { off: 0, block: 1, monitor: 2, category: 3, windows: 4 } as const;

/** A service whose names some class blocks or tells (policy/catalogue/services.ts); its place is its number. */
export interface ServiceInfo {
  readonly id: string;
  /** The category that its names count in, or "". */
  readonly category: string;
  /** Lower-case names; each covers all below it. */
  readonly names: readonly string[];
}

/** Why a category is held from somebody: homework, or its time of the day is used up. */
export type HeldWhy = "homework" | "limit";

/** A stretch in which everything is closed, in Unix milliseconds. */
export type ClosedPart = readonly [from: number, to: number, why: ClosedWhy];
/** A stretch in which a category is held, in Unix milliseconds. */
export type HeldPart = readonly [category: TimedCategory, from: number, to: number, why: HeldWhy];

/** What the devices of a class have in common, as the control side gives it. What is absent was not chosen. */
export interface ClassParts {
  /** Changes exactly when the answers of this class may change: answer memos are keyed by it. 32 bits. */
  readonly version: number;
  /** What lists do, by number of the list: `HOLDS.off`, `.block` or `.monitor` (told, never blocked). */
  readonly lists: Uint8Array;
  /** Client tags of the devices of the class ($ctag), lower case. */
  readonly tags: readonly string[];
  /** Which scopes of rules cover it, as pairs of number and narrowness (the greater the narrower). Absent = all, as one. */
  readonly scopes?: readonly number[];
  /** Only local and healing names are answered (A 7.4.5). */
  readonly quarantined?: boolean;
  /** Unix milliseconds until which protection is paused. */
  readonly pausedUntil?: number;
  /** Of a child or a teenager: ways around the box stay blocked whatever a pause or a rule says (A 7.1.2). */
  readonly minor?: boolean;
  /** When everything is closed (A 3.2), in order and apart. */
  readonly closed?: readonly ClosedPart[];
  /** When categories are held (A 3.2, 7.1.3). */
  readonly held?: readonly HeldPart[];
  /** Seconds that answers may be kept by devices whose hours may close; absent = as long as they hold. */
  readonly answersKept?: number;
  /** What services do, by number: `HOLDS.block` as a service, `.windows` in `windows` alone, `.category` or `.monitor`. */
  readonly services?: Uint8Array;
  /** When timed services are blocked: number of the service, Unix milliseconds from and to. */
  readonly windows?: readonly (readonly [service: number, from: number, to: number])[];
  /** Safe searches that hold, as policy/catalogue/safe_search.ts names them: `google`, `youtube:strict`. */
  readonly safeSearch?: readonly string[];
  /** Of a device that several people share: their classes, of which the strictest verdict holds (A 7.1.5). */
  readonly views?: readonly number[];
}

/** What some lists say, ranked beforehand (policy/snapshot/device_policy.ts). */
export interface ListPolicy {
  /** What lists do, by number of the list. */
  readonly lists: Uint8Array;
  /** Rank of each set of claims on the very name asked, by number of the set. */
  readonly exact: Uint8Array;
  /** Rank of each set of claims on a parent of the name asked. */
  readonly below: Uint8Array;
  /** Sets in which a response policy zone that holds makes a claim: 1 = yes. Empty when none holds. */
  readonly zoned: Uint8Array;
  /** Whether a list that holds gives names as hashes. */
  readonly hashed: boolean;
}

/** What one device, or everything unknown, follows. Devices with equal policies share one (DESIGN 3). */
export interface DevicePolicy extends ClassParts {
  /** Index in `Snapshot.classes`. */
  readonly class: number;
  /** All lists that hold but those of ways around the box. */
  readonly all: ListPolicy;
  /** Those whose names a pause does not open: security, what the law forbids, and what is only told; undefined = none. */
  readonly unpaused: ListPolicy | undefined;
  /** Those whose names no rule opens: what the law forbids; undefined = none. */
  readonly unlifted: ListPolicy | undefined;
  /** Those of ways around the box; undefined = none. */
  readonly bypass: ListPolicy | undefined;
  /** Unix milliseconds at which what the class follows changes by itself, rising. */
  readonly changes: readonly number[];
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

/** Devices by hardware address, 16 octets each, rising: 6 of the address, 2 of nothing, the id and the class as words. */
export interface DeviceParts {
  readonly octets: Uint8Array;
  /** Name of each, lower case, "" = none. */
  readonly names: readonly string[];
  /** The class that a person or a group would follow by itself: `person:2`; a name can be checked as them. */
  readonly scopes?: Readonly<Record<string, number>>;
  /** The class of machines of the network that are no devices yet; absent = they follow what holds for everybody. */
  readonly newcomers?: number;
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
  /** The same as they were read, to tell whether those of the next snapshot differ; absent in one that was just made. */
  readonly localOctets?: Uint8Array;
  /** Class 0 holds for everything unknown; there is at least one. */
  readonly classes: readonly ClassParts[];
  /** Most precise prefix first. */
  readonly clients: readonly ClientRange[];
  /** Devices of the household; those that stand in no neighbour table are found by `clients`. */
  readonly devices: DeviceParts;
  /** Services that some class blocks or tells. */
  readonly services: readonly ServiceInfo[];
  /** Domains that carried data inside DNS, for whom they are blocked. */
  readonly tunnels: readonly TunnelRow[];
  /** Lower-case names that answer outside hours and during cuts, each with all below it (A 7.1.1). */
  readonly permitted: readonly string[];
}

/** Why a list blocks: for its category, where that is one that scopes choose about, else as a list. */
export interface ListCause {
  readonly reason: "list" | "category";
  readonly origin: string;
}

/** The whole policy, ready to decide. Made by `makeSnapshot`, never changed. */
export interface Snapshot extends SnapshotParts {
  /** The classes with their ranks. */
  readonly classes: readonly DevicePolicy[];
  /** The reason and the origin of what each list blocks, by its number. */
  readonly causes: readonly ListCause[];
  /** Plain names of all lists, mapped from a file; undefined when there are none. */
  readonly names: NameTable | undefined;
  /** Reads the fingerprints of a name asked; its arrays are overwritten by each call. */
  readonly fingerprinter: Fingerprinter;
  /** Rules that are no plain names, found by name, pattern or address. */
  readonly ruleIndex: RuleIndex;
  /** Rules that people wrote, found by name or pattern. */
  readonly personalRules: PersonalRules;
  /** Devices by hardware address. */
  readonly deviceTable: DeviceTable;
  /** Names of services, by number. */
  readonly serviceNames: SuffixNames;
  /** Domains of `tunnels`, by number. */
  readonly tunnelNames: SuffixNames;
  /** Names of `permitted`. */
  readonly permittedNames: SuffixNames;
  /** All lists of each category that some class is held from, whatever they do otherwise. */
  readonly timedLists: ReadonlyMap<TimedCategory, ListPolicy>;
  /** Names of the box, local records, special-use names and forwarded domains. */
  readonly localIndex: LocalIndex;
}
