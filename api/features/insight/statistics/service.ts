/**
 * Statistics: exact counters by minute, hour and day, and rankings by hour and day, in stats.db. They stay when the journal
 * goes (A 7.11), and lose nothing while the database cannot be used: what is not written yet waits in bounded memory.
 */
import { type Database, DatabaseUnavailable } from "../../../store/database.ts";
import type { Observation } from "../../../../resolver/protocol.ts";
import { BelievedTime } from "../believed_time.ts";
import { Pending } from "./pending.ts";
import { DAY, HOUR, MINUTE, type Period, spanOf, type Step } from "./period.ts";
import { Ranking } from "./ranking.ts";
import type { TopKind } from "./tops.ts";
import * as tops from "./tops.ts";

export type { Period, Step } from "./period.ts";
export type { TopKind } from "./tops.ts";

/** Counters of the resolver since it started, each question in them (resolver/journal_reader.ts). */
export interface ResolverTotals {
  readonly queries: number;
  readonly byStatus: Readonly<Record<string, number>>;
  readonly byTransport: Readonly<Record<string, number>>;
  /** "" = nothing decided against the question; it is not counted here. */
  readonly byReason: Readonly<Record<string, number>>;
  readonly byRcode: Readonly<Record<string, number>>;
  readonly byType: Readonly<Record<string, number>>;
}

/**
 * What questions are counted by. Those of the resolver's counters are exact; `list`, `upstream` and `duration` (keys `sum`,
 * microseconds, and `count`) come from the observations, which a flood makes fewer (DESIGN 7).
 */
export type Dimension =
  | "total"
  | "status"
  | "transport"
  | "type"
  | "rcode"
  | "reason"
  | "list"
  | "upstream"
  | "duration";

/** What the statistics need of whoever composes. */
export interface StatisticsContext {
  /** stats.db. */
  readonly database: Database;
  /** Unix milliseconds. */
  readonly now: () => number;
  readonly tell: (level: "info" | "warn" | "error", text: string) => void;
  /** Runs something after some milliseconds; the function given back calls it off. */
  readonly after: (ms: number, run: () => void) => () => void;
  readonly settings: () => { readonly statistics_days: number };
}

/** Counts of a period: by dimension and key. */
export interface Summary {
  /** Unix seconds. */
  readonly from: number;
  readonly to: number;
  readonly queries: number;
  readonly blocked: number;
  /** Microseconds, 0 = no questions. */
  readonly averageDuration: number;
  readonly counts: Readonly<Record<Dimension, Readonly<Record<string, number>>>>;
}

/** One step of a series: its start in Unix seconds. */
export interface Point {
  readonly at: number;
  readonly queries: number;
  readonly blocked: number;
}

const FLUSH_MS = 10_000, MOST_POINTS = 1500;
/** How long the finer counters stay, in days; days stay as long as the setting says. */
const MINUTES_KEPT = 2, HOURS_KEPT = 32, HOUR_TOPS_KEPT = 8;
const UPSERT = "insert into counters (step, at, dimension, key, count) " +
  "select s.value, (r.value ->> 0) / s.value * s.value, r.value ->> 1, r.value ->> 2, sum(r.value ->> 3) " +
  "from json_each(?) r, (select 60 as value union all select 3600 union all select 86400) s where true " +
  "group by 1, 2, 3, 4 on conflict do update set count = count + excluded.count";

/** The statistics. They never throw at those who count. */
export class Statistics {
  readonly #context: StatisticsContext;
  readonly #pending = new Pending();
  readonly #believed = new BelievedTime();
  readonly #totals = new Map<number, ReadonlyMap<string, number>>();
  #rankings: Record<TopKind, Ranking> = tops.newRankings();
  #hour = -1;
  #cancelTimer: (() => void) | undefined;
  #writing: Promise<void> = Promise.resolve();

  constructor(context: StatisticsContext) {
    this.#context = context;
  }

  /** Ranks a batch of observations and counts what only they know. */
  observe(batch: readonly Observation[]): void {
    for (const seen of batch) {
      const at = Math.floor(seen.time / 1000);
      this.#pending.add(at, "duration", "sum", seen.duration);
      this.#pending.add(at, "duration", "count", 1);
      if (seen.status === "blocked" && seen.list >= 0) this.#pending.add(at, "list", String(seen.list), 1);
      if (seen.upstream !== "") this.#pending.add(at, "upstream", seen.upstream, 1);
      this.#rank(seen);
    }
    this.#arm();
  }

  /** Takes the counters of a worker as they stand, about once a second; what they grew by is counted now. */
  count(totals: ResolverTotals, worker = 0): void {
    const at = Math.floor(this.#context.now() / 1000);
    const before = this.#totals.get(worker) ?? new Map<string, number>(), after = new Map<string, number>();
    const grow = (dimension: Dimension, key: string, count: number) => {
      const id = `${dimension} ${key}`, last = before.get(id) ?? 0;
      after.set(id, count);
      // Fewer than before: the counters began anew.
      const grown = count >= last ? count - last : count;
      if (grown > 0) this.#pending.add(at, dimension, key, grown);
    };
    grow("total", "queries", totals.queries);
    for (const [key, count] of Object.entries(totals.byStatus)) grow("status", key, count);
    for (const [key, count] of Object.entries(totals.byTransport)) grow("transport", key, count);
    for (const [key, count] of Object.entries(totals.byType)) grow("type", key, count);
    for (const [key, count] of Object.entries(totals.byRcode)) grow("rcode", key, count);
    for (const [key, count] of Object.entries(totals.byReason)) if (key !== "") grow("reason", key, count);
    this.#totals.set(worker, after);
    if (totals.queries !== before.get("total queries")) this.#arm();
  }

  /** Writes what waits; what cannot be written waits on. */
  async flush(): Promise<void> {
    this.#cancelTimer?.();
    this.#cancelTimer = undefined;
    await (this.#writing = this.#writing.then(() => this.#write()));
  }

  /** Counts of a period. */
  async summary(period: Period): Promise<Summary> {
    await this.flush();
    const { from, to, step } = spanOf(period, this.#context.now() / 1000);
    const sql = "select dimension, key, sum(count) as count from counters where step = ? and at >= ? and at < ? " +
      "group by dimension, key order by count desc";
    const counts: Record<Dimension, Record<string, number>> = {
      total: {},
      status: {},
      transport: {},
      type: {},
      rcode: {},
      reason: {},
      list: {},
      upstream: {},
      duration: {},
    };
    for (const { dimension, key, count } of await this.#context.database.all(sql, [step, from, to])) {
      if (Object.hasOwn(counts, String(dimension))) counts[dimension as Dimension][String(key)] = Number(count);
    }
    const queries = counts.total.queries ?? 0;
    const { sum = 0, count = 0 } = counts.duration;
    const averageDuration = count === 0 ? 0 : Math.round(sum / count);
    return { from, to, queries, blocked: counts.status.blocked ?? 0, averageDuration, counts };
  }

  /** Questions and blocks step by step, steps without any included; at most 1,500, the newest. */
  async series(period: Period, step?: Step): Promise<Point[]> {
    await this.flush();
    const span = spanOf(period, this.#context.now() / 1000);
    const by = step ?? span.step;
    const first = Math.max(Math.floor(span.from / by) * by, Math.ceil(span.to / by) * by - MOST_POINTS * by);
    const sql = "select at, key, count from counters where step = ? and at >= ? and at < ? and " +
      "((dimension = 'total' and key = 'queries') or (dimension = 'status' and key = 'blocked'))";
    const found = new Map<number, { queries: number; blocked: number }>();
    for (const { at, key, count } of await this.#context.database.all(sql, [by, first, span.to])) {
      const point = found.get(Number(at)) ?? { queries: 0, blocked: 0 };
      point[key === "blocked" ? "blocked" : "queries"] = Number(count);
      found.set(Number(at), point);
    }
    const points: Point[] = [];
    for (let at = first; at < span.to; at += by) points.push({ at, ...(found.get(at) ?? { queries: 0, blocked: 0 }) });
    return points;
  }

  /** The names, blocked names, clients or upstreams seen most in a period, at most 200. */
  async top(kind: TopKind, period: Period, n = 10): Promise<{ key: string; count: number }[]> {
    await this.flush();
    const span = spanOf(period, this.#context.now() / 1000);
    return await tops.readTop(this.#context.database, kind, span, Math.max(1, Math.min(200, Math.trunc(n))));
  }

  /** Ranks the days from their hours and lets go what is too old. Ends early when aborted. */
  async rollup(signal?: AbortSignal): Promise<void> {
    await this.flush();
    const { database } = this.#context, today = Math.floor(this.#context.now() / 1000 / DAY) * DAY;
    for (const day of new Set([...await tops.unrankedDays(database), today - DAY, today])) {
      if (!signal?.aborted) await tops.rankDay(database, day);
    }
    const days = this.#context.settings().statistics_days;
    const kept: readonly [string, Step, number][] = [
      ["counters", MINUTE, MINUTES_KEPT],
      ["counters", HOUR, HOURS_KEPT],
      ["counters", DAY, days],
      ["tops", HOUR, HOUR_TOPS_KEPT],
      ["tops", DAY, days],
    ];
    const believed = await this.#believed.at(this.#context.now(), () => this.#newest());
    const until = Math.floor(believed / 1000 / DAY) * DAY;
    for (const [table, step, most] of kept) {
      if (signal?.aborted) return;
      await database.run(`delete from ${table} where step = ? and at < ?`, [step, until - Math.min(most, days) * DAY]);
    }
  }

  /** Unix milliseconds of the newest minute. */
  async #newest(): Promise<number | undefined> {
    const [{ at }] = await this.#context.database.all("select max(at) as at from counters where step = ?", [MINUTE]);
    return at === null ? undefined : Number(at) * 1000;
  }

  /** Writes what waits and ends the timer. */
  async close(): Promise<void> {
    await this.flush();
    this.#cancelTimer?.();
  }

  #rank(seen: Observation): void {
    const hour = Math.floor(seen.time / 1000 / HOUR) * HOUR;
    if (hour !== this.#hour) this.#turn(hour);
    this.#rankings.name.add(seen.name);
    if (seen.status === "blocked") this.#rankings.blocked.add(seen.name);
    if (seen.client !== "") this.#rankings.client.add(seen.client);
    if (seen.upstream !== "") this.#rankings.upstream.add(seen.upstream);
  }

  /** Another hour began, or the clock jumped: the rankings of the one before are written, those of this one taken up. */
  #turn(hour: number): void {
    const before = this.#hour, rankings = this.#rankings;
    const fresh = this.#rankings = tops.newRankings();
    this.#hour = hour;
    this.#writing = this.#writing.then(async () => {
      const { database } = this.#context;
      await this.#try(async () => {
        if (before >= 0) await database.batch(tops.topStatements(before, rankings));
        const kept = await tops.loadTops(database, hour);
        for (const kind of tops.KINDS) fresh[kind].load(kept[kind]);
      });
    });
  }

  async #write(): Promise<void> {
    const { database } = this.#context;
    const rows = this.#pending.take();
    if (rows.length === 0) return;
    const written = await this.#try(() =>
      database.batch([
        { sql: UPSERT, args: [JSON.stringify(rows)] },
        ...this.#hour < 0 ? [] : tops.topStatements(this.#hour, this.#rankings),
      ])
    );
    if (written) return;
    this.#pending.giveBack(rows);
    this.#arm();
  }

  /** Whether the work could be done; the store says itself why a database cannot be used. */
  async #try(work: () => Promise<void>): Promise<boolean> {
    try {
      await work();
      return true;
    } catch (error) {
      if (!(error instanceof DatabaseUnavailable)) {
        this.#context.tell("error", `The statistics could not be written: ${(error as Error).message}`);
      }
      return false;
    }
  }

  #arm(): void {
    this.#cancelTimer ??= this.#context.after(FLUSH_MS, () => {
      this.#cancelTimer = undefined;
      void this.flush();
    });
  }
}
