/**
 * Tick marks of chart axes: round values, and times that are round in the household's time zone.
 */
import type { Ui } from "../ui.ts";

const MINUTE = 60;
const HOUR = 3600;
const DAY = 86_400;
const WEEK = 7 * DAY;
/** Distances between ticks of a time axis, in seconds. */
const SIZES = [
  ...[5, 10, 15, 30].map((minutes) => minutes * MINUTE),
  ...[1, 2, 3, 6, 12].map((hours) => hours * HOUR),
  ...[1, 2].map((days) => days * DAY),
  WEEK,
];

/** A tick of a time axis: its time in Unix seconds, and its label. */
export interface TimeTick {
  readonly at: number;
  readonly text: string;
}

/**
 * Tick values from 0, the last one at least `most`: at most four above 0, whole numbers, each 1, 2
 * or 5 times a power of ten apart.
 */
export function valueTicks(most: number): number[] {
  const wanted = Number.isFinite(most) && most > 0 ? most : 1;
  const power = 10 ** Math.floor(Math.log10(wanted / 4));
  const step = Math.max(
    1,
    [1, 2, 5, 10].map((times) => times * power).find((size) => wanted / size <= 4)!,
  );
  const count = Math.ceil(wanted / step - 1e-9);
  return Array.from({ length: count + 1 }, (_, i) => i * step);
}

/**
 * At most `most` times (Unix seconds) of a range that are round in the household's time zone, also
 * across daylight saving changes.
 */
export function timeTicks(ui: Ui, from: number, to: number, most = 8): TimeTick[] {
  // Names of days are short; times of day need more room.
  const size = SIZES.find((size) => (to - from) / size <= (size >= DAY ? most : most - 2)) ??
    Math.ceil((to - from) / most / WEEK) * WEEK;
  // The epoch was a Thursday: weeks begin on Monday.
  const shift = size >= WEEK ? 4 * DAY : 0;
  const ticks: TimeTick[] = [];
  const first = Math.ceil((from + ui.zoneOffset(from) - shift) / size) * size + shift;
  for (let local = first; ticks.length <= most; local += size) {
    const guess = local - ui.zoneOffset(local - ui.zoneOffset(from));
    const at = local - ui.zoneOffset(guess);
    if (at >= to) break;
    if (at >= from) ticks.push({ at, text: tickText(ui, at, size, to - from) });
  }
  return ticks;
}

function tickText(ui: Ui, at: number, size: number, span: number): string {
  if (size < DAY) return ui.date(at, { timeStyle: "short" });
  return ui.date(at, span <= 8 * DAY ? { weekday: "short" } : { day: "numeric", month: "short" });
}

/**
 * The labelled steps of a chart of whole days, in Unix seconds of their start: every day of a week,
 * fewer of a month.
 */
export function dayTicks(ui: Ui, days: readonly number[], most = 7): TimeTick[] {
  const every = Math.ceil(days.length / most);
  const last = days.length - 1;
  return days.filter((_, i) => (last - i) % every === 0).map((at) => ({
    at,
    text: dayText(ui, at, days.length),
  }));
}

/** Days are counted in UTC. Their middle is on the same day in the household's time zone. */
function dayText(ui: Ui, at: number, days: number): string {
  return ui.date(
    at + DAY / 2,
    days <= 8 ? { weekday: "short" } : { day: "numeric", month: "short" },
  );
}
