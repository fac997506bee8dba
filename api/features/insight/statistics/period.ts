/**
 * Periods of the statistics, in whole steps of UTC, so that a clock jump only changes which rows
 * are used. Times in Unix seconds.
 */

/** Seconds of the steps in which queries are counted. */
export const MINUTE = 60;
export const HOUR = 3600;
export const DAY = 86_400;

/** A step of counting, in seconds. */
export type Step = typeof MINUTE | typeof HOUR | typeof DAY;

/**
 * The available periods: the last hour, 24 hours, 7, 30 or 365 days, including the running step.
 */
export type Period = "hour" | "day" | "week" | "month" | "year";

/** Start (inclusive), end (exclusive), and the step for reading. */
export interface Span {
  readonly from: number;
  readonly to: number;
  readonly step: Step;
}

const LENGTH: Readonly<Record<Period, readonly [Step, number]>> = {
  hour: [MINUTE, 60],
  day: [HOUR, 24],
  week: [DAY, 7],
  month: [DAY, 30],
  year: [DAY, 365],
};

/**
 * The span of a period at a time in Unix seconds; with `before`, the one that ends there. It begins
 * in 1970 at the earliest.
 */
export function spanOf(period: Period, now: number, before: number = Infinity): Span {
  const [step, steps] = LENGTH[period];
  const to = (Math.floor(Math.min(now, before - 1) / step) + 1) * step;
  return { from: Math.max(0, to - steps * step), to, step };
}
