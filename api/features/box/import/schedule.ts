/**
 * Converts the times at which AdGuard Home does not block services to a grid of the times at which
 * the box blocks them.
 */
import { DAY_SLOTS, SLOT_MS } from "../../../../policy/model/hours.ts";
import { WEEKDAYS } from "../../../../policy/model/week.ts";
import { type DocumentValue, goDuration, valueAt } from "./document.ts";

/**
 * Returns 672 slots of 15 minutes from Monday 00:00, `1` = blocked; "" = always, undefined = never.
 * A slot that is paused in part counts as paused.
 */
export function gridOf(schedule: DocumentValue): string | undefined {
  const days = WEEKDAYS.map((day) => {
    const start = goDuration(valueAt(schedule, day, "start") ?? 0) ?? 0;
    const end = goDuration(valueAt(schedule, day, "end") ?? 0) ?? 0;
    const isPaused = (slot: number) =>
      start < end && slot * SLOT_MS < end && (slot + 1) * SLOT_MS > start;
    return Array.from({ length: DAY_SLOTS }, (_, slot) => isPaused(slot) ? "0" : "1").join("");
  });
  const grid = days.join("");
  if (!grid.includes("0")) return "";
  return grid.includes("1") ? grid : undefined;
}

/** Returns the time zone of a schedule; "" = the local one. */
export function zoneOf(schedule: DocumentValue): string {
  const zone = valueAt(schedule, "time_zone");
  return typeof zone === "string" && zone !== "Local" ? zone : "";
}
