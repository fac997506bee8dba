/** When clocks show a time of the day, as instants: the days on which clocks are changed have 23 or 25 hours. */
import { SLOT } from "../model/hours.ts";

const DAY = 86_400_000;

/**
 * The first instant after `now` (Unix milliseconds) at which local time has come to `timeOfDay`, whole quarters of an hour in
 * milliseconds after midnight; where clocks skip it, the instant at which they do. `offset` tells how far local time is ahead.
 */
export function nextLocal(
  timeOfDay: number,
  now: number,
  offset: (unix: number) => number,
): number {
  const local = now + offset(now), today = Math.floor(local / DAY) * DAY + timeOfDay;
  const wanted = today > local ? today : today + DAY;
  let at = (Math.floor(now / SLOT) + 1) * SLOT;
  while (at + offset(at) < wanted) at += SLOT;
  return at;
}
