/** Reads the Retry-After header. */

/**
 * The seconds of a Retry-After header, a number or a date (RFC 9110 10.2.3), at most a day; 0 =
 * absent or invalid. `now` in Unix milliseconds.
 */
export function retryAfterOf(header: string | undefined, now: number): number {
  if (header === undefined) return 0;
  const seconds = /^\s*\d+\s*$/.test(header)
    ? Number(header)
    : Math.ceil((Date.parse(header) - now) / 1000);
  return Number.isFinite(seconds) ? Math.min(Math.max(seconds, 0), 86_400) : 0;
}
