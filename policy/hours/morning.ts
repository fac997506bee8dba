/** The end of a cut or homework (A 2.2). */
import { LIMITS } from "../limits.ts";
import { SLOT_MS } from "../model/hours.ts";
import type { PersonTime } from "../model/person_time.ts";
import { nextLocal } from "./local_time.ts";
import { type HoursContext, isOpenSlot } from "./plan.ts";

const [half, one, two] = LIMITS.hours.modeMinutes;
/** The durations of a mode: minutes, or until the morning. */
export const MODE_DURATIONS = [`${half}`, `${one}`, `${two}`, "morning"] as const;
/** A duration of `MODE_DURATIONS`. */
export type ModeDuration = (typeof MODE_DURATIONS)[number];

/**
 * Search range for the morning, one day. If evenings are open through the night, as before a
 * weekend, the hours may open again only days later, which is not the morning that the person
 * means.
 */
const SEARCHED = 86_400_000;

/** The instant (Unix milliseconds) at which a mode that begins now ends. */
export function computeModeEnd(
  duration: ModeDuration,
  time: Pick<PersonTime, "enabled" | "grid">,
  now: number,
  context: HoursContext,
): number {
  return duration === "morning" ? nextMorning(time, now, context) : now + Number(duration) * 60_000;
}

/**
 * The next instant within a day at which the hours of a person open, ignoring extra time. If there
 * is none, the next seven o'clock local time.
 */
export function nextMorning(
  { enabled, grid }: Pick<PersonTime, "enabled" | "grid">,
  now: number,
  context: HoursContext,
): number {
  if (enabled && context.known) {
    let open = isOpenSlot(grid, now, context);
    for (
      let at = Math.floor(now / SLOT_MS) * SLOT_MS + SLOT_MS;
      at <= now + SEARCHED;
      at += SLOT_MS
    ) {
      const before = open;
      open = isOpenSlot(grid, at, context);
      if (open && !before) return at;
    }
  }
  return nextLocal(LIMITS.hours.morningOtherwise * 1000, now, context.offset);
}
