/**
 * Rows of hours, extra time, modes, limits and always-permitted names in box.db; they are loaded
 * completely and written one by one.
 */
import type { ModeDuration } from "../../../../policy/hours/morning.ts";
import type { ExtraKind } from "../../../../policy/hours/extra.ts";
import type {
  CutWhom,
  HouseholdCut,
  Interval,
  Mode,
  TimedCategory,
} from "../../../../policy/model/person_time.ts";
import type { Database, Row, Statement } from "../../../store/database.ts";

/** Extra time with its creation time in Unix milliseconds. */
export interface StoredExtra extends Interval {
  readonly given: number;
}

/** A mode with its intended duration. */
export interface StoredMode extends Interval {
  readonly mode: Mode;
  readonly duration: ModeDuration;
}

/** What the last change of a person's mode ended or replaced, so that Undo can restore it. */
export interface ModeChange {
  /** Who made the change, and when in Unix milliseconds. */
  readonly by: string;
  readonly at: number;
  readonly mode?: StoredMode;
  readonly extra: { readonly bonus?: StoredExtra; readonly grant?: StoredExtra };
}

/** The stored rows of one person. */
export interface PersonHours {
  enabled: boolean;
  /** 672 slots, "" = never set. */
  grid: string;
  readonly extra: { bonus?: StoredExtra; grant?: StoredExtra };
  mode?: StoredMode;
  changed?: ModeChange;
  /** Minutes a day, above 0. */
  readonly limits: Map<TimedCategory, number>;
  /** Extra minutes by day (`YYYY-MM-DD`) and category. */
  readonly more: Map<string, number>;
}

/** A cut of all children or of everyone, and who began it. */
export interface StoredCut extends HouseholdCut {
  readonly by: string;
}

/** All stored rows. */
export interface HoursRows {
  readonly people: ReadonlyMap<number, PersonHours>;
  /** Cuts of all children or of everyone. */
  readonly cuts: readonly StoredCut[];
  /** Names that are always resolved; undefined = none chosen. */
  readonly allow: readonly string[] | undefined;
}

/** Rows of people who no longer exist are ignored. */
export const NO_HOURS: Readonly<PersonHours> = {
  enabled: false,
  grid: "",
  extra: {},
  limits: new Map(),
  more: new Map(),
};

/** The key of the extra minutes of a day. */
export const moreKey = (day: string, category: TimedCategory): string => `${day} ${category}`;

/** Reads all rows. Rejects with DatabaseUnavailableError. */
export async function readHours(db: Database): Promise<HoursRows> {
  const [hours, extra, modes, changes, limits, more, allow, cuts] = await Promise.all([
    db.all("select * from person_hours"),
    db.all("select * from extra_time"),
    db.all("select * from person_modes"),
    db.all("select * from mode_changes"),
    db.all("select * from time_limits where minutes > 0 order by category"),
    db.all("select * from extra_minutes"),
    db.all("select domains from schedule_allow"),
    db.all("select * from household_cuts order by whom"),
  ]);
  const people = new Map<number, PersonHours>();
  const of = ({ person_id }: Row): PersonHours => {
    const id = Number(person_id);
    const found = people.get(id) ?? { ...NO_HOURS, extra: {}, limits: new Map(), more: new Map() };
    people.set(id, found);
    return found;
  };
  for (const row of hours) {
    Object.assign(of(row), { enabled: row.enabled === 1, grid: String(row.grid) });
  }
  for (const row of extra) {
    of(row).extra[row.kind as ExtraKind] = { ...intervalOf(row), given: Number(row.given) };
  }
  for (const row of modes) {
    of(row).mode = {
      ...intervalOf(row),
      mode: row.mode as Mode,
      duration: row.duration as ModeDuration,
    };
  }
  for (const row of changes) {
    of(row).changed = {
      ...JSON.parse(String(row.before)),
      by: String(row.changed_by),
      at: Number(row.changed),
    };
  }
  for (const row of limits) of(row).limits.set(row.category as TimedCategory, Number(row.minutes));
  for (const row of more) {
    of(row).more.set(moreKey(String(row.day), row.category as TimedCategory), Number(row.minutes));
  }
  return {
    people,
    cuts: cuts.map((row) => ({
      ...intervalOf(row),
      whom: row.whom as CutWhom,
      by: String(row.begun_by),
    })),
    allow: allow.length === 0 ? undefined : JSON.parse(String(allow[0].domains)),
  };
}

/** Stores a cut of the household, replacing that of the same people. */
export function keepCut({ whom, from, to, by }: StoredCut): Statement {
  return {
    sql:
      'insert into household_cuts (whom, "from", "to", begun_by) values (?, ?, ?, ?) on conflict (whom) ' +
      'do update set "from" = excluded."from", "to" = excluded."to", begun_by = excluded.begun_by',
    args: [whom, from, to, by],
  };
}

/** Removes a cut of the household. */
export function removeCut(whom: CutWhom): Statement {
  return { sql: "delete from household_cuts where whom = ?", args: [whom] };
}

function intervalOf(row: Row): Interval {
  return { from: Number(row.from), to: Number(row.to) };
}

/** The author of a write, and its time in Unix milliseconds. */
export interface WriteStamp {
  readonly by: string;
  readonly at: number;
}

/** Stores the hours of a person. */
export function keepGrid(
  person: number,
  { enabled, grid }: { readonly enabled: boolean; readonly grid: string },
  { by, at }: WriteStamp,
): Statement {
  return {
    sql:
      "insert into person_hours (person_id, enabled, grid, changed, changed_by) values (?, ?, ?, ?, ?) " +
      "on conflict (person_id) do update set enabled = excluded.enabled, grid = excluded.grid, " +
      "changed = excluded.changed, changed_by = excluded.changed_by",
    args: [person, enabled ? 1 : 0, grid, at, by],
  };
}

/** Stores extra time of a kind, replacing the previous one. */
export function keepExtra(
  person: number,
  kind: ExtraKind,
  { from, to }: Interval,
  { by, at }: WriteStamp,
): Statement {
  return {
    sql:
      'insert into extra_time (person_id, kind, "from", "to", given, given_by) values (?, ?, ?, ?, ?, ?) ' +
      'on conflict (person_id, kind) do update set "from" = excluded."from", "to" = excluded."to", ' +
      "given = excluded.given, given_by = excluded.given_by",
    args: [person, kind, from, to, at, by],
  };
}

/** Removes the extra time of a person, of both kinds or of one. */
export function removeExtra(person: number, kind?: ExtraKind): Statement {
  return kind === undefined
    ? { sql: "delete from extra_time where person_id = ?", args: [person] }
    : { sql: "delete from extra_time where person_id = ? and kind = ?", args: [person, kind] };
}

/** Stores the mode of a person, replacing the previous one. */
export function keepMode(
  person: number,
  { mode, from, to, duration }: StoredMode,
  by: string,
): Statement {
  return {
    sql:
      'insert into person_modes (person_id, mode, "from", "to", duration, begun_by) values (?, ?, ?, ?, ?, ?) ' +
      'on conflict (person_id) do update set mode = excluded.mode, "from" = excluded."from", "to" = excluded."to", ' +
      "duration = excluded.duration, begun_by = excluded.begun_by",
    args: [person, mode, from, to, duration, by],
  };
}

/** Moves the start and the end of a person's mode; its author is unchanged. */
export function moveMode(person: number, { from, to }: Interval): Statement {
  return {
    sql: 'update person_modes set "from" = ?, "to" = ? where person_id = ?',
    args: [from, to, person],
  };
}

/** Moves extra time of a kind, given at Unix milliseconds `given`; its author is unchanged. */
export function moveExtra(
  person: number,
  kind: ExtraKind,
  { from, to, given }: StoredExtra,
): Statement {
  return {
    sql: 'update extra_time set "from" = ?, "to" = ?, given = ? where person_id = ? and kind = ?',
    args: [from, to, given, person, kind],
  };
}

/** Removes the mode of a person. */
export function removeMode(person: number): Statement {
  return { sql: "delete from person_modes where person_id = ?", args: [person] };
}

/** Stores the present state of a person as what Undo restores after a change of the mode. */
export function keepChange(
  person: number,
  { mode, extra }: Pick<PersonHours, "mode" | "extra">,
  { by, at }: WriteStamp,
): Statement {
  return {
    sql: "insert into mode_changes (person_id, before, changed, changed_by) values (?, ?, ?, ?) " +
      "on conflict (person_id) do update set before = excluded.before, changed = excluded.changed, " +
      "changed_by = excluded.changed_by",
    args: [person, JSON.stringify({ mode, extra }), at, by],
  };
}

/** Removes the Undo data of one person or of all people. */
export function removeChange(person?: number): Statement {
  return person === undefined
    ? { sql: "delete from mode_changes" }
    : { sql: "delete from mode_changes where person_id = ?", args: [person] };
}

/** Stores the daily limit of a category in minutes; 0 = no limit. */
export function keepLimit(
  person: number,
  category: TimedCategory,
  minutes: number,
  { by, at }: WriteStamp,
): Statement {
  if (minutes === 0) {
    return {
      sql: "delete from time_limits where person_id = ? and category = ?",
      args: [person, category],
    };
  }
  return {
    sql:
      "insert into time_limits (person_id, category, minutes, changed, changed_by) values (?, ?, ?, ?, ?) " +
      "on conflict (person_id, category) do update set minutes = excluded.minutes, changed = excluded.changed, " +
      "changed_by = excluded.changed_by",
    args: [person, category, minutes, at, by],
  };
}

/** Adds minutes of a category to those of a day. */
export function addMinutes(
  person: number,
  day: string,
  category: TimedCategory,
  minutes: number,
): Statement {
  return {
    sql: "insert into extra_minutes (person_id, day, category, minutes) values (?, ?, ?, ?) " +
      "on conflict (person_id, day, category) do update set minutes = minutes + excluded.minutes",
    args: [person, day, category, minutes],
  };
}

/** Stores the always-permitted names; undefined = back to the proposed ones. */
export function keepAllow(
  domains: readonly string[] | undefined,
  { by, at }: WriteStamp,
): Statement {
  if (domains === undefined) return { sql: "delete from schedule_allow" };
  return {
    sql:
      "insert into schedule_allow (id, domains, changed, changed_by) values (1, ?, ?, ?) on conflict (id) do update set " +
      "domains = excluded.domains, changed = excluded.changed, changed_by = excluded.changed_by",
    args: [JSON.stringify(domains), at, by],
  };
}

/** Removes the extra minutes of all days before this one. */
export function removeMinutesBefore(day: string): Statement {
  return { sql: "delete from extra_minutes where day < ?", args: [day] };
}
