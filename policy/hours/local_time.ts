/** Converts local times of day to instants. Days with a clock change have 23 or 25 hours. */
import { SLOT_MS } from "../model/hours.ts";

const DAY = 86_400_000;

/**
 * The first instant after `now` (Unix milliseconds) at which local time reaches `timeOfDay`, whole
 * quarters of an hour in milliseconds after midnight. If clocks skip it, the instant of the change.
 * `offset` returns how far local time is ahead of UTC.
 */
export function nextLocal(
  timeOfDay: number,
  now: number,
  offset: (unix: number) => number,
): number {
  const local = now + offset(now);
  const today = Math.floor(local / DAY) * DAY + timeOfDay;
  const wanted = today > local ? today : today + DAY;
  let at = (Math.floor(now / SLOT_MS) + 1) * SLOT_MS;
  while (at + offset(at) < wanted) at += SLOT_MS;
  return at;
}
