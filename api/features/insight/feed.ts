/** Carries what the resolver's threads saw to the observers: rows of their rings, and their exact counters (DESIGN 3, 7). */
import type { Observation } from "../../../resolver/protocol.ts";
import type { ResolverTotals } from "./statistics/service.ts";

/** One worker's journal as main reads it (resolver/journal_reader.ts). */
export interface FeedSource {
  drain(max: number): Observation[];
  totals(): ResolverTotals;
}

/** Where it goes. */
export interface FeedTargets {
  /** Each is given every batch, in this order; none of them waits. */
  readonly observers: readonly ((batch: readonly Observation[]) => void)[];
  readonly count: (totals: ResolverTotals, worker: number) => void;
  /** Told of an observer that failed: the others go on, and so do the answers. */
  readonly failed: (error: Error) => void;
  /** Rows that the observers can take now; more stay in the ring, where they take least memory. */
  readonly room: () => number;
}

/** Reads all workers; `pass` is called by a timer. */
export class Feed {
  readonly #sources: readonly FeedSource[];
  readonly #targets: FeedTargets;

  constructor(sources: readonly FeedSource[], targets: FeedTargets) {
    this.#sources = sources;
    this.#targets = targets;
  }

  /** Carries what came since the last pass; the rows carried. */
  pass(): number {
    let rows = 0;
    this.#sources.forEach((source, worker) => {
      const batch = source.drain(this.#targets.room());
      rows += batch.length;
      if (batch.length > 0) this.#observe(batch);
      this.#targets.count(source.totals(), worker);
    });
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
