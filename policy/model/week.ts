/**
 * A week as 672 slots of 15 minutes from Monday 00:00, written as a text of `0` and `1` (A 2.2),
 * and as readable hours.
 */

import { DAY_SLOTS as DAY, isGrid, WEEK_SLOTS as WEEK } from "./hours.ts";

/** The days of the week, Monday first. */
export const WEEKDAYS = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"] as const;
/** A day of `WEEKDAYS`. */
export type Weekday = (typeof WEEKDAYS)[number];

/**
 * Hours from one time to another on some days, `08:00` to `24:00`; if `to` is not after `from`, it
 * is on the next day.
 */
export interface WeekHours {
  readonly days: readonly Weekday[];
  readonly from: string;
  readonly to: string;
}

/** The grid with all of these hours set; undefined if one of them is invalid or has no day. */
export function gridOf(hours: readonly WeekHours[]): string | undefined {
  const slots = new Uint8Array(WEEK);
  for (const { days, from, to } of hours) {
    const first = slotOf(from);
    const last = slotOf(to);
    if (first === undefined || last === undefined || first === DAY || days.length === 0) {
      return undefined;
    }
    const length = last > first ? last - first : last + DAY - first;
    for (const day of days) {
      const at = WEEKDAYS.indexOf(day) * DAY;
      if (at < 0) return undefined;
      for (let i = first; i < first + length; i++) slots[(at + i) % WEEK] = 1;
    }
  }
  return slots.join("");
}

/**
 * The hours set in a grid, in order. Days with the same hours are grouped. An invalid grid has
 * none.
 */
export function hoursOf(grid: string): WeekHours[] {
  if (!isGrid(grid) || !grid.includes("1")) return [];
  if (!grid.includes("0")) return [{ days: WEEKDAYS, from: "00:00", to: "24:00" }];
  const found = new Map<string, { days: Set<Weekday>; first: number; length: number }>();
  for (const [start, length] of runsOf(grid)) {
    const first = start % DAY;
    const key = `${first} ${length}`;
    const day = WEEKDAYS[Math.floor(start / DAY)];
    const same = found.get(key);
    if (same === undefined) found.set(key, { days: new Set([day]), first, length });
    else same.days.add(day);
  }
  const all = [...found.values()].map(({ days, first, length }) => ({
    days: WEEKDAYS.filter((day) => days.has(day)),
    from: timeOf(first),
    to: timeOf(first + length > DAY ? first + length - DAY : first + length),
  }));
  return all.sort((a, b) => order(a) - order(b));
}

/**
 * The hours set in a grid on each day as people write them, `07:00-08:00, 16:30-24:00`; "" = none
 * on that day.
 */
export function dayTexts(grid: string): string[] {
  return WEEKDAYS.map((_, day) => {
    const slots = isGrid(grid) ? grid.slice(day * DAY, (day + 1) * DAY) : "";
    return [...slots.matchAll(/1+/g)].map(({ 0: run, index }) =>
      `${timeOf(index)}-${timeOf(index + run.length)}`
    )
      .join(", ");
  });
}

/**
 * Parses the hours written for each day, Monday first: intervals with a dash between their ends, in
 * quarters of an hour. Minutes may be omitted, and midnight as an end is 24:00 or 00:00. undefined
 * = one of the texts is invalid.
 */
export function gridOfTexts(texts: readonly string[]): string | undefined {
  const days = texts.map(slotsOfText);
  return days.length === WEEKDAYS.length && !days.includes(undefined) ? days.join("") : undefined;
}

function slotsOfText(text: string): string | undefined {
  const slots = new Uint8Array(DAY);
  const stretches = text.split(/[,;]/).map((part) => part.trim()).filter(Boolean);
  for (const stretch of stretches) {
    const ends = /^(\d{1,2})(?:[:.h](\d\d)?)?\s*[-–—]\s*(\d{1,2})(?:[:.h](\d\d)?)?$/.exec(stretch);
    if (ends === null) return undefined;
    const from = slotOf(clock(ends[1], ends[2]));
    const end = slotOf(clock(ends[3], ends[4]));
    const to = end === 0 ? DAY : end;
    if (from === undefined || to === undefined || from >= to) return undefined;
    slots.fill(1, from, to);
  }
  return slots.join("");
}

function clock(hours: string, minutes = "00"): string {
  return `${hours.padStart(2, "0")}:${minutes}`;
}

/** The start and length of runs of set slots. A run longer than a day is split at midnight. */
function runsOf(grid: string): [start: number, length: number][] {
  const runs: [number, number][] = [];
  const zero = grid.indexOf("0");
  for (let i = 1; i <= WEEK; i++) {
    const at = (zero + i) % WEEK;
    if (grid[at] === "0") continue;
    const last = runs.at(-1);
    const isNext = last !== undefined && grid[(at + WEEK - 1) % WEEK] === "1";
    if (isNext) last[1]++;
    else runs.push([at, 1]);
  }
  return runs.flatMap(([start, length]) =>
    length <= DAY ? [[start, length] as [number, number]] : parted(start, length)
  );
}

function parted(start: number, length: number): [number, number][] {
  const parts: [number, number][] = [];
  for (let at = start, left = length; left > 0;) {
    const part = Math.min(left, DAY - at % DAY);
    parts.push([at % WEEK, part]);
    at += part;
    left -= part;
  }
  return parts;
}

function slotOf(time: string): number | undefined {
  const [, hours, minutes] = /^(\d\d):(00|15|30|45)$/.exec(time) ?? [];
  const slot = Number(hours) * 4 + Number(minutes) / 15;
  return slot <= DAY ? slot : undefined;
}

function timeOf(slot: number): string {
  return `${String(Math.floor(slot / 4)).padStart(2, "0")}:${
    String(slot % 4 * 15).padStart(2, "0")
  }`;
}

function order({ days, from }: WeekHours): number {
  return WEEKDAYS.indexOf(days[0]) * DAY + (slotOf(from) ?? 0);
}
