/** What a kind of alert is (A 6, B 6; DESIGN 6). */

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
 * Time within which the same subject is told once: a day of the calendar of the box, 7 days, 30 days, half an hour, an hour;
 * `ever` = once for good, `time` = every time.
 */
export type OncePer = "ever" | "month" | "week" | "day" | "hour" | "half-hour" | "time";

/** What makes the subject: the device, the person, the name, the whole detail, or its first parts (`detail:2` = `a|b` of `a|b|c`). */
export type SubjectPart = "device" | "person" | "name" | "detail" | `detail:${1 | 2 | 3}`;

/** One kind. */
export interface AlertKindRow {
  readonly group: AlertGroup;
  /** Severity that a SIEM is given, 0 to 10 as in CEF. */
  readonly severity: number;
  /** When it is raised, for a person. */
  readonly doc: string;
  /** The same subject is told once per this. */
  readonly once: OncePer;
  /** What makes the subject. */
  readonly subject: readonly SubjectPart[];
  /** Alerts of this kind a day at most, for each device or in all; beyond, they are counted only. */
  readonly cap?: { readonly a: "device" | "box"; readonly most: number };
  /** What `detail` holds, its parts divided by `|`, in the words of the reference; empty = nothing. */
  readonly detail: string;
  /** Who is told: administrators, or the person concerned and nobody else (A 7.4.2). */
  readonly to: "administrators" | "person";
}
