/**
 * Adjusts hours after time has passed or the clock was set: expired rows are removed, rows of
 * another clock are moved.
 */
import { computeModeEnd } from "../../../../policy/hours/morning.ts";
import type { HoursContext } from "../../../../policy/hours/plan.ts";
import type { Statement } from "../../../store/database.ts";
import {
  type HoursRows,
  keepCut,
  moveExtra,
  moveMode,
  type PersonHours,
  removeChange,
  removeCut,
  removeExtra,
  removeMinutesBefore,
  removeMode,
} from "./hours_table.ts";

/** How long Undo can restore what a change of the mode ended, in milliseconds. */
const UNDO_WITHIN = 86_400_000;
/**
 * Tolerance for a clock set back, in milliseconds; smaller steps do not affect rows created
 * before.
 */
const TOLERANCE = 60_000;

interface Moment {
  /** Unix milliseconds. */
  readonly now: number;
  readonly context: HoursContext;
}

/**
 * The statements that remove expired rows and correct rows left in the future by a clock that was
 * set back. The remaining time of these rows is unknown.
 *
 * A cut or homework therefore begins anew with its own length, and never lasts longer. For a
 * parent who cut the Internet, an open connection is worse than one closed for the chosen time
 * again. Extra time is removed, as pauses are: it can be given again.
 */
export function settleStatements(
  { people, cuts }: HoursRows,
  { today, now, context }: Moment & { readonly today: string },
): Statement[] {
  const statements: Statement[] = [];
  for (const cut of cuts) {
    if (cut.to <= now) statements.push(removeCut(cut.whom));
    else if (cut.from > now + TOLERANCE) {
      statements.push(keepCut({ ...cut, from: now, to: now + cut.to - cut.from }));
    }
  }
  for (const [id, person] of people) {
    const { mode, extra, changed } = person;
    if (mode !== undefined && mode.to <= now) statements.push(removeMode(id));
    else if (mode !== undefined && mode.from > now + TOLERANCE) {
      statements.push(begunNow(id, person, { now, context }));
    }
    if (changed !== undefined && Math.abs(now - changed.at) > UNDO_WITHIN) {
      statements.push(removeChange(id));
    }
    for (const kind of ["bonus", "grant"] as const) {
      const each = extra[kind];
      if (each !== undefined && (each.to <= now || each.given > now + TOLERANCE)) {
        statements.push(removeExtra(id, kind));
      }
    }
  }
  if (hasMinutesBefore(people, today)) statements.push(removeMinutesBefore(today));
  return statements;
}

function hasMinutesBefore(people: HoursRows["people"], today: string): boolean {
  for (const { more } of people.values()) {
    for (const key of more.keys()) if (key.slice(0, today.length) < today) return true;
  }
  return false;
}

/**
 * The statements that move rows created while the clock was wrong, from `since` until it was
 * corrected by `by` milliseconds. Rows from before a restart may be later than any time the wrong
 * clock showed; they are correct.
 */
export function shiftStatements(
  { people, cuts }: HoursRows,
  { by, since, now, context }: Moment & { readonly by: number; readonly since: number },
): Statement[] {
  // The Undo data belongs to the previous clock.
  const statements: Statement[] = [removeChange()];
  const isOfIt = (at: number) => at >= since && at <= now - by;
  for (const cut of cuts) {
    if (isOfIt(cut.from)) {
      statements.push(keepCut({ ...cut, from: cut.from + by, to: cut.to + by }));
    }
  }
  for (const [id, { mode, extra, ...person }] of people) {
    if (mode !== undefined && isOfIt(mode.from)) {
      const from = mode.from + by;
      const to = mode.duration === "morning"
        ? computeModeEnd("morning", person, now, context)
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
    to: duration === "morning" ? computeModeEnd(duration, person, now, context) : now + to - from,
  });
}
