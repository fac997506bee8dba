/** Deletes the oldest rows of a table of events in short steps, which do not delay other work. */
import type { Database } from "../store/database.ts";
import type { Runtime } from "../system/runtime.ts";

/** Limits of a table. */
export interface RetentionLimits {
  readonly runtime: Runtime;
  readonly days: () => number;
  /** Maximum number of rows. */
  readonly most: number;
  /** A condition of rows that are kept for at least some days, however short the retention is. */
  readonly kept?: { readonly sql: string; readonly days: number };
}

const AT_ONCE = 5000;
const DAY = 86_400_000;

/**
 * Deletes rows older than the retention in days, and the oldest rows beyond the limit. Ages count
 * from the newest row when the clock is ahead of it, so that a clock that jumps into the future
 * deletes nothing.
 */
export async function deleteOld(
  db: Database,
  table: "audit" | "alerts",
  { runtime, days, most, kept }: RetentionLimits,
  signal?: AbortSignal,
): Promise<void> {
  const [newest] = await db.all(
    `select coalesce(max(time), 0) as time, coalesce(max(id), 0) as id from ${table}`,
  );
  const latest = Math.min(runtime.now(), Number(newest.time));
  const args = [latest - days() * DAY, Number(newest.id) - most + 1];
  let where = "(time < ? or id < ?)";
  if (kept !== undefined) {
    where += ` and not (${kept.sql} and time >= ?)`;
    args.push(latest - kept.days * DAY);
  }
  const old = `select id from ${table} where ${where} order by id limit ${AT_ONCE}`;
  for (let changes = AT_ONCE; changes === AT_ONCE && !signal?.aborted;) {
    ({ changes } = await db.run(`delete from ${table} where id in (${old})`, args));
  }
}
