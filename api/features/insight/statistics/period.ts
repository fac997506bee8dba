/** Periods of the statistics, whole steps of UTC so that a clock that jumps only moves to other rows. Times in Unix seconds. */

/** Seconds of the steps by which questions are counted. */
export const MINUTE = 60, HOUR = 3600, DAY = 86_400;

/** A step of counting, in seconds. */
export type Step = typeof MINUTE | typeof HOUR | typeof DAY;

/** The periods that can be asked for: the last hour, 24 hours, 7, 30 or 365 days, the running step included. */
export type Period = "hour" | "day" | "week" | "month" | "year";

/** From when (included) to when (not included), and by which step it is read. */
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

/** The span of a period at a time in Unix seconds; with `before`, the one that ends there. */
export function spanOf(period: Period, now: number, before: number = Infinity): Span {
  const [step, steps] = LENGTH[period];
  const to = (Math.floor(Math.min(now, before - 1) / step) + 1) * step;
  return { from: to - steps * step, to, step };
}
