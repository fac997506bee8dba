/**
 * Delivers the observations of the resolver threads to the observers: rows of their rings, and
 * their exact counters.
 */
import type { Observation } from "../../../resolver/protocol.ts";
import type { ResolverTotals } from "./statistics/service.ts";

/** One worker's journal as main reads it (resolver/journal/journal_reader.ts). */
export interface FeedSource {
  drain(max: number): Observation[];
  /** Queries counted so far: the totals have changed only when this has. */
  readonly queries: number;
  totals(): ResolverTotals;
}

/** The receivers of the observations. */
export interface FeedTargets {
  /** Each observer receives every batch, in this order; none of them blocks. */
  readonly observers: readonly ((batch: readonly Observation[]) => void)[];
  readonly count: (totals: ResolverTotals, worker: number) => void;
  /** Called with an observer error; the other observers and query handling continue. */
  readonly failed: (error: Error) => void;
  /**
   * Number of rows that the observers can take now; further rows stay in the ring, where they
   * need least memory.
   */
  readonly room: () => number;
}

/**
 * Maximum rows per delivery: few enough that the objects are freed before the garbage collector
 * copies them.
 */
const AT_ONCE = 100;

/** Reads all workers; `drain` is called by a timer. */
export class ObservationPump {
  readonly #sources: readonly FeedSource[];
  readonly #targets: FeedTargets;
  readonly #counted: number[] = [];

  constructor(sources: readonly FeedSource[], targets: FeedTargets) {
    this.#sources = sources;
    this.#targets = targets;
  }

  /** Delivers new rows since the last pass; returns their number. */
  drain(): number {
    let rows = 0;
    this.#sources.forEach((source, worker) => {
      rows += this.#carry(source);
      const { queries } = source;
      if (queries === this.#counted[worker]) return;
      this.#counted[worker] = queries;
      this.#targets.count(source.totals(), worker);
    });
    return rows;
  }

  #carry(source: FeedSource): number {
    let rows = 0;
    for (let left = this.#targets.room(); left > 0;) {
      const most = Math.min(left, AT_ONCE);
      const batch = source.drain(most);
      rows += batch.length;
      if (batch.length > 0) this.#observe(batch);
      left = batch.length < most ? 0 : left - most;
    }
    return rows;
  }

  #observe(batch: readonly Observation[]): void {
    const { observers, failed } = this.#targets;
    for (const observe of observers) {
      try {
        observe(batch);
      } catch (error) {
        failed(error as Error);
      }
    }
  }
}
