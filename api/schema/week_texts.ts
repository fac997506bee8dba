/**
 * Schemas of the hours of a week: as the API shows them, and as a text for each day, which a form
 * without a script sends.
 */
import { z } from "@hono/zod-openapi";
import { gridOfTexts, WEEKDAYS } from "../../policy/model/week.ts";

/** Maximum characters of the hours of one day: enough for one range in each quarter of an hour. */
const MOST = 1000;
const hours = z.string().max(MOST).default("").describe("07:00-08:00, 16:30-19:30; empty = none");

const time = z.string().max(5).meta({
  description: "08:00 to 24:00, in quarters of an hour",
  pattern: "^([01][0-9]|2[0-3]):(00|15|30|45)$|^24:00$",
});
/** Schema of hours of a week in the API. */
export const weekHours = z.strictObject({
  days: z.array(z.enum(WEEKDAYS)).max(WEEKDAYS.length).readonly().default([]).describe(
    "Days on which the hours begin",
  ),
  from: time,
  to: time.describe("Not after `from` = on the next day"),
}).meta({ id: "WeekHours" });

/** Schema of the hours of each day as a text. */
export const weekTexts = z.strictObject({
  mon: hours,
  tue: hours,
  wed: hours,
  thu: hours,
  fri: hours,
  sat: hours,
  sun: hours,
}).describe("The hours of each day, in quarters of an hour").meta({ id: "WeekTexts" });

/** The grid for the texts of the days; undefined when one of them is invalid. */
export function gridOfWeek(texts: z.output<typeof weekTexts>): string | undefined {
  return gridOfTexts(WEEKDAYS.map((day) => texts[day]));
}
