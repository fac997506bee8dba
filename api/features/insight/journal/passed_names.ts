/**
 * The names of queries that were not blocked, with their counts. A new list is tried against them
 * to show what it would block. Rows are counted in pieces, newest first, within bounds of time
 * and of distinct names. The result says what was left out.
 */
import type { Database, SqlValue } from "../../../store/database.ts";
import { exceptCondition, rangeOf } from "./search.ts";
import { STATUSES } from "./rows.ts";
import type { Runtime } from "../../../system/runtime.ts";

/** The parameters of a count. */
export interface PassedNamesQuery {
  /** Unix seconds, the first included. */
  readonly since: number;
  /** Devices that are left out: a list with a single name would reveal whether they queried it. */
  readonly except: readonly number[];
  /** Lists whose names are allowed, regardless of other lists. */
  readonly allowLists: readonly number[];
  /** Devices that alone are counted, 0 = all clients that are no device; absent = all. */
  readonly only?: readonly number[] | undefined;
  /** Quarters of an hour since 1970 that alone are counted; absent = all. */
  readonly quarters?: readonly number[] | undefined;
}

/** A name with its number of queries. */
export interface PassedName {
  readonly name: string;
  readonly count: number;
}

/** The result of the count. */
export interface PassedNames {
  readonly names: readonly PassedName[];
  /**
   * Unix seconds at which counting began. Later than requested where the journal is shorter, or
   * counting took too long.
   */
  readonly since: number;
  /** Whether the period was counted completely. */
  readonly complete: boolean;
}

/** Bounds of counting. */
export interface PassedNamesBounds {
  /** Milliseconds after which counting ends. */
  readonly budget: number;
  /** Distinct names that are counted; later ones are left out. */
  readonly names: number;
  /** Rows per piece: the database is busy for the duration of a piece. */
  readonly piece: number;
}

/** Three seconds are some two million rows; a piece takes 0.1 to 0.2 s. */
export const PASSED_BOUNDS: PassedNamesBounds = { budget: 3000, names: 100_000, piece: 100_000 };

/** Statuses that another list could change; a list does not affect what the box answers itself. */
const PASSED = ["answered", "cached", "stale"].map((status) =>
  STATUSES.indexOf(status as (typeof STATUSES)[number])
);
/** Milliseconds of a quarter of an hour. */
const QUARTER = 900_000;
/** Names of a statement that looks for their texts. */
const AT_ONCE = 5000;

/** Counts; `now` gives Unix milliseconds. */
export async function passedNames(
  database: Database,
  wanted: PassedNamesQuery,
  now: Runtime["now"],
  bounds: PassedNamesBounds = PASSED_BOUNDS,
): Promise<PassedNames> {
  const range = await rangeOf(database, wanted);
  const end = now() + bounds.budget;
  if (range === undefined) return { names: [], since: Math.floor(now() / 1000), complete: true };
  const statement = countStatement(wanted);
  const tallies = new Map<number, number>();
  let complete = true;
  let to = range.to;
  while (to > range.from) {
    if (to < range.to && now() >= end) {
      complete = false;
      break;
    }
    const from = Math.max(range.from, to - bounds.piece);
    const rows = await database.all(statement.sql, [from, to, ...statement.args]);
    for (const row of rows) {
      const id = Number(row.name);
      const known = tallies.get(id);
      if (known === undefined && tallies.size >= bounds.names) {
        complete = false;
        continue;
      }
      tallies.set(id, (known ?? 0) + Number(row.count));
    }
    to = from;
  }
  const oldest = "select min(time) as time from (select time from queries where id >= ? limit 1)";
  const [{ time }] = await database.all(oldest, [to]);
  return {
    names: await named(database, tallies),
    since: Math.max(wanted.since, Math.floor(Number(time ?? 0) / 1000)),
    complete,
  };
}

function countStatement(
  { since, except, allowLists, only, quarters }: PassedNamesQuery,
): { readonly sql: string; readonly args: readonly SqlValue[] } {
  // Names allowed by a rule or a list stay allowed, regardless of a new list; the texts of such
  // rules begin with @@.
  const others = exceptCondition(except);
  const isOnly = only === undefined
    ? ""
    : "and coalesce(q.device, 0) in (select value from json_each(?)) ";
  const isThen = quarters === undefined
    ? ""
    : `and q.time / ${QUARTER} in (select value from json_each(?)) `;
  const narrowing = [only, quarters].flatMap((values) =>
    values === undefined ? [] : [JSON.stringify(values)]
  );
  const sql = "select name, count(*) as count from queries q " +
    `where id >= ? and id < ? and time >= ? and +name > 0 and status in (${PASSED.join(", ")}) ` +
    "and (list is null or list not in (select value from json_each(?))) " +
    "and (rule is null or rule not in (select id from texts where text >= '@@' and text < '@A')) " +
    `${isOnly}${isThen}and ${others.sql} group by +name`;
  return { sql, args: [since * 1000, JSON.stringify(allowLists), ...narrowing, ...others.args] };
}

async function named(
  database: Database,
  tallies: ReadonlyMap<number, number>,
): Promise<PassedName[]> {
  const ids = [...tallies.keys()];
  const names: PassedName[] = [];
  const sql = "select id, name from names where id in (select value from json_each(?))";
  for (let at = 0; at < ids.length; at += AT_ONCE) {
    for (const row of await database.all(sql, [JSON.stringify(ids.slice(at, at + AT_ONCE))])) {
      const name = String(row.name);
      if (name !== "" && name !== ".") names.push({ name, count: tallies.get(Number(row.id))! });
    }
  }
  return names;
}
