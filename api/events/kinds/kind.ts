/** What a kind of alert is (A 6, B 6). */

/** Groups under which alerts are shown. */
export const ALERT_GROUPS = [
  "security",
  "bypass",
  "network",
  "household",
  "business",
  "system",
] as const;
/** One group. */
export type AlertGroup = typeof ALERT_GROUPS[number];

/**
 * Period within which the same subject is reported once: a day of the calendar of the box, 7 days,
 * 30 days, half an hour, an hour; `ever` = once and never again, `time` = every time.
 */
export type OncePer = "ever" | "month" | "week" | "day" | "hour" | "half-hour" | "time";

/** What makes the subject: the device, the person, the name, the whole detail, or its first parts (`detail:2` = `a|b` of `a|b|c`). */
export type SubjectPart = "device" | "person" | "name" | "detail" | `detail:${1 | 2 | 3}`;

/** One kind. */
export interface AlertKindRow {
  readonly group: AlertGroup;
  /** Severity sent to a SIEM, 0 to 10 as in CEF. */
  readonly severity: number;
  /** When it is raised, for a person. */
  readonly doc: string;
  /** The same subject is reported once per this period. */
  readonly once: OncePer;
  /** What makes the subject. */
  readonly subject: readonly SubjectPart[];
  /** Alerts of this kind a day at most, for each device or in all; beyond, they are counted only. */
  readonly cap?: { readonly a: "device" | "box"; readonly most: number };
  /** What `detail` holds, its parts divided by `|`, in the words of A 6 and B 6; empty = nothing. */
  readonly detail: string;
  /** The recipients: administrators, or only the person concerned (A 7.4.2). */
  readonly to: "administrators" | "person";
}
