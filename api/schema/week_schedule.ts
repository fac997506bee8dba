/**
 * The hours of a blocked service or of a list: 672 slots of 15 minutes from Monday 00:00, `1` = on,
 * or hours; "" = always.
 */
import { z } from "@hono/zod-openapi";
import { LIMITS } from "../../policy/limits.ts";
import { isGrid } from "../../policy/model/hours.ts";
import { gridOf } from "../../policy/model/week.ts";
import { gridOfWeek, weekHours, weekTexts } from "./week_texts.ts";

/** What the document says of a grid. */
const GRID = {
  description: "672 slots of 15 minutes from Monday 00:00, 1 = open",
  pattern: `^([01]{${LIMITS.services.scheduleSlots}})?$`,
};

/** A schedule in a request: the grid, hours, or the hours of each day as a text. */
export const scheduleGiven = z.union([
  z.string().max(LIMITS.services.scheduleSlots).meta(GRID),
  weekHours,
  z.array(weekHours).max(50),
  weekTexts,
]);

/** A schedule as a request gives it. */
export type ScheduleGiven = z.output<typeof scheduleGiven>;

/**
 * Returns the grid in stored form, "" for always and for hours without days; undefined when it is
 * invalid or never blocks.
 */
export function readSchedule(given: ScheduleGiven): string | undefined {
  const grid = gridGiven(given);
  if (grid === "" || typeof given !== "string" && grid?.includes("1") === false) return "";
  if (grid === undefined || !isGrid(grid) || !grid.includes("1")) return undefined;
  return grid.includes("0") ? grid : "";
}

/** Returns the grid of a schedule; undefined for hours without days. */
function gridGiven(given: ScheduleGiven): string | undefined {
  if (typeof given === "string") return given;
  if ("mon" in given) return gridOfWeek(given);
  const hours = "from" in given ? [given] : given;
  return hours.every(({ days }) => days.length === 0) ? "" : gridOf(hours);
}
