/**
 * Counts names in a range of the journal: the range is read in pieces, newest first, within a time,
 * and the counted names get their texts at the end.
 */
import type { QueryStatus } from "../../../../resolver/protocol.ts";
import type { Database, SqlValue } from "../../../store/database.ts";
import type { Runtime } from "../../../system/runtime.ts";
import { STATUSES } from "./rows.ts";
import type { Range } from "./search.ts";

/** Bounds of reading. */
export interface PieceBounds {
  /** Milliseconds after which reading ends. */
  readonly budget: number;
  /** Maximum number of distinct names. */
  readonly names: number;
  /**
   * Entry numbers per piece, or entries if the pieces of a subject are looked up: the database is
   * busy for the duration of a piece.
   */
  readonly piece: number;
}

const PASSED: readonly QueryStatus[] = ["answered", "cached", "stale"];
/**
 * The condition on names that were answered, from the Internet or from the cache: neither blocked
 * nor answered by the box itself.
 */
export const PASSED_CONDITION = `status in (${
  PASSED.map((status) => STATUSES.indexOf(status)).join(", ")
})`;

const TEXTS = "select json_group_array(json_array(id, name)) as found from names " +
  "where id in (select value from json_each(?))";
/** Names of a statement that looks for their texts. */
const AT_ONCE = 5000;

/**
 * Reads the pieces of a range until the time is over or `read` returns false for a piece that it
 * did not take. Returns the first entry number that was taken; `now` gives Unix milliseconds.
 * `startOf` gives the first entry number of the piece before another.
 */
export async function readPieces(
  range: Range,
  { budget, piece }: PieceBounds,
  now: Runtime["now"],
  read: (piece: Range) => Promise<boolean>,
  startOf: (to: number) => Promise<number> | number = (to) => to - piece,
): Promise<number> {
  const end = now() + budget;
  let to = range.to;
  while (to > range.from) {
    if (to < range.to && now() >= end) break;
    const from = Math.max(range.from, await startOf(to));
    if (!await read({ from, to })) break;
    to = from;
  }
  return to;
}

/** The texts of names, each with what was counted. */
export async function* namedTallies<T>(
  database: Database,
  tallies: ReadonlyMap<number, T>,
): AsyncGenerator<readonly [name: string, tally: T]> {
  const ids = [...tallies.keys()];
  for (let at = 0; at < ids.length; at += AT_ONCE) {
    const texts = await allInOne<readonly [id: number, name: string]>(database, TEXTS, [
      JSON.stringify(ids.slice(at, at + AT_ONCE)),
    ]);
    for (const [id, name] of texts) yield [name, tallies.get(id)!];
  }
}

/**
 * The rows that a statement collects into one JSON text, its column `found`. Thousands of rows
 * cost far less as one text than as many rows, both to read and to pass to another thread.
 */
export async function allInOne<T>(
  database: Pick<Database, "all">,
  sql: string,
  args: readonly SqlValue[],
): Promise<readonly T[]> {
  const [{ found }] = await database.all(sql, args);
  return JSON.parse(String(found));
}
