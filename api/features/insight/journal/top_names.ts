/**
 * The names that a client or some devices queried most. They are counted from the entries,
 * because counters per client and name could not be bounded.
 */
import type { Database, SqlValue } from "../../../store/database.ts";
import { statusCondition } from "./rows.ts";
import { deviceCondition, exceptCondition, rangeOf } from "./search.ts";

/** The parameters of a count. */
export interface TopNamesQuery {
  /** One address without the queries of some devices there, or any address of some devices. */
  readonly by: { readonly client: string; readonly except?: readonly number[] } | {
    readonly devices: readonly number[];
  };
  /** Only blocked names. */
  readonly blocked: boolean;
  /** Unix seconds; the first is inclusive, the last exclusive. */
  readonly since: number;
  readonly until: number;
}

/** The most queried names, without those that are left out. */
export interface TopName {
  readonly top: readonly { readonly key: string; readonly count: number }[];
  /**
   * Unix seconds at which counting began. Later than requested when the journal is shorter or the
   * period had too many entries.
   */
  readonly since: number;
}

/** Maximum number of entries read, over all clients; the newest are read. */
const MOST = 2_000_000;

/** Counts; at most `n` names. */
export async function readTopNames(
  database: Database,
  wanted: TopNamesQuery,
  n: number,
): Promise<TopName> {
  const range = await rangeOf(database, wanted);
  const by = await askerCondition(database, wanted.by);
  if (range === undefined || by === undefined) return { top: [], since: wanted.since };
  const from = Math.max(range.from, range.to - MOST);
  const counted =
    `select name, count(*) as count from queries q where id >= ? and id < ? and ${by.sql} ` +
    `and time >= ? and time < ?${
      wanted.blocked ? ` and ${statusCondition("blocked")}` : ""
    } group by +name`;
  const args = [from, range.to, ...by.args, wanted.since * 1000, wanted.until * 1000];
  const sql = `select n.name as key, t.count from (${counted}) t join names n on n.id = t.name ` +
    "order by t.count desc, n.name limit ?";
  const rows = await database.all(sql, [...args, n]);
  const oldest = "select min(time) as time from (select time from queries where id >= ? limit 1)";
  const [{ time }] = await database.all(oldest, [from]);
  return {
    top: rows.map(({ key, count }) => ({ key: String(key), count: Number(count) })),
    since: Math.max(wanted.since, Math.floor(Number(time ?? 0) / 1000)),
  };
}

/** The condition on the client; undefined = no such client in the journal. */
async function askerCondition(
  database: Database,
  by: TopNamesQuery["by"],
): Promise<{ sql: string; args: readonly SqlValue[] } | undefined> {
  if ("devices" in by) {
    return by.devices.length === 0 ? undefined : deviceCondition(by.devices, false);
  }
  const [client] = await database.all("select id from texts where text = ?", [by.client]);
  const others = exceptCondition(by.except);
  return client && { sql: `q.client = ? and ${others.sql}`, args: [client.id, ...others.args] };
}
