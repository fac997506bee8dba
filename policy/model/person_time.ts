/** What the household decided about the time of children and teenagers, as rows: hours, extra time, cuts, limits (A 2.2, 3.2, 7.1). */

/** Categories whose time is limited, and that homework blocks (A 2.2, 3.2). */
export const TIMED_CATEGORIES = ["games", "videos", "social"] as const;
/** A category of `TIMED_CATEGORIES`. */
export type TimedCategory = (typeof TIMED_CATEGORIES)[number];

/** A stretch of time in Unix milliseconds; `to` is out of it. */
export interface Interval {
  readonly from: number;
  readonly to: number;
}

/** What a person is held to for a while: everything blocked, or the timed categories. */
export const MODES = ["cut", "homework"] as const;
/** A mode of `MODES`. */
export type Mode = (typeof MODES)[number];

/** The time of one person. It counts for nothing while the person is an adult (A 7.1.1). */
export interface PersonTime {
  readonly personId: number;
  /** Whether the grid holds. */
  readonly enabled: boolean;
  /** 672 slots of 15 minutes from Monday 00:00, `1` = open; "" = never set (policy/model/hours.ts). */
  readonly grid: string;
  /** Opens the person's own closing only. */
  readonly bonus?: Interval;
  /** Internet by an accepted request: it passes a cut too. */
  readonly grant?: Interval;
  readonly mode?: Interval & { readonly mode: Mode };
  /** Categories with a daily limit: their names are told for the person where they pass, so that their time can be counted. */
  readonly limited?: readonly TimedCategory[];
}

/** A daily limit that was reached: the category is blocked until midnight. */
export interface ReachedRow extends Interval {
  /** `person:2`, or `device:3` of a shared device, whose time is counted apart (A 7.1.5). */
  readonly scope: string;
  readonly category: TimedCategory;
}

/** A stretch of days on which weekdays take the hours of Saturday; both days are in it, `YYYY-MM-DD`. */
export interface VacationRow {
  readonly firstDay: string;
  readonly lastDay: string;
}

/** All that decides about time. */
export interface TimeRows {
  readonly people: readonly PersonTime[];
  readonly reached: readonly ReachedRow[];
  readonly vacations: readonly VacationRow[];
  /** Names that answer whatever the hours say, each with all below it (A 7.1.1). */
  readonly permitted: readonly string[];
  /** Whether the time of day is known: hours and limits hold back until it is. */
  readonly known: boolean;
}

/** Nobody's time is decided about. */
export const NO_TIME: TimeRows = {
  people: [],
  reached: [],
  vacations: [],
  permitted: [],
  known: true,
};
