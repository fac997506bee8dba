/** Determines which alerts are duplicates, and in which period, as each kind declares (A 6). */
import { maskText } from "../../policy/model/masked_address.ts";
import { ALERT_KINDS, type AlertKind, type AlertToRaise } from "./alert_kinds.ts";
import type { OncePer, SubjectPart } from "./kinds/kind.ts";

/** A raised alert, complete and with limited lengths. */
export interface CompleteAlert {
  readonly kind: AlertKind;
  readonly deviceId: number;
  readonly personId: number;
  readonly name: string;
  readonly detail: string;
  /** Unix milliseconds. */
  readonly time: number;
  /** Day of the calendar of the box: `2026-11-21`. */
  readonly day: string;
  /** JSON of the parts of the subject. */
  readonly subject: string;
}

/** When an alert was raised. */
export interface RaiseTime {
  /** Unix milliseconds. */
  readonly time: number;
  readonly day: string;
}

const LONGEST_NAME = 255;
const LONGEST_DETAIL = 1000;
const MINUTE = 60_000;
const DAY = 86_400_000;
/** Lengths in milliseconds of the periods that start at the last alert. */
const PERIOD: Readonly<Partial<Record<OncePer, number>>> = {
  "half-hour": 30 * MINUTE,
  hour: 60 * MINUTE,
  week: 7 * DAY,
  month: 30 * DAY,
};
/**
 * Milliseconds after which earlier alerts no longer matter, except those raised once and never
 * again.
 */
export const LONGEST_PERIOD = 31 * DAY;

/** Completes an alert; undefined for a kind that is not declared. */
export function completeAlert(
  alert: AlertToRaise,
  { time, day }: RaiseTime,
): CompleteAlert | undefined {
  if (!Object.hasOwn(ALERT_KINDS, alert.kind)) return undefined;
  const whole = {
    kind: alert.kind,
    deviceId: numberOf(alert.deviceId),
    personId: numberOf(alert.personId),
    name: lineOf(alert.name, LONGEST_NAME),
    detail: lineOf(alert.detail, LONGEST_DETAIL),
  };
  const subject = ALERT_KINDS[alert.kind].subject.map((part) => partOf(part, whole));
  return { ...whole, time, day, subject: JSON.stringify(subject) };
}

/**
 * Whether an earlier alert suppresses one now. A clock that jumps causes one extra or missing alert
 * at most.
 */
export function isDuplicate(once: OncePer, earlier: RaiseTime, now: RaiseTime): boolean {
  if (once === "time") return false;
  if (once === "ever") return true;
  if (once === "day") return earlier.day === now.day;
  return Math.abs(now.time - earlier.time) < PERIOD[once]!;
}

function partOf(
  part: SubjectPart,
  alert: Pick<CompleteAlert, "deviceId" | "personId" | "name" | "detail">,
) {
  if (part === "device") return alert.deviceId;
  if (part === "person") return alert.personId;
  if (part === "name") return alert.name.toLowerCase();
  if (part === "detail") return alert.detail;
  const [side, count] = part.split(":");
  const parts = alert.detail.split("|");
  return (side === "after" ? parts.slice(Number(count)) : parts.slice(0, Number(count))).join("|");
}

function numberOf(id: number | undefined): number {
  return Number.isSafeInteger(id) ? id! : 0;
}

/** One line without control and direction characters, shortened to `longest`. */
function lineOf(text: string | undefined, longest: number): string {
  return maskText(String(text ?? "").toWellFormed()).replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, " ")
    .slice(
      0,
      longest,
    )
    .toWellFormed();
}
