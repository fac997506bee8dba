/**
 * Statistics: exact counters by minute, hour and day, and rankings by hour and day, in stats.db.
 * They remain when the journal is deleted (A 7.11). Nothing is lost while the database cannot be
 * used: pending counts wait in bounded memory.
 */
import { type Database, DatabaseUnavailableError } from "../../../store/database.ts";
import { PlausibleClock } from "../plausible_clock.ts";
import { HIDDEN, type StoredQuery } from "../stored_query.ts";
import * as devices from "./devices.ts";
import { PendingCounts } from "./pending_counts.ts";
import {
  ClientsSeen,
  type ClientSummary,
  forgetClients,
  readClient,
  readClients,
  type SeenClient,
} from "./clients.ts";
import { DAY, HOUR, MINUTE, type Period, type Span, spanOf, type Step } from "./period.ts";
import { Ranking } from "./ranking.ts";
import { type Dimension, type Point, readSeries, readSummary, type Summary } from "./reading.ts";
import type { TopKind } from "./tops.ts";
import * as tops from "./tops.ts";
import type { Runtime } from "../../../system/runtime.ts";
import { Mutex } from "../../../async/mutex.ts";
import { flushDelay } from "../flush_delay.ts";

export type { ClientSummary, SeenClient } from "./clients.ts";
export type { DeviceCount, DevicesSummary } from "./devices.ts";
export { type Period, spanOf, type Step } from "./period.ts";
export type { Dimension, Point, Summary } from "./reading.ts";
export type { TopKind } from "./tops.ts";

/**
 * Counters of the resolver since it started, including every query
 * (resolver/journal/journal_reader.ts).
 */
export interface ResolverTotals {
  readonly queries: number;
  readonly byStatus: Readonly<Record<string, number>>;
  readonly byTransport: Readonly<Record<string, number>>;
  /** "" = nothing decided against the query; it is not counted here. */
  readonly byReason: Readonly<Record<string, number>>;
  readonly byRcode: Readonly<Record<string, number>>;
  readonly byType: Readonly<Record<string, number>>;
}

/** The dependencies of the statistics. */
export interface StatisticsContext {
  /** stats.db. */
  readonly database: Database;
  readonly runtime: Runtime;
  readonly settings: () => {
    readonly statistics_days: number;
    /** Minutes between two writes; 0 = some seconds. */
    readonly journal_flush: number;
  };
}

const FLUSH_MS = 10_000;
/** Rankings are rewritten as a whole: at every sixth flush, at rare ones, and on read. */
const FLUSHES_A_RANKING = 6;
/** How long the finer counters are stored, in days; days are stored as long as the setting says. */
const MINUTES_KEPT = 2;
const HOURS_KEPT = 32;
/** Keys that `mostAsked` reads at most: those of thirty days, and of the hours of today. */
const MOST_KEYS = 20_000;
const UPSERT = "insert into counters (step, at, dimension, key, count) " +
  "select s.value, (r.value ->> 0) / s.value * s.value, r.value ->> 1, r.value ->> 2, sum(r.value ->> 3) " +
  "from json_each(?) r, (select 60 as value union all select 3600 union all select 86400) s where true " +
  "group by 1, 2, 3, 4 on conflict do update set count = count + excluded.count";

/** The statistics. Counting never throws. */
export class Statistics {
  readonly #context: StatisticsContext;
  readonly #pending = new PendingCounts();
  readonly #clients = new ClientsSeen();
  readonly #devices = new devices.DeviceCounts();
  readonly #believed = new PlausibleClock();
  readonly #totals = new Map<number, ReadonlyMap<string, number>>();
  #rankings: Record<TopKind, Ranking> = tops.newRankings();
  #hour = -1;
  /** Whether the ranking has unwritten changes, and the number of flushes since. */
  #ranked = false;
  #flushes = 0;
  #cancelTimer: (() => void) | undefined;
  /** The milliseconds for which the timer was started. */
  #delay = 0;
  readonly #writing = new Mutex();

  constructor(context: StatisticsContext) {
    this.#context = context;
  }

  /** Ranks a batch of observations and counts values found only in them. */
  observe(batch: readonly StoredQuery[]): void {
    for (const seen of batch) {
      const at = Math.floor(seen.time / 1000);
      this.#pending.add(at, "duration", "sum", seen.duration);
      this.#pending.add(at, "duration", "count", 1);
      if (seen.status === "blocked" && seen.list >= 0) {
        this.#pending.add(at, "list", String(seen.list), 1);
      }
      if (seen.upstream !== "") this.#pending.add(at, "upstream", seen.upstream, 1);
      if (seen.category !== "") this.#pending.add(at, "category", seen.category, 1);
      if (seen.service !== "") this.#pending.add(at, "service", seen.service, 1);
      this.#devices.add(at, seen);
      this.#rank(seen);
    }
    this.#arm();
  }

  /**
   * Receives the current counters of a worker, about once a second, and counts the increase since
   * the last call.
   */
  count(totals: ResolverTotals, worker = 0): void {
    const at = Math.floor(this.#context.runtime.now() / 1000);
    const before = this.#totals.get(worker) ?? new Map<string, number>();
    const after = new Map<string, number>();
    const grow = (dimension: Dimension, key: string, count: number) => {
      const id = `${dimension} ${key}`;
      const last = before.get(id) ?? 0;
      after.set(id, count);
      // Lower than before: the counters were reset.
      const grown = count >= last ? count - last : count;
      if (grown > 0) this.#pending.add(at, dimension, key, grown);
    };
    grow("total", "queries", totals.queries);
    for (const [key, count] of Object.entries(totals.byStatus)) grow("status", key, count);
    for (const [key, count] of Object.entries(totals.byTransport)) grow("transport", key, count);
    for (const [key, count] of Object.entries(totals.byType)) grow("type", key, count);
    for (const [key, count] of Object.entries(totals.byRcode)) grow("rcode", key, count);
    for (const [key, count] of Object.entries(totals.byReason)) {
      if (key !== "") grow("reason", key, count);
    }
    this.#totals.set(worker, after);
    if (totals.queries !== before.get("total queries")) this.#arm();
  }

  /** Writes pending data; data that cannot be written stays pending. */
  async flush(): Promise<void> {
    this.#cancelTimer?.();
    this.#cancelTimer = undefined;
    await this.#writing.take(() => this.#write(true));
  }

  /** Counts of a period, or of the one that ends at a time in Unix seconds. */
  async summary(period: Period, before?: number): Promise<Summary> {
    await this.flush();
    return await readSummary(this.#context.database, this.#span(period, before));
  }

  /** Queries and blocked queries by step, including empty steps; at most 1,500, the newest. */
  async series(period: Period, step?: Step, before?: number): Promise<Point[]> {
    await this.flush();
    return await readSeries(this.#context.database, this.#span(period, before), step);
  }

  /** The most frequent keys of a period, at most 200. */
  async top(
    kind: TopKind,
    period: Period,
    n?: number,
    before?: number,
  ): Promise<{ key: string; count: number }[]> {
    await this.flush();
    return await tops.readTop(
      this.#context.database,
      kind,
      this.#rows(period, before),
      between(1, n ?? 10, 200),
    );
  }

  /** All keys of a kind that the rankings of a period hold, the most frequent first. */
  async mostAsked(kind: TopKind, period: Period): Promise<{ key: string; count: number }[]> {
    await this.flush();
    return await tops.readTop(
      this.#context.database,
      kind,
      this.#rows(period),
      MOST_KEYS,
    );
  }

  /** The clients with the most queries in a period, at most 1,000. */
  async clients(period: Period, n?: number, before?: number): Promise<SeenClient[]> {
    await this.flush();
    return await readClients(
      this.#context.database,
      this.#rows(period, before),
      between(1, n ?? 100, 1000),
    );
  }

  /** One client in a period, by hours or days. */
  async client(address: string, period: Period, before?: number): Promise<ClientSummary> {
    await this.flush();
    const { database } = this.#context;
    return await readClient(
      database,
      address,
      this.#span(period, before),
      this.#rows(period, before),
    );
  }

  /** The queries of each of some devices in a period; 0 = clients outside the household. */
  async eachDevice(
    ids: readonly number[],
    period: Period,
    before?: number,
  ): Promise<ReadonlyMap<number, devices.DeviceCount>> {
    await this.flush();
    return await devices.readEach(this.#context.database, ids, this.#span(period, before));
  }

  /**
   * The queries of each device in a period. 0 = clients outside the household; the others may have
   * been removed.
   */
  async everyDevice(
    period: Period,
    before?: number,
  ): Promise<ReadonlyMap<number, devices.DeviceCount>> {
    await this.flush();
    return await devices.readEvery(this.#context.database, this.#span(period, before));
  }

  /** The queries of some devices added up, by hours or days; hours are stored for nine days. */
  async devices(
    ids: readonly number[],
    period: Period,
    step?: Exclude<Step, typeof MINUTE>,
    before?: number,
  ): Promise<devices.DevicesSummary> {
    await this.flush();
    const span = this.#span(period, before);
    return await devices.readTogether(
      this.#context.database,
      ids,
      span,
      step ?? (span.step === DAY ? DAY : HOUR),
    );
  }

  /** Moves the counts of a device to the device that it was merged into. */
  async moveDevice(from: number, into: number): Promise<void> {
    await this.flush();
    await this.#context.database.batch(devices.moveDeviceStatements(from, into));
  }

  /** Ranks the days from their hours and deletes old data. Ends early when aborted. */
  async rollup(signal?: AbortSignal): Promise<void> {
    await this.flush();
    const { database } = this.#context;
    const today = Math.floor(this.#context.runtime.now() / 1000 / DAY) * DAY;
    for (const day of new Set([...await tops.unrankedDays(database), today - DAY, today])) {
      if (!signal?.aborted) await tops.rankDay(database, day);
    }
    const days = this.#context.settings().statistics_days;
    const kept: readonly [string, Step, number][] = [
      ["counters", MINUTE, MINUTES_KEPT],
      ["counters", HOUR, HOURS_KEPT],
      ["counters", DAY, days],
      ["tops", HOUR, tops.HOUR_TOPS_KEPT],
      ["tops", DAY, days],
    ];
    const believed = await this.#believed.at(this.#context.runtime.now(), () => this.#newest());
    const until = Math.floor(believed / 1000 / DAY) * DAY;
    for (const [table, step, most] of kept) {
      if (signal?.aborted) return;
      await database.run(`delete from ${table} where step = ? and at < ?`, [
        step,
        until - Math.min(most, days) * DAY,
      ]);
    }
    await forgetClients(database, until - days * DAY);
    await devices.forgetDevices(
      database,
      until - Math.min(devices.DEVICE_HOURS_KEPT, days) * DAY,
      until - days * DAY,
    );
  }

  #span(period: Period, before?: number): Span {
    return spanOf(period, this.#context.runtime.now() / 1000, before);
  }

  #rows(period: Period, before?: number): tops.TopRows {
    const today = Math.floor(this.#context.runtime.now() / 1000 / DAY) * DAY;
    return tops.rowsOf(this.#span(period, before), today - (tops.HOUR_TOPS_KEPT - 1) * DAY);
  }

  /** Unix milliseconds of the newest minute. */
  async #newest(): Promise<number | undefined> {
    const [{ at }] = await this.#context.database.all(
      "select max(at) as at from counters where step = ?",
      [MINUTE],
    );
    return at === null ? undefined : Number(at) * 1000;
  }

  /** Writes pending data and stops the timer. */
  async close(): Promise<void> {
    await this.flush();
    this.#cancelTimer?.();
  }

  #rank(seen: StoredQuery): void {
    const hour = Math.floor(seen.time / 1000 / HOUR) * HOUR;
    if (hour !== this.#hour) this.#turn(hour);
    this.#ranked = true;
    if (seen.name !== HIDDEN) {
      this.#rankings.name.add(seen.name);
      if (seen.status === "blocked") this.#rankings.blocked.add(seen.name);
    }
    if (seen.client !== "") {
      this.#rankings.client.add(seen.client);
      if (seen.status === "blocked") this.#rankings.blocked_client.add(seen.client);
      this.#clients.add(seen.client, Math.floor(seen.time / 1000));
    }
    if (seen.upstream !== "") this.#rankings.upstream.add(seen.upstream);
  }

  /**
   * Another hour began, or the clock jumped: the rankings of the previous hour are written, those
   * of the present one loaded.
   */
  #turn(hour: number): void {
    const before = this.#hour;
    const rankings = this.#rankings;
    const fresh = this.#rankings = tops.newRankings();
    this.#hour = hour;
    void this.#writing.take(async () => {
      const { database } = this.#context;
      await this.#try(async () => {
        if (before >= 0) await database.batch(tops.topStatements(before, rankings));
        const kept = await tops.loadTops(database, hour);
        for (const kind of tops.KINDS) fresh[kind].load(kept[kind]);
      });
    });
  }

  async #write(whole: boolean): Promise<void> {
    const { database } = this.#context;
    const isRare = this.#context.settings().journal_flush > 0;
    const ranked = this.#ranked && (whole || isRare || ++this.#flushes >= FLUSHES_A_RANKING);
    const rows = this.#pending.take();
    const clients = this.#clients.take();
    const counted = this.#devices.take();
    if (ranked) [this.#ranked, this.#flushes] = [false, 0];
    const written = rows.length === 0 && !ranked || await this.#try(() =>
      database.batch([
        { sql: UPSERT, args: [JSON.stringify(rows)] },
        ...ClientsSeen.statements(clients),
        ...devices.DeviceCounts.statements(counted),
        ...ranked ? tops.topStatements(this.#hour, this.#rankings) : [],
      ])
    );
    if (!written) {
      this.#pending.restore(rows);
      this.#clients.restore(clients);
      this.#devices.restore(counted);
      this.#ranked ||= ranked;
    }
    if (!written || this.#ranked) this.#arm();
  }

  /** Whether the work succeeded; the store itself logs why a database cannot be used. */
  async #try(work: () => Promise<void>): Promise<boolean> {
    try {
      await work();
      return true;
    } catch (error) {
      if (!(error instanceof DatabaseUnavailableError)) {
        this.#context.runtime.log(
          "error",
          `The statistics could not be written: ${(error as Error).message}`,
        );
      }
      return false;
    }
  }

  #arm(): void {
    const delay = flushDelay(FLUSH_MS, this.#context.settings().journal_flush);
    // A shorter time applies at once.
    if (this.#cancelTimer !== undefined && delay >= this.#delay) return;
    this.#cancelTimer?.();
    this.#delay = delay;
    this.#cancelTimer = this.#context.runtime.after(delay, () => {
      this.#cancelTimer = undefined;
      void this.#writing.take(() => this.#write(false));
    });
  }
}

function between(least: number, value: number, most: number): number {
  return Math.max(least, Math.min(most, Math.trunc(value)));
}
