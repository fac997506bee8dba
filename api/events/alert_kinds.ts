/**
 * Every kind of alert, declared once: its group, its severity, its period and its daily cap (A 6, B
 * 6).
 */
import { BUSINESS_KINDS } from "./kinds/business.ts";
import { BYPASS_KINDS } from "./kinds/bypass.ts";
import { HOUSEHOLD_KINDS } from "./kinds/household.ts";
import type { AlertKindRow } from "./kinds/kind.ts";
import { NETWORK_KINDS } from "./kinds/network.ts";
import { SECURITY_KINDS } from "./kinds/security.ts";
import { SYSTEM_KINDS } from "./kinds/system.ts";

export { ALERT_GROUPS, type AlertGroup, type AlertKindRow, type OncePer } from "./kinds/kind.ts";

const KINDS = {
  ...SECURITY_KINDS,
  ...BYPASS_KINDS,
  ...NETWORK_KINDS,
  ...HOUSEHOLD_KINDS,
  ...BUSINESS_KINDS,
  ...SYSTEM_KINDS,
};

/** A kind of alert. */
export type AlertKind = keyof typeof KINDS;

/** The kinds: a new one goes in the file of its group. */
export const ALERT_KINDS: Readonly<Record<AlertKind, AlertKindRow>> = KINDS;

/**
 * Kinds whose feature is not built yet, by the section that describes it. They are not offered
 * anywhere. A kind leaves this list with the commit that raises it.
 */
export const KINDS_AHEAD: Readonly<Record<string, readonly AlertKind[]>> = {
  "A 7.10": ["network.ipv6dns", "network.silent"],
  "A 1": ["dhcp.foreign", "dhcp.full"],
  "B 7.1": ["bypass.mobile", "bypass.sharing", "roaming.fallback"],
  "B 7.2": ["sites.failing", "sites.removed"],
  "B 7.3": ["ha.state", "ha.peer", "ha.sync"],
  "B 7.4": ["dlp"],
  "B 7.5": ["unblock.request", "blocked_request"],
  "B 7.7": ["directory.failed"],
};

const ahead = new Set<string>(Object.values(KINDS_AHEAD).flat());

/** The kinds that the box raises. */
export const RAISED_KINDS: readonly AlertKind[] = (Object.keys(KINDS) as AlertKind[]).filter(
  (kind) => !ahead.has(kind),
);

/** The kinds that the box raises for administrators. */
export const ADMINISTRATOR_KINDS: readonly AlertKind[] = RAISED_KINDS.filter(
  (kind) => ALERT_KINDS[kind].to === "administrators",
);

/** An alert to raise. Raising it never throws and never waits for the database. */
export interface AlertToRaise {
  readonly kind: AlertKind;
  /** The device concerned; 0 or absent = none. */
  readonly deviceId?: number;
  /** The person concerned; 0 or absent = none. */
  readonly personId?: number;
  /** The domain or other subject. */
  readonly name?: string;
  /** The detail in the format that the kind declares. */
  readonly detail?: string;
}
/** Raises an alert. */
export type RaiseAlert = (alert: AlertToRaise) => void;
