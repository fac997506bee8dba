/**
 * Counts names in a range of the journal: the range is read in pieces, newest first, within a time,
 * and the counted names get their texts at the end.
 */
import type { QueryStatus } from "../../../../resolver/protocol.ts";
import type { Database } from "../../../store/database.ts";
import type { Runtime } from "../../../system/runtime.ts";
import { STATUSES } from "./rows.ts";
import type { Range } from "./search.ts";

/** Bounds of reading. */
export interface PieceBounds {
  /** Milliseconds after which reading ends. */
  readonly budget: number;
  /** Maximum number of distinct names. */
  readonly names: number;
  /** Entry numbers per piece: the database is busy for the duration of a piece. */
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

const TEXTS = "select id, name from names where id in (select value from json_each(?))";
/** Names of a statement that looks for their texts. */
const AT_ONCE = 5000;

/**
 * Reads the pieces of a range until the time is over or `read` returns false for a piece that it
 * did not take. Returns the first entry number that was taken; `now` gives Unix milliseconds.
 */
export async function readPieces(
  range: Range,
  { budget, piece }: PieceBounds,
  now: Runtime["now"],
  read: (piece: Range) => Promise<boolean>,
): Promise<number> {
  const end = now() + budget;
  let to = range.to;
  while (to > range.from) {
    if (to < range.to && now() >= end) break;
    const from = Math.max(range.from, to - piece);
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
    for (const row of await database.all(TEXTS, [JSON.stringify(ids.slice(at, at + AT_ONCE))])) {
      yield [String(row.name), tallies.get(Number(row.id))!];
    }
  }
}
