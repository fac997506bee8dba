/** Days of the calendar on pages: written, counted, and as instants of the household. */
import { dayNumber } from "../../policy/model/calendar_day.ts";
import type { Ui } from "../shown.ts";

const DAY = 86_400;

/** A day `YYYY-MM-DD` of the calendar counted from 1 January 1970. */
export function numberOf(day: string): number {
  return dayNumber(day)!;
}

/** Noon of a day where the household lives, Unix seconds: whatever the zone, it is that day. */
export function noonOf(ui: Ui, day: string): number {
  const noon = numberOf(day) * DAY + DAY / 2;
  return noon - ui.zoneOffset(noon);
}

/** A day as people write it, with the year where it is another one than now. */
export function dayText(ui: Ui, day: string): string {
  const year = day.slice(0, 4) === new Date(ui.shown.now).toISOString().slice(0, 4)
    ? {}
    : { year: "numeric" as const };
  return ui.date(noonOf(ui, day), { weekday: "long", day: "numeric", month: "long", ...year });
}

/** From a day to another, the shortest way that is clear. */
export function daysText(ui: Ui, first: string, last: string): string {
  const style = { day: "numeric", month: "short", year: "numeric" } as const;
  return first === last
    ? ui.date(noonOf(ui, first), style)
    : ui.dateRange(noonOf(ui, first), noonOf(ui, last), style);
}
