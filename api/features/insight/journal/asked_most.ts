/** What a client or some devices asked most: counted from the entries, since no counter of each of them and name could be bounded. */
import type { Database, SqlValue } from "../../../store/database.ts";
import { statusCondition } from "./rows.ts";
import { deviceCondition, exceptCondition, rangeOf } from "./search.ts";

/** What is counted. */
export interface AskedMostQuery {
  /** One address, but for what some devices asked there, or any of some devices. */
  readonly by: { readonly client: string; readonly except?: readonly number[] } | {
    readonly devices: readonly number[];
  };
  /** Blocked names alone. */
  readonly blocked: boolean;
  /** Unix seconds, the first included and the last not. */
  readonly since: number;
  readonly until: number;
}

/** The names asked most; those that are left out are not among them. */
export interface AskedMost {
  readonly top: readonly { readonly key: string; readonly count: number }[];
  /** Unix seconds since which was counted: later than asked when the journal is shorter or the period had too many entries. */
  readonly since: number;
}

/** Entries of all clients that are gone through at most, the newest. */
const MOST = 2_000_000;

/** Counts; at most `n` names. */
export async function askedMost(
  database: Database,
  wanted: AskedMostQuery,
  n: number,
): Promise<AskedMost> {
  const range = await rangeOf(database, wanted), by = await askerCondition(database, wanted.by);
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

/** Who asked; undefined = nobody in the journal. */
async function askerCondition(
  database: Database,
  by: AskedMostQuery["by"],
): Promise<{ sql: string; args: readonly SqlValue[] } | undefined> {
  if ("devices" in by) {
    return by.devices.length === 0 ? undefined : deviceCondition(by.devices, false);
  }
  const [client] = await database.all("select id from texts where text = ?", [by.client]);
  const others = exceptCondition(by.except);
  return client && { sql: `q.client = ? and ${others.sql}`, args: [client.id, ...others.args] };
}
