/**
 * The names of queries that were not blocked, with their counts. A new list is tried against them
 * to show what it would block; answers of the box itself do not count, because no list affects
 * them. Rows are counted within bounds of time and of distinct names. The result says what was
 * left out.
 */
import type { Database, SqlValue } from "../../../store/database.ts";
import { namedTallies, PASSED_CONDITION, type PieceBounds, readPieces } from "./pieces.ts";
import { exceptCondition, rangeOf } from "./search.ts";
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

/** Three seconds are some two million rows; a piece takes 0.1 to 0.2 s. */
export const PASSED_BOUNDS: PieceBounds = { budget: 3000, names: 100_000, piece: 100_000 };

/** Milliseconds of a quarter of an hour. */
const QUARTER = 900_000;

/** Counts; `now` gives Unix milliseconds. */
export async function passedNames(
  database: Database,
  wanted: PassedNamesQuery,
  now: Runtime["now"],
  bounds: PieceBounds = PASSED_BOUNDS,
): Promise<PassedNames> {
  const range = await rangeOf(database, wanted);
  if (range === undefined) return { names: [], since: Math.floor(now() / 1000), complete: true };
  const statement = countStatement(wanted);
  const tallies = new Map<number, number>();
  let isCut = false;
  const reached = await readPieces(range, bounds, now, async ({ from, to }) => {
    const rows = await database.all(statement.sql, [from, to, ...statement.args]);
    for (const row of rows) {
      const id = Number(row.name);
      const known = tallies.get(id);
      if (known === undefined && tallies.size >= bounds.names) isCut = true;
      else tallies.set(id, (known ?? 0) + Number(row.count));
    }
    return true;
  });
  const oldest = "select min(time) as time from (select time from queries where id >= ? limit 1)";
  const [{ time }] = await database.all(oldest, [reached]);
  const names: PassedName[] = [];
  for await (const [name, count] of namedTallies(database, tallies)) {
    if (name !== "" && name !== ".") names.push({ name, count });
  }
  return {
    names,
    since: Math.max(wanted.since, Math.floor(Number(time ?? 0) / 1000)),
    complete: !isCut && reached === range.from,
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
    `where id >= ? and id < ? and time >= ? and +name > 0 and ${PASSED_CONDITION} ` +
    "and (list is null or list not in (select value from json_each(?))) " +
    "and (rule is null or rule not in (select id from texts where text >= '@@' and text < '@A')) " +
    `${isOnly}${isThen}and ${others.sql} group by +name`;
  return { sql, args: [since * 1000, JSON.stringify(allowLists), ...narrowing, ...others.args] };
}
