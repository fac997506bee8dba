/** Rankings in stats.db: counted by hour; days are computed from the hours. */
import type { Database, Statement } from "../../../store/database.ts";
import { DAY, HOUR, MINUTE, type Span, type Step } from "./period.ts";
import { type RankedKey, Ranking } from "./ranking.ts";

/** The kinds of rankings. */
export type TopKind = "name" | "blocked" | "client" | "blocked_client" | "upstream";

/** Every kind of ranking. */
export const KINDS: readonly TopKind[] = [
  "name",
  "blocked",
  "client",
  "blocked_client",
  "upstream",
];

/**
 * Keys stored per hour and per day. A day stores as many clients as an hour, because each client
 * can be viewed on its own.
 */
const HOUR_KEYS = 1000;
const DAY_KEYS = 200;
/** Days for which rankings by hour are stored. */
export const HOUR_TOPS_KEPT = 8;
const INSERT =
  "insert into tops (step, at, kind, key, count, error) select ?, ?, value ->> 0, value ->> 1, value ->> 2, " +
  "value ->> 3 from json_each(?)";

/** Empty rankings of each kind. */
export function newRankings(): Record<TopKind, Ranking> {
  const ranking = () => new Ranking(HOUR_KEYS);
  return {
    name: ranking(),
    blocked: ranking(),
    client: ranking(),
    blocked_client: ranking(),
    upstream: ranking(),
  };
}

/** The changes that write the rankings of an hour in place of those written before. */
export function topStatements(
  hour: number,
  rankings: Readonly<Record<TopKind, Ranking>>,
): Statement[] {
  const rows = KINDS.flatMap((kind) =>
    rankings[kind].top().map(({ key, count, error }) => [kind, key, count, error])
  );
  return [
    { sql: "delete from tops where step = ? and at = ?", args: [HOUR, hour] },
    { sql: INSERT, args: [HOUR, hour, JSON.stringify(rows)] },
  ];
}

/** The rankings of an hour as they were written. */
export async function loadTops(
  database: Database,
  hour: number,
): Promise<Record<TopKind, RankedKey[]>> {
  const kept: Record<TopKind, RankedKey[]> = {
    name: [],
    blocked: [],
    client: [],
    blocked_client: [],
    upstream: [],
  };
  const sql = "select kind, key, count, error from tops where step = ? and at = ?";
  for (const { kind, key, count, error } of await database.all(sql, [HOUR, hour])) {
    if (Object.hasOwn(kept, String(kind))) {
      kept[kind as TopKind].push({ key: String(key), count: Number(count), error: Number(error) });
    }
  }
  return kept;
}

/** Days that have hours but no ranking yet, because the box was off or its clock was wrong. */
export async function unrankedDays(database: Database): Promise<number[]> {
  const sql = "select distinct at / 86400 * 86400 as day from tops where step = ? and day not in " +
    "(select at from tops where step = ?)";
  return (await database.all(sql, [HOUR, DAY])).map(({ day }) => Number(day));
}

/** Ranks a day from its hours; a day whose hours were deleted keeps its ranking. */
export async function rankDay(database: Database, day: number): Promise<void> {
  const hours = [HOUR, day, day + DAY];
  const some = await database.all(
    "select 1 from tops where step = ? and at >= ? and at < ? limit 1",
    hours,
  );
  if (some.length === 0) return;
  const sql =
    "insert into tops (step, at, kind, key, count, error) select ?, ?, kind, key, count, error from (" +
    "select kind, key, sum(count) as count, sum(error) as error, " +
    "row_number() over (partition by kind order by sum(count) desc, key) as place " +
    "from tops where step = ? and at >= ? and at < ? group by kind, key) " +
    "where place <= iif(kind in ('client', 'blocked_client'), ?, ?)";
  await database.batch([
    { sql: "delete from tops where step = ? and at = ?", args: [DAY, day] },
    { sql, args: [DAY, day, ...hours, HOUR_KEYS, DAY_KEYS] },
  ]);
}

/** Which rankings make up a span, as a condition. */
export interface TopRows {
  readonly where: string;
  readonly args: readonly string[];
}

/**
 * Each ranking is found by its step and time, so those of other kinds are not read: the rows of a
 * range of times would be those of all kinds.
 */
const OF_STEPS = "(step, at) in (select value ->> 0, value ->> 1 from json_each(?))";

/**
 * The rankings of a span. A span shorter than an hour is read by the hour, unfinished days from
 * their hours, and deleted hours (before `oldest`) from their days.
 */
export function rowsOf({ from, to, step }: Span, oldest: number): TopRows {
  const today = Math.floor((to - 1) / DAY) * DAY;
  const rows = (steps: readonly (readonly [Step, number])[]): TopRows => ({
    where: OF_STEPS,
    args: [JSON.stringify(steps)],
  });
  if (to <= oldest) return rows(stepsOf(DAY, Math.floor(from / DAY) * DAY, to));
  if (step === DAY) return rows([...stepsOf(DAY, from, today), ...stepsOf(HOUR, today, to)]);
  return rows(stepsOf(HOUR, step === MINUTE ? Math.floor((to - 1) / HOUR) * HOUR : from, to));
}

/** The steps that begin in a span. */
function stepsOf(step: Step, from: number, to: number): (readonly [Step, number])[] {
  return Array.from({ length: Math.ceil((to - from) / step) }, (_, i) => [step, from + i * step]);
}

/** The keys of a kind seen most in a span. */
export async function readTop(
  database: Database,
  kind: TopKind,
  { where, args }: TopRows,
  n: number,
): Promise<{ key: string; count: number }[]> {
  const sql = `select key, sum(count) as count from tops where kind = ? and ${where} ` +
    "group by key order by count desc, key limit ?";
  const rows = await database.all(sql, [kind, ...args, n]);
  return rows.map(({ key, count }) => ({ key: String(key), count: Number(count) }));
}
