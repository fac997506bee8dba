/** The stored form of people, groups and devices, and a change of them. */
import type { Profile } from "../../../policy/model/household.ts";
import type { Statement } from "../../store/database.ts";

/** A person; times are Unix seconds. */
export interface Person {
  readonly id: number;
  readonly name: string;
  readonly profile: Profile;
  /**
   * Whether, as an adult, they agreed to showing the names that their shared devices query (A
   * 7.1.5).
   */
  readonly detailedReports: boolean;
  readonly created: number;
  readonly changed: number;
}

/** A group of devices; times are Unix seconds. */
export interface Group {
  readonly id: number;
  readonly name: string;
  /** A device kind that represents the group, "" = none. */
  readonly kind: string;
  readonly created: number;
  readonly changed: number;
}

/** A device; times are Unix seconds. */
export interface Device {
  readonly id: number;
  /** The name given by the user, "" = none. */
  readonly name: string;
  /** The value corrected by the user, "" = the guess applies. */
  readonly kind: string;
  readonly system: string;
  /** The only owner; 0 = no single owner. */
  readonly personId: number;
  /**
   * The people who share it: none, or at least two, sorted. A shared device has no owner and no
   * group (A 2.4).
   */
  readonly people: readonly number[];
  /** 0 = no group. */
  readonly groupId: number;
  readonly quarantined: boolean;
  /**
   * Whether a user has said what it is or who owns it. This releases an unknown device from
   * quarantine.
   */
  readonly known: boolean;
  /** The profile that it follows while it has no person; "" = none. */
  readonly follows: "" | Profile;
  readonly created: number;
  readonly changed: number;
  /** Sorted. */
  readonly macs: readonly string[];
}

/**
 * A change of the household: added and changed rows, removed rows, and statements of the same
 * transaction.
 */
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
  /** Statements that run before the removals: they move what would be removed too. */
  readonly before?: readonly Statement[];
  /** A removed device was merged into this one: its data elsewhere moves there. */
  readonly moved?: { readonly from: number; readonly into: number };
}
