/** How pages say times of the day, until when something holds, and minutes; instants are Unix seconds. */
import type { Ui } from "../shown.ts";

const DAY = 86_400;
const CLOCK = { hour: "2-digit", minute: "2-digit" } as const;
/** Numbers stay with their unit. */
const GAP = "\u00a0";

/** Seconds of now. */
export function nowOf({ shown: { now } }: Ui): number {
  return Math.floor(now / 1000);
}

/** The time of day of an instant in 24 hours: `19:30`. */
export function clockText(ui: Ui, at: number): string {
  return ui.date(at, CLOCK);
}

/** The day of an instant where the household lives, counted from 1 January 1970. */
export function dayOf(ui: Ui, at: number): number {
  return Math.floor((at + ui.zoneOffset(at)) / DAY);
}

/** Until when, as part of a sentence: the hour for today, with the day otherwise; midnight ends the day before it. */
export function untilText(ui: Ui, at: number): string {
  const clock = clockText(ui, at), isMidnight = clock === "00:00", day = isMidnight ? at - 1 : at;
  const ahead = dayOf(ui, day) - dayOf(ui, nowOf(ui)), time = isMidnight ? "24:00" : clock;
  if (isMidnight && ahead === 0) return ui.say("hours.until_midnight");
  if (ahead <= 0) return ui.say("hours.until", { time });
  if (ahead === 1) return ui.say("hours.until_tomorrow", { time });
  return ui.say("hours.until_day", { day: ui.date(day, { weekday: "long" }), time });
}

/** Minutes as `45 min`, `1 h` or `1 h 30 min`. */
export function spanText(ui: Ui, minutes: number): string {
  const hours = Math.floor(minutes / 60), rest = minutes % 60, parts: string[] = [];
  if (hours > 0) parts.push(`${ui.number(hours)}${GAP}h`);
  if (rest > 0 || hours === 0) parts.push(`${ui.number(rest)}${GAP}min`);
  return parts.join(" ");
}
