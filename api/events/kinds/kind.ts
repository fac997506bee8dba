/** Declares the type of a kind of alert (A 6, B 6). */

/** Groups under which alerts are shown. */
export const ALERT_GROUPS = [
  "security",
  "bypass",
  "network",
  "household",
  "business",
  "system",
] as const;
/** A group of alerts. */
export type AlertGroup = typeof ALERT_GROUPS[number];

/**
 * Period within which the same subject is reported once: a day of the calendar of the box, 7 days,
 * 30 days, half an hour, an hour; `ever` = once and never again, `time` = every time.
 */
export type OncePer = "ever" | "month" | "week" | "day" | "hour" | "half-hour" | "time";

/**
 * A part of the subject: the device, the person, the name, the whole detail, its first parts
 * (`detail:2` = `a|b` of `a|b|c`), or what follows the first (`after:2` = `c`).
 */
export type SubjectPart =
  | "device"
  | "person"
  | "name"
  | "detail"
  | `${"detail" | "after"}:${1 | 2 | 3}`;

/** The declaration of a kind. */
export interface AlertKindRow {
  readonly group: AlertGroup;
  /** Severity sent to a SIEM, 0 to 10 as in CEF. */
  readonly severity: number;
  /** A sentence about when it is raised. */
  readonly doc: string;
  /** The same subject is reported once per this period. */
  readonly once: OncePer;
  /** The parts of the subject. */
  readonly subject: readonly SubjectPart[];
  /**
   * Maximum alerts of this kind in a day, for each device, for each person with a device, or in
   * total; further ones are only counted.
   */
  readonly cap?: { readonly a: "device" | "person" | "box"; readonly most: number };
  /**
   * The content of `detail`, its parts separated by `|`, in the words of A 6 and B 6; empty =
   * nothing.
   */
  readonly detail: string;
  /** The recipients: administrators, or only the person concerned (A 7.4.2). */
  readonly to: "administrators" | "person";
}
