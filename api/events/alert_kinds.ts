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
