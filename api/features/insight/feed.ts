/** Carries what the resolver's threads saw to the observers: rows of their rings, and their exact counters (DESIGN 3, 7). */
import type { Observation } from "../../../resolver/protocol.ts";
import type { ResolverTotals } from "./statistics/service.ts";

/** One worker's journal as main reads it (resolver/journal_reader.ts). */
export interface FeedSource {
  drain(max: number): Observation[];
  /** Questions counted so far: the totals are others only when this is. */
  readonly queries: number;
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

/** Rows that the observers are given at once: few enough that the objects are gone before the garbage collector copies them. */
const AT_ONCE = 100;

/** Reads all workers; `pass` is called by a timer. */
export class Feed {
  readonly #sources: readonly FeedSource[];
  readonly #targets: FeedTargets;
  readonly #counted: number[] = [];

  constructor(sources: readonly FeedSource[], targets: FeedTargets) {
    this.#sources = sources;
    this.#targets = targets;
  }

  /** Carries what came since the last pass; the rows carried. */
  pass(): number {
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
      const most = Math.min(left, AT_ONCE), batch = source.drain(most);
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
