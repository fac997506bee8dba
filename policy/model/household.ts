/**
 * The household as rows: people, groups, devices, and the choices of each scope.
 * policy/snapshot/household.ts compiles them into classes. A narrower scope takes precedence:
 * device, person, the profile of the person, group, everyone.
 */

import { NO_TIME, type TimeRows } from "./person_time.ts";

/**
 * The profiles of people, the most protected first. A shared device follows the first among its
 * people (A 7.1.5).
 */
export const PROFILES = ["child", "teen", "adult"] as const;
/** A profile of `PROFILES`. */
export type Profile = (typeof PROFILES)[number];

/** A person. */
export interface PersonRow {
  readonly id: number;
  readonly profile: Profile;
}

/**
 * A device with its owner: one person (0 = none), several people (two or more, then no person and
 * no group), or a group.
 */
export interface DeviceRow {
  readonly id: number;
  /** Its name in the household, lower case, for `$client` rules; "" = no name. */
  readonly name: string;
  /** Hardware addresses, `aa:bb:cc:dd:ee:ff`. */
  readonly macs: readonly string[];
  readonly personId: number;
  /** Sorted; empty unless several people share it. */
  readonly people: readonly number[];
  readonly groupId: number;
  readonly quarantined: boolean;
  /** The profile that it follows while it has no person; absent = none. */
  readonly follows?: Profile;
}

/**
 * How a new device is treated: it is open, protected as a child's, or held in
 * quarantine.
 */
export const NEW_DEVICE_MODES = ["open", "child", "held"] as const;
/** One of `NEW_DEVICE_MODES`. */
export type NewDeviceMode = (typeof NEW_DEVICE_MODES)[number];

/** Whether a name of a category is allowed, monitored or blocked; the strictest last (A 7.1.5). */
export const CATEGORY_ACTIONS = ["allow", "monitor", "block"] as const;
/** An action of `CATEGORY_ACTIONS`. */
export type CategoryAction = (typeof CATEGORY_ACTIONS)[number];

/**
 * One choice of a scope. `category`: key = category, value = action. `service`: key = service,
 * value = `allow` or `block`. `safe_search`: key = engine, value = `off`, `on`, for YouTube `off`,
 * `moderate`, `strict`.
 */
export interface ChoiceRow {
  /** `all`, `group:1`, `profile:child`, `person:2`, `device:3`. */
  readonly scope: string;
  readonly kind: "category" | "service" | "safe_search";
  readonly key: string;
  readonly value: string;
  /**
   * When a blocked service is blocked: a grid of 672 slots of 15 minutes from Monday 00:00, "" =
   * always.
   */
  readonly schedule: string;
}

/** Protection paused for a scope (policy/model/scope.ts). */
export interface PauseRow {
  readonly scope: string;
  /** Unix milliseconds at which it ends. */
  readonly until: number;
}

/** A service that the household added. */
export interface ServiceRow {
  readonly id: string;
  readonly name: string;
  /** A group of policy/catalogue/services.ts. */
  readonly group: string;
  /** Lower-case names; each includes its subdomains. */
  readonly domains: readonly string[];
}

/**
 * A domain that carried data inside DNS, blocked for one client: `device:3`, or the address of a
 * client that is not a device.
 */
export interface TunnelRow {
  readonly who: string;
  readonly domain: string;
}

/** The modes of restricted mode (A 2.3). */
export const RESTRICT_MODES = ["off", "learning", "restricted"] as const;
/** One of `RESTRICT_MODES`. */
export type RestrictMode = (typeof RESTRICT_MODES)[number];

/** Restricted mode of a device, a group or everyone (`all`, which only has names). */
export interface RestrictedRow {
  readonly scope: string;
  readonly mode: RestrictMode;
  /** Domains, sorted. While a scope learns, only those that an administrator added. */
  readonly names: readonly string[];
}

/** Upstreams of a scope: a group, a profile, a person or a device. */
export interface ScopeUpstreamsRow {
  readonly scope: string;
  /** Upstream lines (policy/model/upstream_line.ts). */
  readonly lines: readonly string[];
}

/** All input for compiling classes of devices. */
export interface HouseholdRows {
  readonly people: readonly PersonRow[];
  readonly devices: readonly DeviceRow[];
  /** What becomes of machines in the network that are not devices yet; absent = open. */
  readonly newDevices?: NewDeviceMode;
  readonly choices: readonly ChoiceRow[];
  readonly pauses: readonly PauseRow[];
  readonly services: readonly ServiceRow[];
  readonly tunnels: readonly TunnelRow[];
  /** Registrable domains that the household asks most, the most asked first; absent = unknown. */
  readonly visited?: readonly string[];
  /** The servers of spyware that were downloaded; absent = those of the catalogue. */
  readonly spyware?: readonly string[];
  /** Absent = every client uses the upstreams of the settings. */
  readonly upstreams?: readonly ScopeUpstreamsRow[];
  /** Absent = no device learns or is restricted. */
  readonly restricted?: readonly RestrictedRow[];
  /** Hours, cuts and limits of children and teenagers. */
  readonly time: TimeRows;
}

/** An empty household. */
export const NO_HOUSEHOLD: HouseholdRows = {
  people: [],
  devices: [],
  choices: [],
  pauses: [],
  services: [],
  tunnels: [],
  time: NO_TIME,
};
