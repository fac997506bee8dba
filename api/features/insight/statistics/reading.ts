/** Reads the counters: a period as a whole, and step by step. */
import type { Database } from "../../../store/database.ts";
import type { Span, Step } from "./period.ts";

/**
 * The dimensions of counting. Those of the resolver's counters are exact. `list`, `category`,
 * `service`, `upstream` and `duration` (keys `sum`, microseconds, and `count`) come from the
 * observations, which are reduced during a flood.
 */
export type Dimension =
  | "total"
  | "status"
  | "transport"
  | "type"
  | "rcode"
  | "reason"
  | "list"
  | "category"
  | "service"
  | "upstream"
  | "duration";

/** Counts of a period: by dimension and key. */
export interface Summary {
  /** Unix seconds. */
  readonly from: number;
  readonly to: number;
  readonly queries: number;
  readonly blocked: number;
  /** Microseconds, 0 = no queries. */
  readonly averageDuration: number;
  readonly counts: Readonly<Record<Dimension, Readonly<Record<string, number>>>>;
}

/** One step of a series: its start in Unix seconds. */
export interface Point {
  readonly at: number;
  readonly queries: number;
  readonly blocked: number;
}

const MOST_POINTS = 1500;

/** The counts of a span. */
export async function readSummary(database: Database, { from, to, step }: Span): Promise<Summary> {
  const sql =
    "select dimension, key, sum(count) as count from counters where step = ? and at >= ? and at < ? " +
    "group by dimension, key order by count desc";
  const counts: Record<Dimension, Record<string, number>> = {
    total: {},
    status: {},
    transport: {},
    type: {},
    rcode: {},
    reason: {},
    list: {},
    category: {},
    service: {},
    upstream: {},
    duration: {},
  };
  for (const { dimension, key, count } of await database.all(sql, [step, from, to])) {
    if (Object.hasOwn(counts, String(dimension))) {
      counts[dimension as Dimension][String(key)] = Number(count);
    }
  }
  const queries = counts.total.queries ?? 0;
  const { sum = 0, count = 0 } = counts.duration;
  const averageDuration = count === 0 ? 0 : Math.round(sum / count);
  return { from, to, queries, blocked: counts.status.blocked ?? 0, averageDuration, counts };
}

/**
 * The series of a span, by its own steps or others; includes steps without queries, at most
 * 1,500, the newest.
 */
export async function readSeries(
  database: Database,
  span: Span,
  by: Step = span.step,
): Promise<Point[]> {
  const first = Math.max(
    Math.floor(span.from / by) * by,
    Math.ceil(span.to / by) * by - MOST_POINTS * by,
  );
  const sql = "select at, key, count from counters where step = ? and at >= ? and at < ? and " +
    "((dimension = 'total' and key = 'queries') or (dimension = 'status' and key = 'blocked'))";
  const rows = await database.all(sql, [by, first, span.to]);
  return pointsOf(
    rows.map(({ at, key, count }) => ({
      at: Number(at),
      blocked: key === "blocked",
      count: Number(count),
    })),
    { from: first, to: span.to, step: by },
  );
}

/** Every step of a span with its counts. */
export function pointsOf(
  counted: readonly { readonly at: number; readonly blocked: boolean; readonly count: number }[],
  { from, to, step }: Span,
): Point[] {
  const found = new Map<number, { queries: number; blocked: number }>();
  for (const { at, blocked, count } of counted) {
    const point = found.get(at) ?? { queries: 0, blocked: 0 };
    point[blocked ? "blocked" : "queries"] += count;
    found.set(at, point);
  }
  const points: Point[] = [];
  for (let at = from; at < to; at += step) {
    points.push({ at, ...found.get(at) ?? { queries: 0, blocked: 0 } });
  }
  return points;
}
