/**
 * Hours of a week as a grid of quarter hours, and the instants at which they begin and end (A 2.2).
 */

import { LIMITS } from "../limits.ts";

/** Slots of a grid, from Monday 00:00. */
export const WEEK_SLOTS: number = LIMITS.services.scheduleSlots;
/** Slots of a day. */
export const DAY_SLOTS: number = WEEK_SLOTS / 7;
/** Length of a slot in milliseconds. */
export const SLOT_MS = 15 * 60_000;
/**
 * How far ahead windows are computed, in milliseconds. Callers recompute them well before the end.
 */
export const WINDOWS_AHEAD_MS: number = 8 * 86_400_000;
/**
 * 1 January 1970 was a Thursday: the number of slots between the preceding Monday 00:00 and that
 * day; and the slot at which Saturday begins.
 */
const EPOCH_SLOT = 3 * DAY_SLOTS;
const SATURDAY = 5 * DAY_SLOTS;

/** Whether a text is a grid: a `0` or `1` for each slot. */
export function isGrid(text: string): boolean {
  return text.length === WEEK_SLOTS && /^[01]*$/.test(text);
}

/**
 * The slot of an instant (Unix milliseconds) where local time is `offset` milliseconds ahead of
 * UTC.
 */
export function slotAt(unix: number, offset: number): number {
  const slots = Math.floor((unix + offset) / SLOT_MS) + EPOCH_SLOT;
  return (slots % WEEK_SLOTS + WEEK_SLOTS) % WEEK_SLOTS;
}

/**
 * The slot that applies instead of `slot`: on weekdays of a vacation, that of Saturday at the same
 * time of day (A 4.2).
 */
export function decidingSlot(slot: number, vacation: boolean): number {
  return vacation && slot < SATURDAY ? SATURDAY + slot % DAY_SLOTS : slot;
}

/**
 * When the slots set to `1` begin and end, in Unix milliseconds, for eight days from the slot of
 * `now` on. `offset` returns how far local time is ahead of UTC at an instant, so that days with
 * clock changes are correct.
 */
export function computeWindows(
  grid: string,
  now: number,
  offset: (unix: number) => number,
): [from: number, to: number][] {
  const windows: [number, number][] = [];
  // All time zones change clocks at a quarter of an hour of UTC.
  const begin = Math.floor(now / SLOT_MS) * SLOT_MS;
  for (let at = begin; at < begin + WINDOWS_AHEAD_MS; at += SLOT_MS) {
    if (grid[slotAt(at, offset(at))] !== "1") continue;
    const last = windows.at(-1);
    if (last !== undefined && last[1] === at) last[1] = at + SLOT_MS;
    else windows.push([at, at + SLOT_MS]);
  }
  return windows;
}
