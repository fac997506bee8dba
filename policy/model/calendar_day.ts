/** Calendar days, written as `2026-12-24` and counted from 1 January 1970. */

const DAY = 86_400_000;
const WRITTEN = /^(\d{4})-(\d{2})-(\d{2})$/;

/** The number of a day from 1 January 1970; undefined = there is no such day (`2026-02-30`). */
export function dayNumber(text: string): number | undefined {
  if (!WRITTEN.test(text)) return undefined;
  const unix = Date.parse(`${text}T00:00:00Z`);
  // Date.parse accepts some invalid days as days of the next month.
  return Number.isNaN(unix) || dayText(unix / DAY) !== text ? undefined : unix / DAY;
}

/** The text of a day number, for the years 0 to 9999 only. */
export function dayText(day: number): string {
  return new Date(day * DAY).toISOString().slice(0, 10);
}

/**
 * The number of the local day of an instant (Unix milliseconds). `offset` returns how far local
 * time is ahead of UTC at an instant.
 */
export function dayOf(unix: number, offset: (unix: number) => number): number {
  return Math.floor((unix + offset(unix)) / DAY);
}
