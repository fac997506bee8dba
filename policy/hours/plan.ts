/**
 * Computes when a person is closed, as instants known in advance (A 3.2, 7.1.1). Decisions compare
 * the clock with them, and need no new computation before the next one. `closedAt` is the
 * definition; `DaysAhead` computes the same in advance.
 */
import { dayOf, dayText } from "../model/calendar_day.ts";
import { decidingSlot, SLOT_MS, slotAt, WEEK_SLOTS, WINDOWS_AHEAD_MS } from "../model/hours.ts";
import type { Interval, PersonTime, VacationRow } from "../model/person_time.ts";

/** Why a person is closed: a cut, or their own hours. */
export type ClosedReason = "cut" | "hours";

/** An interval in which a person is closed, in Unix milliseconds. */
export interface ClosedWindow extends Interval {
  readonly why: ClosedReason;
}

/** The context in which hours are evaluated. */
export interface HoursContext {
  /** How far local time is ahead of UTC at an instant, in milliseconds. */
  readonly offset: (unix: number) => number;
  readonly vacations: readonly VacationRow[];
  /** Whether the time of day is known. Hours do not apply until then. */
  readonly known: boolean;
}

const DAY = 86_400_000;

/**
 * Why a person is closed at an instant; undefined = open. A bonus lifts the person's own hours. An
 * accepted request lifts a cut too: each one in these rows was accepted during the cut, because a
 * cut ends what was given before it (mode.ts).
 */
export function closedAt(
  time: PersonTime,
  at: number,
  context: HoursContext,
): ClosedReason | undefined {
  const { enabled, grid, bonus, grant, mode } = time;
  if (isInInterval(grant, at)) return undefined;
  if (mode?.mode === "cut" && isInInterval(mode, at)) return "cut";
  if (!enabled || !context.known || isInInterval(bonus, at)) return undefined;
  return isOpenSlot(grid, at, context) ? undefined : "hours";
}

/**
 * The days ahead of an instant: eight days from its UTC day on, so that results computed at two
 * instants of a day are equal. Clock changes in them are looked up once for all people.
 */
export class DaysAhead {
  /** The first instant of these days, and the first after them, in Unix milliseconds. */
  readonly begin: number;
  readonly end: number;
  readonly #context: HoursContext;
  /**
   * The grid slot of each quarter of an hour. All time zones change clocks at a quarter of an hour
   * of UTC.
   */
  readonly #slots: Int16Array;
  /** The instants at which grids open and close, by grid: children often have the same one. */
  readonly #turns = new Map<string, readonly number[]>();

  constructor(now: number, context: HoursContext) {
    this.end = horizonOf(now);
    this.begin = this.end - WINDOWS_AHEAD_MS;
    this.#context = context;
    this.#slots = Int16Array.from(
      { length: WINDOWS_AHEAD_MS / SLOT_MS },
      (_, i) => slotFor(this.begin + i * SLOT_MS, context),
    );
  }

  /** Whether the days ahead of another instant are the same. */
  covers(now: number): boolean {
    return this.end === horizonOf(now);
  }

  /** The intervals in which a person is closed, in order. Adjacent ones have different causes. */
  closed(time: PersonTime): ClosedWindow[] {
    const { begin, end } = this;
    const context = this.#context;
    const edges = new Set([begin]);
    for (const each of [time.bonus, time.grant, time.mode]) {
      for (const edge of each === undefined ? [] : [each.from, each.to]) {
        if (edge > begin && edge < end) edges.add(edge);
      }
    }
    if (time.enabled && context.known) {
      for (const turn of this.#turnsOf(time.grid)) edges.add(turn);
    }
    const windows: ClosedWindow[] = [];
    const order = [...edges].sort((a, b) => a - b);
    for (const [place, from] of order.entries()) {
      const why = closedAt(time, from, context);
      const to = order[place + 1] ?? end;
      const last = windows.at(-1);
      if (why === undefined) continue;
      if (last !== undefined && last.to === from && last.why === why) {
        windows[windows.length - 1] = { ...last, to };
      } else windows.push({ from, to, why });
    }
    return windows;
  }

  #turnsOf(grid: string): readonly number[] {
    let turns = this.#turns.get(grid);
    if (turns === undefined) this.#turns.set(grid, turns = this.#findTurns(grid));
    return turns;
  }

  #findTurns(grid: string): number[] {
    const slots = this.#slots;
    const turns: number[] = [];
    for (let i = 1; i < slots.length; i++) {
      if (grid[slots[i]] !== grid[slots[i - 1]]) turns.push(this.begin + i * SLOT_MS);
    }
    return turns;
  }
}

/**
 * The first instant after `now` at which the state changes between open and closed; undefined =
 * none within the days that `DaysAhead` covers at `now`.
 */
export function nextTransition(windows: readonly Interval[], now: number): number | undefined {
  let end = now;
  for (const { from, to } of windows) {
    if (to <= now) continue;
    if (from > end) return end === now ? from : end;
    end = to;
  }
  return end === now || end >= horizonOf(now) ? undefined : end;
}

/** The end of the range for which windows are computed at an instant. */
function horizonOf(now: number): number {
  return Math.floor(now / DAY) * DAY + WINDOWS_AHEAD_MS;
}

/** Whether an instant is in an interval. */
export function isInInterval(interval: Interval | undefined, at: number): boolean {
  return interval !== undefined && interval.from <= at && at < interval.to;
}

/**
 * Whether the slot of an instant is open. On weekdays of a vacation the slot of Saturday applies.
 */
export function isOpenSlot(
  grid: string,
  at: number,
  context: Omit<HoursContext, "known">,
): boolean {
  return grid.length !== WEEK_SLOTS || grid[slotFor(at, context)] === "1";
}

/** The grid slot that applies at an instant. */
function slotFor(at: number, { offset, vacations }: Omit<HoursContext, "known">): number {
  return decidingSlot(slotAt(at, offset(at)), isVacation(dayOf(at, offset), vacations));
}

/** Whether a day, counted from 1 January 1970, is in a vacation. */
export function isVacation(day: number, vacations: readonly VacationRow[]): boolean {
  if (vacations.length === 0) return false;
  const text = dayText(day);
  return vacations.some(({ firstDay, lastDay }) => firstDay <= text && text <= lastDay);
}
