/**
 * When somebody is closed, as instants known beforehand (A 3.2, 7.1.1): whoever decides compares the clock with them, and
 * nothing needs to look again before the next one. `closedAt` is the definition, `DaysAhead` the same worked out ahead.
 */
import { dayOf, dayText } from "../model/calendar_day.ts";
import { AHEAD, decidingSlot, SLOT, slotAt, SLOTS } from "../model/hours.ts";
import type { Interval, PersonTime, VacationRow } from "../model/person_time.ts";

/** Why somebody is closed: a cut, or their own hours. */
export type ClosedWhy = "cut" | "hours";

/** A stretch in which somebody is closed, in Unix milliseconds. */
export interface ClosedWindow extends Interval {
  readonly why: ClosedWhy;
}

/** What hours are read with. */
export interface HoursContext {
  /** How far local time is ahead of UTC at an instant, in milliseconds. */
  readonly offset: (unix: number) => number;
  readonly vacations: readonly VacationRow[];
  /** Whether the time of day is known; hours hold back until it is. */
  readonly known: boolean;
}

const DAY = 86_400_000;

/** Why somebody is closed at an instant; undefined = open. An accepted request passes everything, a bonus the hours only. */
export function closedAt(
  time: PersonTime,
  at: number,
  context: HoursContext,
): ClosedWhy | undefined {
  const { enabled, grid, bonus, grant, mode } = time;
  if (holds(grant, at)) return undefined;
  if (mode?.mode === "cut" && holds(mode, at)) return "cut";
  if (!enabled || !context.known || holds(bonus, at)) return undefined;
  return isOpenSlot(grid, at, context) ? undefined : "hours";
}

/**
 * The days ahead of an instant: from its UTC day on for eight days, so that what is worked out at two instants of a day is the
 * same. What the clocks do in them is looked up once for everybody.
 */
export class DaysAhead {
  /** The first instant of these days, and the first behind them, in Unix milliseconds. */
  readonly begin: number;
  readonly end: number;
  readonly #context: HoursContext;
  /** The slot of a grid that holds in each quarter of an hour: every clock of the world changes at one of UTC. */
  readonly #slots: Int16Array;
  /** When grids open and close, by grid: children often have the same. */
  readonly #turns = new Map<string, readonly number[]>();

  constructor(now: number, context: HoursContext) {
    this.end = horizonOf(now);
    this.begin = this.end - AHEAD;
    this.#context = context;
    this.#slots = Int16Array.from(
      { length: AHEAD / SLOT },
      (_, i) => slotFor(this.begin + i * SLOT, context),
    );
  }

  /** The stretches in which somebody is closed, in order; those that touch have different causes. */
  closed(time: PersonTime): ClosedWindow[] {
    const { begin, end } = this, context = this.#context, edges = new Set([begin]);
    for (const each of [time.bonus, time.grant, time.mode]) {
      for (const edge of each === undefined ? [] : [each.from, each.to]) {
        if (edge > begin && edge < end) edges.add(edge);
      }
    }
    if (time.enabled && context.known) {
      for (const turn of this.#turnsOf(time.grid)) edges.add(turn);
    }
    const windows: ClosedWindow[] = [], order = [...edges].sort((a, b) => a - b);
    for (const [place, from] of order.entries()) {
      const why = closedAt(time, from, context),
        to = order[place + 1] ?? end,
        last = windows.at(-1);
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
    const slots = this.#slots, turns: number[] = [];
    for (let i = 1; i < slots.length; i++) {
      if (grid[slots[i]] !== grid[slots[i - 1]]) turns.push(this.begin + i * SLOT);
    }
    return turns;
  }
}

/**
 * The first instant after `now` at which somebody who is open closes, or who is closed opens; undefined = none within the days
 * that `DaysAhead` works out at `now`.
 */
export function nextChange(windows: readonly Interval[], now: number): number | undefined {
  let end = now;
  for (const { from, to } of windows) {
    if (to <= now) continue;
    if (from > end) return end === now ? from : end;
    end = to;
  }
  return end === now || end >= horizonOf(now) ? undefined : end;
}

/** Until when windows are worked out at an instant. */
function horizonOf(now: number): number {
  return Math.floor(now / DAY) * DAY + AHEAD;
}

/** Whether an instant lies in a stretch. */
export function holds(interval: Interval | undefined, at: number): boolean {
  return interval !== undefined && interval.from <= at && at < interval.to;
}

/** Whether the slot of an instant is open; on a weekday of a vacation that of Saturday counts. */
export function isOpenSlot(
  grid: string,
  at: number,
  context: Omit<HoursContext, "known">,
): boolean {
  return grid.length !== SLOTS || grid[slotFor(at, context)] === "1";
}

/** The slot of a grid that holds at an instant. */
function slotFor(at: number, { offset, vacations }: Omit<HoursContext, "known">): number {
  return decidingSlot(slotAt(at, offset(at)), isVacation(dayOf(at, offset), vacations));
}

/** Whether a day, counted from 1 January 1970, lies in a vacation. */
export function isVacation(day: number, vacations: readonly VacationRow[]): boolean {
  if (vacations.length === 0) return false;
  const text = dayText(day);
  return vacations.some(({ firstDay, lastDay }) => firstDay <= text && text <= lastDay);
}
