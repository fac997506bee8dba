/** Hours of a week as a grid of quarter hours, and the instants at which they begin and end (A 2.2). */

import { LIMITS } from "../limits.ts";

/** Slots of a grid, from Monday 00:00. */
export const SLOTS: number = LIMITS.services.scheduleSlots;
/** Slots of a day, and the milliseconds of each. */
export const DAY_SLOTS: number = SLOTS / 7, SLOT = 15 * 60_000;
/** How far ahead windows are worked out, in milliseconds; whoever uses them works them out anew well before. */
export const AHEAD: number = 8 * 86_400_000;
/** 1 January 1970 was a Thursday: so many slots before it lies a Monday 00:00; and the slot at which Saturday begins. */
const EPOCH_SLOT = 3 * DAY_SLOTS, SATURDAY = 5 * DAY_SLOTS;

/** Whether a text is a grid: a `0` or `1` for each slot. */
export function isGrid(text: string): boolean {
  return text.length === SLOTS && /^[01]*$/.test(text);
}

/** The slot of an instant (Unix milliseconds) where local time is `offset` milliseconds ahead of UTC. */
export function slotAt(unix: number, offset: number): number {
  const slots = Math.floor((unix + offset) / SLOT) + EPOCH_SLOT;
  return (slots % SLOTS + SLOTS) % SLOTS;
}

/** The slot that decides in the place of one: on weekdays of a vacation that of Saturday at the same time of day (A 4.2). */
export function decidingSlot(slot: number, vacation: boolean): number {
  return vacation && slot < SATURDAY ? SATURDAY + slot % DAY_SLOTS : slot;
}

/**
 * When the slots of a grid that hold `1` begin and end, from the slot of `now` on for eight days, in Unix milliseconds. `offset`
 * tells how far local time is ahead of UTC at an instant, so that the days on which clocks change are right.
 */
export function windowsOf(
  grid: string,
  now: number,
  offset: (unix: number) => number,
): [from: number, to: number][] {
  const windows: [number, number][] = [];
  // Every clock of the world changes at a quarter of an hour of UTC.
  const begin = Math.floor(now / SLOT) * SLOT;
  for (let at = begin; at < begin + AHEAD; at += SLOT) {
    if (grid[slotAt(at, offset(at))] !== "1") continue;
    const last = windows.at(-1);
    if (last !== undefined && last[1] === at) last[1] = at + SLOT;
    else windows.push([at, at + SLOT]);
  }
  return windows;
}
