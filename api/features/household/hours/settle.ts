/** What becomes of hours when time has passed or the clock was set: rows that ended go, those of another clock are moved. */
import { endOfMode } from "../../../../policy/hours/morning.ts";
import type { HoursContext } from "../../../../policy/hours/plan.ts";
import type { Statement } from "../../../store/database.ts";
import {
  type KeptHours,
  moveExtra,
  moveMode,
  type PersonHours,
  removeExtra,
  removeMinutesBefore,
  removeMode,
} from "./hours_table.ts";

/** A clock may go back by this much, in milliseconds, without a word about what was begun before. */
const TOLERANCE = 60_000;

interface Moment {
  /** Unix milliseconds. */
  readonly now: number;
  readonly context: HoursContext;
}

/**
 * What removes the rows that ended, and puts right those of the future, which a clock that was set back leaves behind. Nobody can
 * say how much of them is left: a cut or homework begins anew with its own length, since a parent who cut the Internet finds an
 * open one worse than one that is closed for as long as they said once more; it never lasts longer than that. Extra time is gone,
 * as pauses are: it can be given again.
 */
export function settled(
  { people }: KeptHours,
  { today, now, context }: Moment & { readonly today: string },
): Statement[] {
  const statements: Statement[] = [];
  for (const [id, person] of people) {
    const { mode, extra } = person;
    if (mode !== undefined && mode.to <= now) statements.push(removeMode(id));
    else if (mode !== undefined && mode.from > now + TOLERANCE) {
      statements.push(begunNow(id, person, { now, context }));
    }
    for (const kind of ["bonus", "grant"] as const) {
      const each = extra[kind];
      if (each !== undefined && (each.to <= now || each.given > now + TOLERANCE)) {
        statements.push(removeExtra(id, kind));
      }
    }
  }
  const isOld = [...people.values()].some(({ more }) =>
    [...more.keys()].some((key) => key.slice(0, today.length) < today)
  );
  return isOld ? [...statements, removeMinutesBefore(today)] : statements;
}

/**
 * What moves the rows that were begun by a clock that was wrong from `since` on, until it was set by `by` milliseconds now. Rows
 * of before a restart may lie later than it ever showed: they are right.
 */
export function shifted(
  { people }: KeptHours,
  { by, since, now, context }: Moment & { readonly by: number; readonly since: number },
): Statement[] {
  const statements: Statement[] = [], isOfIt = (at: number) => at >= since && at <= now - by;
  for (const [id, { mode, extra, ...person }] of people) {
    if (mode !== undefined && isOfIt(mode.from)) {
      const from = mode.from + by;
      const to = mode.duration === "morning"
        ? endOfMode("morning", person, now, context)
        : mode.to + by;
      statements.push(moveMode(id, { from, to }));
    }
    for (const kind of ["bonus", "grant"] as const) {
      const each = extra[kind];
      if (each === undefined || !isOfIt(each.given)) continue;
      const moved = { from: each.from + by, to: each.to + by, given: each.given + by };
      statements.push(moveExtra(id, kind, moved));
    }
  }
  return statements;
}

function begunNow(
  id: number,
  { mode, ...person }: PersonHours,
  { now, context }: Moment,
): Statement {
  const { duration, from, to } = mode!;
  return moveMode(id, {
    from: now,
    to: duration === "morning" ? endOfMode(duration, person, now, context) : now + to - from,
  });
}
