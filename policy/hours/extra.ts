/** Extra time (A 2.2, 3.2): when it begins and ends, of the two kinds that there are. */
import { LIMITS } from "../limits.ts";
import { SLOT } from "../model/hours.ts";
import type { Interval, PersonTime } from "../model/person_time.ts";
import { closedAt, type HoursContext } from "./plan.ts";

/** `bonus` opens the person's own closing, `grant` (an accepted request for Internet) a cut too. */
export type ExtraKind = "bonus" | "grant";

/** Why there can be no extra time: nothing closes soon enough, or it would end too far ahead. */
export type ExtraRefusal = "nothing" | "far";

const MINUTE = 60_000;
/** How far ahead extra time may go, in milliseconds. */
export const EXTRA_AHEAD: number = LIMITS.hours.extraAheadHours * 3_600_000;

/**
 * The extra time once minutes are added: from now on for who is closed, else from the next closing; what is still running or to
 * come is lengthened. A bonus counts the person's own hours only, and neither kind is spent while the other one opens.
 */
export function extraTime(
  kind: ExtraKind,
  minutes: number,
  time: PersonTime,
  now: number,
  context: HoursContext,
): Interval | ExtraRefusal {
  const closing = nextClosing(kind, time, now, context), held = time[kind];
  if (closing === undefined) return "nothing";
  const goesOn = held !== undefined && held.from <= closing && held.to > closing;
  // What was to come later than anything closes now, because hours were changed meanwhile, is not lost.
  const unspent = held !== undefined && held.from > closing ? held.to - held.from : 0;
  const begin = goesOn ? held.to : closing, length = minutes * MINUTE + unspent;
  const to = begin + length + openedMeanwhile(kind, time, begin, length);
  return to > now + EXTRA_AHEAD ? "far" : { from: goesOn ? held.from : closing, to };
}

/** For how long the other kind opens anyhow, from `begin` on. */
function openedMeanwhile(kind: ExtraKind, time: PersonTime, begin: number, length: number): number {
  const other = kind === "bonus" ? time.grant : time.mode?.mode === "cut" ? undefined : time.bonus;
  if (other === undefined || other.to <= begin || other.from >= begin + length) return 0;
  return other.to - Math.max(other.from, begin);
}

/**
 * The first instant from `now` on, within twelve hours, at which the person is closed but for extra time of this kind; undefined
 * = extra time would open nothing.
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
  for (let at = Math.floor(now / SLOT) * SLOT + SLOT; at < now + EXTRA_AHEAD; at += SLOT) {
    edges.push(at);
  }
  const order = edges.filter((at) => at > now && at < now + EXTRA_AHEAD).sort((a, b) => a - b);
  return [now, ...order].find((at) => closedAt(time, at, context) !== undefined);
}
