/** Carries what the resolver's threads saw to the observers: rows from the rings, exact counts from the counters (DESIGN 3, 7). */
import type { Observation } from "../../../resolver/protocol.ts";
import type { Count, Dimension } from "./statistics/service.ts";

/** Exact totals of one worker since its counters were made. */
export interface FeedTotals {
  readonly queries: number;
  readonly byStatus: Readonly<Record<string, number>>;
  readonly byTransport: Readonly<Record<string, number>>;
  readonly byReason: Readonly<Record<string, number>>;
}

/** One worker's journal as main reads it. */
export interface FeedSource {
  drain(max: number): Observation[];
  totals(): FeedTotals;
}

/** Where it goes. */
export interface FeedTargets {
  readonly observe: (batch: readonly Observation[]) => void;
  readonly count: (counts: readonly Count[]) => void;
}

/** Dimensions that come from the counters, and not from rows that a flood may leave out. */
export const EXACT_DIMENSIONS: readonly Dimension[] = ["total", "status", "transport", "reason"];

const ROWS_A_PASS = 20_000;

/** Reads all sources; `pass` is called by a timer. */
export class Feed {
  readonly #sources: readonly FeedSource[];
  readonly #targets: FeedTargets;
  readonly #before: Map<string, number>[];

  constructor(sources: readonly FeedSource[], targets: FeedTargets) {
    this.#sources = sources;
    this.#targets = targets;
    this.#before = sources.map(() => new Map());
  }

  /** Carries what came since the last pass; the rows carried. */
  pass(): number {
    let rows = 0;
    this.#sources.forEach((source, i) => {
      const batch = source.drain(ROWS_A_PASS);
      rows += batch.length;
      const counts = this.#differences(source.totals(), this.#before[i]);
      if (batch.length > 0) this.#targets.observe(batch);
      const duration = durationOf(batch, counts);
      if (counts.length > 0) {
        this.#targets.count(
          duration === 0 ? counts : [...counts, { dimension: "total", key: "duration", count: duration }],
        );
      }
    });
    return rows;
  }

  #differences(totals: FeedTotals, before: Map<string, number>): Count[] {
    const counts: Count[] = [];
    const take = (dimension: Dimension, key: string, total: number) => {
      const known = `${dimension} ${key}`, count = total - (before.get(known) ?? 0);
      if (count > 0) counts.push({ dimension, key, count });
      before.set(known, total);
    };
    take("total", "queries", totals.queries);
    for (const [key, total] of Object.entries(totals.byStatus)) take("status", key, total);
    for (const [key, total] of Object.entries(totals.byTransport)) take("transport", key, total);
    for (const [key, total] of Object.entries(totals.byReason)) if (key !== "") take("reason", key, total);
    return counts;
  }
}

/** Microseconds of all queries of a pass: those with rows stand for those without. */
function durationOf(batch: readonly Observation[], counts: readonly Count[]): number {
  if (batch.length === 0) return 0;
  const queries = counts.find(({ dimension }) => dimension === "total")?.count ?? batch.length;
  const sum = batch.reduce((total, { duration }) => total + duration, 0);
  return Math.round(sum / batch.length * queries);
}
