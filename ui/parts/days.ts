/** Calendar days on pages: formatted, counted, and as instants in the household's time zone. */
import { dayNumber } from "../../policy/model/calendar_day.ts";
import type { Ui } from "../ui.ts";

const DAY = 86_400;

/** A calendar day `YYYY-MM-DD` as days since 1 January 1970. */
export function dayNumberOf(day: string): number {
  return dayNumber(day)!;
}

/** Noon of a day in the household's time zone, Unix seconds: the same date in every zone. */
export function noonOf(ui: Ui, day: string): number {
  const noon = dayNumberOf(day) * DAY + DAY / 2;
  return noon - ui.zoneOffset(noon);
}

/** A day in readable form, with the year if it differs from the current one. */
export function dayText(ui: Ui, day: string): string {
  const year = day.slice(0, 4) === new Date(ui.context.now).toISOString().slice(0, 4)
    ? {}
    : { year: "numeric" as const };
  return ui.date(noonOf(ui, day), { weekday: "long", day: "numeric", month: "long", ...year });
}

/** A range of days in the shortest unambiguous form. */
export function daysText(ui: Ui, first: string, last: string): string {
  const style = { day: "numeric", month: "short", year: "numeric" } as const;
  return first === last
    ? ui.date(noonOf(ui, first), style)
    : ui.dateRange(noonOf(ui, first), noonOf(ui, last), style);
}
