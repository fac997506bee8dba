/** Every kind of alert, declared once: its group, its severity, once per what, and how many at most (A 6, B 6; DESIGN 6). */

/** Groups under which alerts are shown. */
export const ALERT_GROUPS = ["security", "bypass", "network", "household", "business", "system"] as const;
/** One group. */
export type AlertGroup = typeof ALERT_GROUPS[number];

/** Time within which the same thing is told once. */
export type OncePer = "ever" | "day" | "week" | "month" | "time";

/** One kind. */
export interface AlertKindRow {
  readonly group: AlertGroup;
  /** Severity that a SIEM is given, 0 to 10 as in CEF. */
  readonly severity: number;
  /** When it is raised, for a person. */
  readonly doc: string;
  /** The same subject is told once per this; `time` = every time. */
  readonly once: OncePer;
  /** Fields that make the subject: the device, and the named parts of the detail. */
  readonly subject: readonly ("device" | "person" | "detail" | "name")[];
  /** Alerts of this kind a day at most, for each device or in all; beyond, they are counted only. */
  readonly cap?: { readonly a: "device" | "box"; readonly most: number };
  /** What `detail` holds, in the words of the reference: `address|breach name`. */
  readonly detail: string;
  /** Who is told: administrators, or the person of the device. */
  readonly to: "administrators" | "person";
}

/** The kinds. */
export const ALERT_KINDS = {
  breach: {
    group: "security",
    severity: 6,
    doc: "An address was found in a data breach",
    once: "ever",
    subject: ["detail"],
    detail: "address|breach name",
    to: "administrators",
  },
} as const satisfies Record<string, AlertKindRow>;

/** A declared kind. */
export type AlertKind = keyof typeof ALERT_KINDS;

/** An alert as the code that meets it tells it; raising it never throws and never waits for the database. */
export interface AlertToRaise {
  readonly kind: AlertKind;
  /** The device concerned; 0 or absent = none. */
  readonly deviceId?: number;
  readonly personId?: number;
  /** The domain or thing it is about. */
  readonly name?: string;
  /** As the kind declares it. */
  readonly detail?: string;
}
/** Raises an alert. */
export type Raise = (alert: AlertToRaise) => void;
