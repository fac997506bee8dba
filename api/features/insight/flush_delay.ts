/** How long counts and entries wait in memory before they are written. */

const MINUTE = 60_000;

/** Milliseconds to wait, from the shortest time and the minutes that the household chose. */
export function flushDelay(least: number, minutes: number): number {
  return Math.max(least, minutes * MINUTE);
}
