/**
 * The household's settings for the time of children and teenagers, as rows: hours, extra time,
 * cuts, limits (A 2.2, 3.2, 7.1).
 */

/** Categories that can have a time limit and that homework blocks (A 2.2, 3.2). */
export const TIMED_CATEGORIES = ["games", "videos", "social"] as const;
/** A category of `TIMED_CATEGORIES`. */
export type TimedCategory = (typeof TIMED_CATEGORIES)[number];

/** An interval in Unix milliseconds; `to` is exclusive. */
export interface Interval {
  readonly from: number;
  readonly to: number;
}

/** Temporary restrictions of a person: everything blocked, or the timed categories. */
export const MODES = ["cut", "homework"] as const;
/** A mode of `MODES`. */
export type Mode = (typeof MODES)[number];

/** Whom a cut of the household is for: children and teenagers, or everyone. */
export const CUT_WHOM = ["children", "all"] as const;
/** One of `CUT_WHOM`. */
export type CutWhom = (typeof CUT_WHOM)[number];

/** The Internet is off for all children or for everyone. */
export interface HouseholdCut extends Interval {
  readonly whom: CutWhom;
}

/** The time of one person. It has no effect while the person is an adult (A 7.1.1). */
export interface PersonTime {
  readonly personId: number;
  /** Whether the grid applies. */
  readonly enabled: boolean;
  /**
   * 672 slots of 15 minutes from Monday 00:00, `1` = open; "" = never set (policy/model/hours.ts).
   */
  readonly grid: string;
  /** Lifts the person's own hours only. */
  readonly bonus?: Interval;
  /**
   * Internet access by an accepted request. It lifts a cut too, but only one that had begun when
   * the request was accepted.
   */
  readonly grant?: Interval;
  readonly mode?: Interval & { readonly mode: Mode };
  /**
   * Categories with a daily limit. Their names are monitored for the person, so that the time can
   * be counted.
   */
  readonly limited?: readonly TimedCategory[];
}

/** A daily limit that was reached: the category is blocked until midnight. */
export interface ReachedLimitRow extends Interval {
  /** `person:2`, or `device:3` for a shared device, whose time is counted separately (A 7.1.5). */
  readonly scope: string;
  readonly category: TimedCategory;
}

/**
 * A range of days on which weekdays use the hours of Saturday; both ends are inclusive,
 * `YYYY-MM-DD`.
 */
export interface VacationRow {
  readonly firstDay: string;
  readonly lastDay: string;
}

/** All rows about time. */
export interface TimeRows {
  readonly people: readonly PersonTime[];
  readonly reached: readonly ReachedLimitRow[];
  readonly vacations: readonly VacationRow[];
  /** Names that are resolved at any hour, each including its subdomains (A 7.1.1). */
  readonly permitted: readonly string[];
  /** Cuts of all children or of everyone; absent = none. */
  readonly cuts?: readonly HouseholdCut[];
  /** Whether the time of day is known. Hours and limits do not apply until then. */
  readonly known: boolean;
}

/** No time settings. */
export const NO_TIME: TimeRows = {
  people: [],
  reached: [],
  vacations: [],
  permitted: [],
  known: true,
};
