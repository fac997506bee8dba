/**
 * The clients: when each was seen, and its numbers of queries and blocked queries. The counts
 * come from the rankings. A network of many thousands of clients therefore stores the thousand
 * most active per hour and per day.
 */
import type { Database, Statement } from "../../../store/database.ts";
import { DAY, HOUR, type Span } from "./period.ts";
import { type Point, pointsOf } from "./reading.ts";
import type { TopRows } from "./tops.ts";

/** A client in a period. */
export interface SeenClient {
  readonly address: string;
  readonly queries: number;
  readonly blocked: number;
  /** Unix seconds, regardless of the period; 0 = unknown. */
  readonly lastSeen: number;
}

/** One client in a period. */
export interface ClientSummary {
  /** Unix seconds. */
  readonly from: number;
  readonly to: number;
  readonly queries: number;
  readonly blocked: number;
  /** By hours, or by days for longer periods. */
  readonly series: readonly Point[];
}

/** When a client was seen first and last, in Unix seconds. */
type Times = readonly [first: number, last: number];

/** Maximum number of clients pending for a write, and of stored clients: those seen last. */
const MOST_WAITING = 20_000;
const MOST_KEPT = 20_000;
const UPSERT =
  "insert into clients (address, first, last) select value ->> 0, value ->> 1, value ->> 2 from json_each(?) " +
  "where true on conflict do update set first = min(first, excluded.first), last = max(last, excluded.last)";

/** Those seen since the last write. */
export class ClientsSeen {
  #seen = new Map<string, Times>();

  /** Records that a client was seen at a time in Unix seconds. */
  add(address: string, at: number): void {
    const times = this.#seen.get(address);
    if (times === undefined) {
      if (this.#seen.size < MOST_WAITING) this.#seen.set(address, [at, at]);
    } else if (at !== times[1]) {
      this.#seen.set(address, [Math.min(times[0], at), Math.max(times[1], at)]);
    }
  }

  /** Removes and returns all pending entries. */
  take(): ReadonlyMap<string, Times> {
    const seen = this.#seen;
    this.#seen = new Map();
    return seen;
  }

  /** Puts back entries that could not be written. */
  restore(seen: ReadonlyMap<string, Times>): void {
    for (const [address, times] of seen) for (const at of times) this.add(address, at);
  }

  /** The changes that write them. */
  static statements(seen: ReadonlyMap<string, Times>): Statement[] {
    if (seen.size === 0) return [];
    return [{
      sql: UPSERT,
      args: [JSON.stringify([...seen].map(([address, times]) => [address, ...times]))],
    }];
  }
}

/** Deletes clients not seen since a time in Unix seconds, and those beyond the maximum. */
export async function forgetClients(database: Database, since: number): Promise<void> {
  await database.run("delete from clients where last < ?", [since]);
  const beyond = `select address from clients order by last desc limit -1 offset ${MOST_KEPT}`;
  await database.run(`delete from clients where address in (${beyond})`);
}

/** The clients with the most queries. */
export async function readClients(
  database: Database,
  { where, args }: TopRows,
  n: number,
): Promise<SeenClient[]> {
  const sql = "select t.key, t.queries, t.blocked, c.last from (select key, " +
    "sum(iif(kind = 'client', count, 0)) as queries, sum(iif(kind = 'blocked_client', count, 0)) as blocked from tops " +
    `where kind in ('client', 'blocked_client') and ${where} group by key order by queries desc, key limit ?) t ` +
    "left join clients c on c.address = t.key order by t.queries desc, t.key";
  return (await database.all(sql, [...args, n])).map(({ key, queries, blocked, last }) => ({
    address: String(key),
    queries: Number(queries),
    blocked: Number(blocked),
    lastSeen: Number(last ?? 0),
  }));
}

/** One client. */
export async function readClient(
  database: Database,
  address: string,
  span: Span,
  { where, args }: TopRows,
): Promise<ClientSummary> {
  const sql =
    "select step, at, kind, sum(count) as count from tops where kind in ('client', 'blocked_client') and key = ? " +
    `and ${where} group by step, at, kind`;
  // An hour is counted as a whole: the last sixty minutes include only the running one.
  const step = span.step === DAY ? DAY : HOUR;
  const from = span.step === step ? span.from : Math.floor((span.to - 1) / step) * step;
  const counted = (await database.all(sql, [address, ...args])).map(({ at, kind, count }) => ({
    at: Math.floor(Number(at) / step) * step,
    blocked: kind === "blocked_client",
    count: Number(count),
  }));
  const sum = (blocked: boolean) =>
    counted.reduce((all, row) => row.blocked === blocked ? all + row.count : all, 0);
  const series = pointsOf(counted, { from, to: span.to, step });
  return { from: span.from, to: span.to, queries: sum(false), blocked: sum(true), series };
}
