/**
 * The policy snapshot as plain data: the content of the snapshot file and of messages to workers.
 */

import type { ClosedReason } from "../hours/plan.ts";
import type { BlockedAnswer, LocalRecord } from "../model/decision.ts";
import type { TunnelRow } from "../model/household.ts";
import type { ListReach } from "../model/list_reach.ts";
import type { TimedCategory } from "../model/person_time.ts";
import type { Rule } from "../model/rule.ts";
import type { EncodedSnapshot } from "./sections.ts";
import type { ResolverSettings } from "./settings.ts";

/**
 * A subscribed list as the resolver and the journal use it. Its index in `Snapshot.lists` is its
 * number in the sets.
 */
export interface ListInfo extends ListReach {
  /** Identifier of the row in the database; 0 = the embedded starter list. */
  readonly id: number;
  /** Its name in the household. */
  readonly name: string;
  /** The effect on its names: they are blocked, or allowed whatever other lists contain. */
  readonly kind: "block" | "allow";
  /** Category the list feeds, or "" (A 7.6.9). */
  readonly category: string;
  /**
   * Whether it is a response policy zone: of several triggers, the most precise decides
   * (rule-syntax E9).
   */
  readonly zone?: boolean;
}

/** One list's claim on a name, stored in a set of the name table. */
export interface ListMatchFlags {
  /** Number of the list in the snapshot. */
  readonly list: number;
  /** Whether the exact name is claimed. */
  readonly exact: boolean;
  /** Whether all names below it are claimed. */
  readonly below: boolean;
  /** An exception, not a block. */
  readonly allow: boolean;
  /** Takes precedence over claims that are not important. */
  readonly important: boolean;
  /** Whether the list contains the name as a hash (policy/model/name_hashes.ts). */
  readonly hashed?: true;
  /** The answer that the list requires (RPZ); absent = the setting `blocked_response` applies. */
  readonly answer?: BlockedAnswer;
  /** Whether a rule gave the name, which `$badfilter` tells from a hosts line (rule-syntax E3). */
  readonly byRule?: true;
  /** Whether `$badfilter` of some list removes it where that list applies. */
  readonly cancellable?: true;
  /** Claims nothing: where the list applies, its `$badfilter` removes equal claims of the set. */
  readonly cancels?: true;
}

/** A rule that is not a plain name, with its list. */
export interface ListRule extends Rule {
  /** Number of the list in the snapshot. */
  readonly list: number;
  /** The lists whose `$badfilter` removes it where they apply; absent = none. */
  readonly cancelledBy?: readonly number[];
}

/** Household rules, as bytes (policy/snapshot/personal_rules.ts). */
export interface PersonalRuleParts {
  /** The scopes covered, by the number used in rules. */
  readonly scopes: readonly string[];
  /** The rules (rule_table.ts), with the scope number in place of the list; empty = no rules. */
  readonly bytes: Uint8Array;
  /** Three words for each rule. */
  readonly facts: Int32Array;
}

/** The effect of a list or a service in a class. `elsewhere` = the list is not for the class. */
export const LIST_EFFECT = {
  off: 0,
  block: 1,
  monitor: 2,
  category: 3,
  windows: 4,
  elsewhere: 5,
} as const;
/**
 * A service whose names some class blocks or monitors (policy/catalogue/services.ts). Its index is
 * its number.
 */
export interface ServiceInfo {
  readonly id: string;
  /** The category that its names belong to, or "". */
  readonly category: string;
  /** Lower-case names; each includes its subdomains. */
  readonly names: readonly string[];
}

/** Why a category is blocked for a person: homework, or a daily limit that was reached. */
export type TimedBlockReason = "homework" | "limit";
/** An interval in which everything is closed, in Unix milliseconds. */
export type ClosedInterval = readonly [from: number, to: number, why: ClosedReason];
/** An interval in which a category is blocked, in Unix milliseconds. */
export type TimedBlock = readonly [
  category: TimedCategory,
  from: number,
  to: number,
  why: TimedBlockReason,
];
/**
 * The settings shared by the devices of a class, provided by the control side. An absent field was
 * not chosen.
 */
export interface ClassParts {
  /**
   * Changes exactly when the answers of this class may change; it is part of the key of answer
   * memos. 32 bits.
   */
  readonly version: number;
  /**
   * The effect of each list, by its number: `LIST_EFFECT.off`, `.block`, `.monitor` (reported,
   * never blocked) or `.elsewhere`.
   */
  readonly lists: Uint8Array;
  /** When lists with hours have their effect: number of the list, start and end in Unix milliseconds. */
  readonly listWindows?: readonly (readonly [list: number, from: number, to: number])[];
  /** Client tags of the devices of the class ($ctag), lower case. */
  readonly tags: readonly string[];
  /**
   * The rule scopes that cover the class, as pairs of number and narrowness (greater = narrower).
   * Absent = all scopes, equally narrow.
   */
  readonly scopes?: readonly number[];
  /** Whether only local and healing names are answered (A 7.4.5). */
  readonly quarantined?: boolean;
  /** Unix milliseconds until which protection is paused. */
  readonly pausedUntil?: number;
  /**
   * Whether it is the class of a child or a teenager: ways around the box stay blocked regardless
   * of pauses and rules (A 7.1.2).
   */
  readonly minor?: boolean;
  /** When everything is closed (A 3.2), sorted and disjoint. */
  readonly closed?: readonly ClosedInterval[];
  /** When categories are blocked (A 3.2, 7.1.3). */
  readonly held?: readonly TimedBlock[];
  /** Seconds for which devices whose hours may close can cache answers; absent = no extra limit. */
  readonly answersKept?: number;
  /**
   * The effect of each service, by number: `LIST_EFFECT.block` as a service, `.windows` only during
   * `windows`, `.category` or `.monitor`.
   */
  readonly services?: Uint8Array;
  /**
   * For each service that `services` blocks, the narrowness that an allow rule needs to open it
   * (policy/model/scope.ts): that of the choice, for minors at least that of their profile where it
   * closes the category.
   */
  readonly serviceNarrowness?: Uint8Array;
  /**
   * Categories that the profile of a child or a teenager closes, or a choice as narrow. A rule for
   * everyone or for a group does not open them.
   */
  readonly closedCategories?: readonly string[];
  /** When timed services are blocked: number of the service, start and end in Unix milliseconds. */
  readonly windows?: readonly (readonly [service: number, from: number, to: number])[];
  /**
   * Active safe searches, named as in policy/catalogue/safe_search.ts: `google`, `youtube:strict`.
   */
  readonly safeSearch?: readonly string[];
  /**
   * For a device that several people share: the classes of these people. The strictest verdict
   * applies (A 7.1.5).
   */
  readonly views?: readonly number[];
  /**
   * Index in `SnapshotParts.upstreamSets` of the upstreams of the class; absent = those of the
   * settings.
   */
  readonly upstreams?: number;
  /** The scope that learns the domains that the devices of the class ask for (A 7.2.1). */
  readonly learns?: string;
  /**
   * Indexes in `SnapshotParts.restrictedNames`: the devices get these domains only (A 7.2.2). Absent
   * = they are not restricted.
   */
  readonly restricted?: readonly number[];
}

/** The effect of some lists, ranked in advance (policy/snapshot/device_policy.ts). */
export interface ListPolicy {
  /** The effect of each list, by its number: `LIST_EFFECT.off`, `.block` or `.monitor`. */
  readonly lists: Uint8Array;
  /** Lists whose `$badfilter` applies, by number: 1 = yes. */
  readonly applies: Uint8Array;
  /** Rank of each set of claims on the exact queried name, by number of the set. */
  readonly exact: Uint8Array;
  /** Rank of each set of claims on a parent of the queried name. */
  readonly below: Uint8Array;
  /**
   * Sets with a claim of a response policy zone that applies: 1 = yes. Empty if no zone applies.
   */
  readonly zoned: Uint8Array;
  /** Whether a list that applies contains hashed names. */
  readonly hashed: boolean;
}

/** The lists that apply to a class at one time, by the protection that uses them. */
export interface ClassLists {
  /** All lists that apply, except those of ways around the box. */
  readonly all: ListPolicy;
  /**
   * The lists that a pause does not lift: security, those required by law, and monitored lists;
   * undefined = none.
   */
  readonly unpaused: ListPolicy | undefined;
  /** The lists that no rule lifts: those required by law; undefined = none. */
  readonly unlifted: ListPolicy | undefined;
  /**
   * The lists that a rule for everyone or a group does not lift: those required by law, and those of
   * `closedCategories`; undefined = none.
   */
  readonly unliftedByWide: ListPolicy | undefined;
  /** The lists of ways around the box; undefined = none. */
  readonly bypass: ListPolicy | undefined;
  /** The lists of each category that is blocked by time, whatever scopes choose for them. */
  readonly timed: ReadonlyMap<TimedCategory, ListPolicy>;
}

/** The lists of a class from an instant on. */
export interface ListPhase {
  /** Unix milliseconds. */
  readonly from: number;
  readonly lists: ClassLists;
}

/**
 * The policy of one device, or of all unknown clients. Devices with equal policies share one
 * object. Its lists are those of a time at which all hours of lists are on.
 */
export interface DevicePolicy extends ClassParts, ClassLists {
  /** Index in `Snapshot.classes`. */
  readonly class: number;
  /** Its lists by time, ascending; undefined = no list with hours applies to it. */
  readonly phases: readonly ListPhase[] | undefined;
  /** Unix milliseconds at which the effect of the class changes automatically, ascending. */
  readonly changes: readonly number[];
}

/**
 * Ranges of clients with their own policy, most precise prefix first. All other clients have class
 * 0.
 */
export interface ClientRange {
  /** CIDR text. */
  readonly prefix: string;
  /** Index in `Snapshot.classes`. */
  readonly class: number;
  /** Name of the device, lower case, for $client rules and the journal. */
  readonly name?: string;
}

/**
 * Devices by hardware address, ascending, 16 bytes each: 6 for the address, 2 unused, the id and
 * the class as words.
 */
export interface DeviceParts {
  readonly bytes: Uint8Array;
  /** Name of each device, lower case, "" = none. */
  readonly names: readonly string[];
  /**
   * The class of a person, a profile or a group on its own, for checks of a name on their behalf,
   * keyed by scope: `person:2`.
   */
  readonly scopes?: Readonly<Record<string, number>>;
  /**
   * The class of machines in the network that are not devices yet; absent = they follow the policy
   * for everyone.
   */
  readonly newcomers?: number;
}

/** The whole policy as plain data. */
export interface SnapshotParts {
  /** Increases with every snapshot of a box. */
  readonly version: number;
  /**
   * 16 bytes that key the fingerprints of names. It never changes while tables made with it are in
   * use.
   */
  readonly secret: Uint8Array;
  /** The settings that the resolver needs in addition to the lists. */
  readonly settings: ResolverSettings;
  readonly lists: readonly ListInfo[];
  /** Sets of claims, indexed by the name table. Set 0 is empty. */
  readonly sets: readonly (readonly ListMatchFlags[])[];
  /** Rules that are not plain names. Rules read from bytes are decoded on access. */
  readonly rules: readonly ListRule[];
  /** Household rules. */
  readonly personal: PersonalRuleParts;
  /**
   * Names answered by the box, keyed by lower-case text without the final dot; `*.name` covers its
   * subdomains.
   */
  readonly local: ReadonlyMap<string, readonly LocalRecord[]>;
  /**
   * Changes exactly when `local` may change; part of the key of cached responses, beside the version
   * of the class. Absent = 0.
   */
  readonly localVersion?: number;
  /**
   * The sections that it was read from, compared with those of the next snapshot to detect changes;
   * absent in a new snapshot.
   */
  readonly encoded?: EncodedSnapshot;
  /** At least one class; class 0 applies to all unknown clients. */
  readonly classes: readonly ClassParts[];
  /** Most precise prefix first. */
  readonly clients: readonly ClientRange[];
  /** Devices of the household. Devices that are in no neighbour table are found by `clients`. */
  readonly devices: DeviceParts;
  /** Services that some class blocks or monitors. */
  readonly services: readonly ServiceInfo[];
  /** Domains that carried data inside DNS, with the clients for which they are blocked. */
  readonly tunnels: readonly TunnelRow[];
  /**
   * Registrable domains that the household asks most, the most asked first: look-alikes of them are
   * found (A 7.5.1). Absent = none.
   */
  readonly visited?: readonly string[];
  /** The servers of spyware that were downloaded (A 7.4.2); absent = those of the catalogue. */
  readonly spyware?: readonly string[];
  /**
   * Lower-case names that are resolved outside hours and during cuts, each including its subdomains
   * (A 7.1.1).
   */
  readonly permitted: readonly string[];
  /** The different upstream lines that classes use instead of the settings; absent = none. */
  readonly upstreamSets?: readonly (readonly string[])[];
  /** Domains of restricted mode, by scope: lower case, sorted; absent = none. */
  readonly restrictedNames?: readonly (readonly string[])[];
}

/**
 * The reason for the blocks of a list: its category if scopes make choices about it, otherwise the
 * list.
 */
export interface ListCause {
  readonly reason: "list" | "category";
  readonly origin: string;
}
