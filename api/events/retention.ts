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
  const before = Math.min(runtime.now(), Number(newest.time)) - days() * DAY;
  const below = Number(newest.id) - most + 1;
  const keeps = kept === undefined ? "" : ` and not (${kept.sql} and time >= ?)`;
  const keptSince = Math.min(runtime.now(), Number(newest.time)) - (kept?.days ?? 0) * DAY;
  const args = [before, below, ...(kept === undefined ? [] : [keptSince])];
  for (let changes = AT_ONCE; changes === AT_ONCE && !signal?.aborted;) {
    const old =
      `select id from ${table} where (time < ? or id < ?)${keeps} order by id limit ${AT_ONCE}`;
    ({ changes } = await db.run(`delete from ${table} where id in (${old})`, args));
  }
}
