/** When a cut or homework ends (A 2.2). */
import { LIMITS } from "../limits.ts";
import { SLOT } from "../model/hours.ts";
import type { PersonTime } from "../model/person_time.ts";
import { nextLocal } from "./local_time.ts";
import { type HoursContext, isOpenSlot } from "./plan.ts";

const [half, one, two] = LIMITS.hours.modeMinutes;
/** How long a mode may last: minutes, or until the morning. */
export const MODE_DURATIONS = [`${half}`, `${one}`, `${two}`, "morning"] as const;
/** A duration of `MODE_DURATIONS`. */
export type ModeDuration = (typeof MODE_DURATIONS)[number];

/** How long a mode is to last: a duration, or until an instant in Unix milliseconds, as one that was ended is brought back. */
export type ModeLength = ModeDuration | number;

/**
 * The morning is within a day: where evenings are open through the night, as before a weekend, the hours may open again only days
 * later, and who says morning means none of that.
 */
const SEARCHED = 86_400_000;
/** How far ahead a mode may end that is brought back. */
const AHEAD_MOST = 8 * 86_400_000;

/** The end of a mode that begins now, with the duration that comes next to it; undefined = it is none, over, or days away. */
export function modeOf(
  length: ModeLength,
  time: Pick<PersonTime, "enabled" | "grid">,
  now: number,
  context: HoursContext,
): { readonly duration: ModeDuration; readonly to: number } | undefined {
  if (typeof length !== "number") {
    return MODE_DURATIONS.includes(length)
      ? { duration: length, to: endOfMode(length, time, now, context) }
      : undefined;
  }
  const left = length - now;
  if (!(left > 0 && left <= AHEAD_MOST)) return undefined;
  const duration =
    MODE_DURATIONS.find((each) => each !== "morning" && Number(each) * 60_000 >= left) ?? "morning";
  return { duration, to: length };
}

/** The instant (Unix milliseconds) at which a mode that begins now ends. */
export function endOfMode(
  duration: ModeDuration,
  time: Pick<PersonTime, "enabled" | "grid">,
  now: number,
  context: HoursContext,
): number {
  return duration === "morning" ? nextMorning(time, now, context) : now + Number(duration) * 60_000;
}

/**
 * The next instant within a day at which the hours of a person open, whatever extra time there is; without any, the next time
 * that clocks show seven o'clock.
 */
export function nextMorning(
  { enabled, grid }: Pick<PersonTime, "enabled" | "grid">,
  now: number,
  context: HoursContext,
): number {
  if (enabled && context.known) {
    let open = isOpenSlot(grid, now, context);
    for (let at = Math.floor(now / SLOT) * SLOT + SLOT; at <= now + SEARCHED; at += SLOT) {
      const before = open;
      open = isOpenSlot(grid, at, context);
      if (open && !before) return at;
    }
  }
  return nextLocal(LIMITS.hours.morningOtherwise * 1000, now, context.offset);
}
