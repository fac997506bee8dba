/** What one client asked most: counted from the entries of the journal, since no counter of each client and name could be bounded. */
import type { Database } from "../../../store/database.ts";
import { statusCondition } from "./rows.ts";
import { rangeOf } from "./search.ts";

/** What is counted. */
export interface ClientTopQuery {
  readonly client: string;
  /** Blocked names alone. */
  readonly blocked: boolean;
  /** Unix seconds, the first included and the last not. */
  readonly since: number;
  readonly until: number;
}

/** The names asked most. */
export interface ClientTop {
  readonly top: readonly { readonly key: string; readonly count: number }[];
  /** Unix seconds since which was counted: later than asked when the journal is shorter or the period had too many entries. */
  readonly since: number;
}

/** Entries of all clients that are gone through at most, the newest. */
const MOST = 2_000_000;

/** Counts; at most `n` names. */
export async function clientTop(database: Database, wanted: ClientTopQuery, n: number): Promise<ClientTop> {
  const range = await rangeOf(database, wanted);
  const [client] = await database.all("select id from texts where text = ?", [wanted.client]);
  if (range === undefined || client === undefined) return { top: [], since: wanted.since };
  const from = Math.max(range.from, range.to - MOST);
  const counted = "select name, count(*) as count from queries q where id >= ? and id < ? and client = ? " +
    `and time >= ? and time < ?${wanted.blocked ? ` and ${statusCondition("blocked")}` : ""} group by +name`;
  const args = [from, range.to, client.id, wanted.since * 1000, wanted.until * 1000];
  const sql = `select n.name as key, t.count from (${counted}) t join names n on n.id = t.name ` +
    "order by t.count desc, n.name limit ?";
  const rows = await database.all(sql, [...args, n]);
  const [{ time }] = await database.all(
    "select min(time) as time from (select time from queries where id >= ? limit 1)",
    [
      from,
    ],
  );
  return {
    top: rows.map(({ key, count }) => ({ key: String(key), count: Number(count) })),
    since: Math.max(wanted.since, Math.floor(Number(time ?? 0) / 1000)),
  };
}
