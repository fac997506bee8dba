/** The two kinds of extra time (A 2.2, 3.2): when they begin and end. */
import { LIMITS } from "../limits.ts";
import { SLOT_MS } from "../model/hours.ts";
import type { Interval, PersonTime } from "../model/person_time.ts";
import { closedAt, type HoursContext, isInInterval } from "./plan.ts";

/** `bonus` lifts the person's own hours, `grant` (an accepted request for Internet) a cut too. */
export type ExtraKind = "bonus" | "grant";

/** Why extra time is refused: nothing closes soon enough, or it would end too far ahead. */
export type ExtraRefusal = "nothing" | "far";

const MINUTE = 60_000;
/** Maximum distance of extra time from now, in milliseconds. */
export const EXTRA_AHEAD: number = LIMITS.hours.extraAheadHours * 3_600_000;

/**
 * Adds minutes and returns the resulting extra time. It starts now for a person who is closed,
 * otherwise at the next closing. Extra time that is running or pending is extended. A bonus
 * considers the person's own hours only.
 *
 * Minutes are spent only while their kind lifts something: not while the other kind does. Those of
 * a bonus are not spent during a cut, which a bonus does not lift (A 3.2). A bonus given during a
 * cut therefore begins at the first closing after its end. It is refused as too far ahead if that
 * exceeds the twelve hours of A 8.
 */
export function extraTime(
  kind: ExtraKind,
  minutes: number,
  time: PersonTime,
  now: number,
  context: HoursContext,
): Interval | ExtraRefusal {
  const closing = nextClosing(kind, time, now, context);
  if (closing === undefined) return "nothing";

  const held = time[kind];
  const goesOn = held !== undefined && held.from <= closing && held.to > closing;
  // Pending extra time that begins after the next closing, because hours were changed meanwhile, is
  // kept.
  const waiting = held !== undefined && held.from > closing ? unspent(kind, time, now) : 0;
  const begin = goesOn ? held.to : closing;
  const to = endOf(begin, minutes * MINUTE + waiting, idle(kind, time));

  if (to > now + EXTRA_AHEAD) return "far";
  return { from: goesOn ? held.from : closing, to };
}

/**
 * The bonus of a person whose cut ends early; `time` is the state during the cut. Its unspent
 * minutes begin at the next closing, which may be now. That is never later than before, so the
 * twelve hours of A 8 are not exceeded.
 */
export function bonusAfterCut(
  time: PersonTime,
  now: number,
  context: HoursContext,
): Interval | undefined {
  const { mode: _, ...after } = time;
  const left = unspent("bonus", time, now);
  const begin = nextClosing("bonus", after, now, context);
  if (left === 0 || begin === undefined) return time.bonus;
  return { from: begin, to: endOf(begin, left, idle("bonus", after)) };
}

/** The intervals in which minutes of a kind are not spent, ordered by start. */
function idle(kind: ExtraKind, { mode, bonus, grant }: PersonTime): Interval[] {
  const cut = mode?.mode === "cut" ? mode : undefined;
  const stretches = kind === "bonus" ? [cut, grant] : outside(bonus, cut);
  return stretches.filter((each) => each !== undefined).sort((a, b) => a.from - b.from);
}

/** The parts of an interval before and after another one. */
function outside(stretch: Interval | undefined, other: Interval | undefined): Interval[] {
  if (stretch === undefined) return [];
  if (other === undefined) return [stretch];
  const before = { from: stretch.from, to: Math.min(stretch.to, other.from) };
  const after = { from: Math.max(stretch.from, other.to), to: stretch.to };
  return [before, after].filter(({ from, to }) => from < to);
}

/** The instant at which this many milliseconds are spent, counted from `begin`. */
function endOf(begin: number, length: number, idle: readonly Interval[]): number {
  let at = begin;
  let left = length;
  for (const { from, to } of idle) {
    if (to <= at) continue;
    const spent = Math.max(0, from - at);
    if (spent >= left) break;
    left -= spent;
    at = to;
  }
  return at + left;
}

/** The milliseconds of extra time not spent yet. */
function unspent(kind: ExtraKind, time: PersonTime, now: number): number {
  const held = time[kind];
  if (held === undefined) return 0;
  let at = Math.max(now, held.from);
  let left = 0;
  for (const { from, to } of idle(kind, time)) {
    if (to <= at) continue;
    left += Math.max(0, Math.min(from, held.to) - at);
    at = to;
  }
  return left + Math.max(0, held.to - at);
}

/**
 * The first instant from `now` on, within twelve hours, at which the person is closed without extra
 * time of this kind, and that kind would lift it; undefined = extra time would have no effect.
 */
export function nextClosing(
  kind: ExtraKind,
  { mode, bonus, grant, ...own }: PersonTime,
  now: number,
  context: HoursContext,
): number | undefined {
  const time: PersonTime = kind === "bonus"
    ? { ...own, ...(grant && { grant }) }
    : { ...own, ...(bonus && { bonus }), ...(mode && { mode }) };
  const edges = [mode, bonus, grant].flatMap((each) =>
    each === undefined ? [] : [each.from, each.to]
  );
  for (
    let at = Math.floor(now / SLOT_MS) * SLOT_MS + SLOT_MS;
    at < now + EXTRA_AHEAD;
    at += SLOT_MS
  ) {
    edges.push(at);
  }
  const order = edges.filter((at) => at > now && at < now + EXTRA_AHEAD).sort((a, b) => a - b);
  const isCut = (at: number) => kind === "bonus" && mode?.mode === "cut" && isInInterval(mode, at);
  return [now, ...order].find((at) => !isCut(at) && closedAt(time, at, context) !== undefined);
}
