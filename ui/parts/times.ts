/** Formats times of day, end times and minutes for pages; instants are Unix seconds. */
import type { Ui } from "../ui.ts";

const DAY = 86_400;
const CLOCK = { hour: "2-digit", minute: "2-digit" } as const;
/** Non-breaking space between a number and its unit. */
const GAP = "\u00a0";

/** The current time in Unix seconds. */
export function nowSeconds({ context: { now } }: Ui): number {
  return Math.floor(now / 1000);
}

/** The time of day in 24-hour form: `19:30`. */
export function clockText(ui: Ui, at: number): string {
  return ui.date(at, CLOCK);
}

/** The day in the household's time zone, counted from 1 January 1970. */
export function localDay(ui: Ui, at: number): number {
  return Math.floor((at + ui.zoneOffset(at)) / DAY);
}

/**
 * An end as part of a sentence: the time for today, otherwise with the day. Midnight belongs to the
 * day that it ends.
 */
export function untilText(ui: Ui, at: number): string {
  const clock = clockText(ui, at);
  const isMidnight = clock === "00:00";
  const day = isMidnight ? at - 1 : at;
  const ahead = localDay(ui, day) - localDay(ui, nowSeconds(ui));
  const time = isMidnight ? "24:00" : clock;
  if (isMidnight && ahead === 0) return ui.t("hours.until_midnight");
  if (ahead <= 0) return ui.t("hours.until", { time });
  if (ahead === 1) return ui.t("hours.until_tomorrow", { time });
  return ui.t("hours.until_day", { day: ui.date(day, { weekday: "long" }), time });
}

/** A range such as `19:30–20:00`, with the weekday if it does not begin today. */
export function timeRangeText(
  ui: Ui,
  { from, until }: { readonly from: number; readonly until: number },
): string {
  const text = `${clockText(ui, from)}–${clockText(ui, until)}`;
  return localDay(ui, from) === localDay(ui, nowSeconds(ui))
    ? text
    : `${ui.date(from, { weekday: "long" })} ${text}`;
}

/** Minutes as `45 min`, `1 h` or `1 h 30 min`. */
export function minutesText(ui: Ui, minutes: number): string {
  const hours = Math.floor(minutes / 60);
  const rest = minutes % 60;
  const parts: string[] = [];
  if (hours > 0) parts.push(`${ui.number(hours)}${GAP}h`);
  if (rest > 0 || hours === 0) parts.push(`${ui.number(rest)}${GAP}min`);
  return parts.join(" ");
}
