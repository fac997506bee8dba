/** What the household is made of: people, groups and devices as they are kept, and a change of them. */
import type { Profile } from "../../../policy/model/household.ts";
import type { Statement } from "../../store/database.ts";

/** A person; times are Unix seconds. */
export interface Person {
  readonly id: number;
  readonly name: string;
  readonly profile: Profile;
  /** Whether, as an adult, they agreed that the names that a device they share asks are shown (A 7.1.5). */
  readonly detailedReports: boolean;
  readonly created: number;
  readonly changed: number;
}

/** A group of devices; times are Unix seconds. */
export interface Group {
  readonly id: number;
  readonly name: string;
  /** A kind of device that stands for it, "" = none. */
  readonly kind: string;
  readonly created: number;
  readonly changed: number;
}

/** A device; times are Unix seconds. */
export interface Device {
  readonly id: number;
  /** As people call it, "" = they do not. */
  readonly name: string;
  /** As people corrected it, "" = the guess holds. */
  readonly kind: string;
  readonly system: string;
  /** 0 = nobody's alone. */
  readonly personId: number;
  /** Who shares it: none, or two and more, sorted; then it has no person and no group (A 2.4). */
  readonly people: readonly number[];
  /** 0 = in no group. */
  readonly groupId: number;
  readonly quarantined: boolean;
  /** Whether somebody said what it is or whose. One that nobody knows is let out of quarantine by that. */
  readonly known: boolean;
  readonly created: number;
  readonly changed: number;
  /** Sorted. */
  readonly macs: readonly string[];
}

/** A change of the household: what is added or another now, what is gone, and statements of the same transaction. */
export interface HouseholdChange {
  readonly people?: readonly Person[];
  readonly groups?: readonly Group[];
  readonly devices?: readonly Device[];
  readonly gone?: {
    readonly people?: readonly number[];
    readonly groups?: readonly number[];
    readonly devices?: readonly number[];
  };
  readonly with?: readonly Statement[];
  /** Statements that come before anything is gone: they move what would go with it. */
  readonly before?: readonly Statement[];
  /** A device that is gone became this one: what is kept of it elsewhere moves there. */
  readonly moved?: { readonly from: number; readonly into: number };
}
