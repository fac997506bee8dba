/** Counts not written yet, by minute, dimension and key, in bounded memory. */

/** A count on its way to the database: start of the step in Unix seconds, dimension, key, count. */
export type PendingRow = readonly [at: number, dimension: string, key: string, count: number];

type Counts = Map<string, Map<string, number>>;

/**
 * The step of counting, and the maximum number of separate counts. Beyond it, the steps become
 * longer, so that totals stay exact.
 */
export interface PendingOptions {
  /** Seconds of a step. */
  readonly step: 60 | 3600;
  readonly most: number;
}
const MINUTE = 60;
const HOUR = 3600;
const DAY = 86_400;

/** Stores counts until they are written. */
export class PendingCounts {
  readonly #options: PendingOptions;
  #steps = new Map<number, Counts>();
  #size = 0;
  #step: number;
  // Queries arrive minute by minute, so the maps of the last minute are cached.
  #lastAt = NaN;
  #last: Counts = new Map();

  constructor(options: PendingOptions = { step: MINUTE, most: 20_000 }) {
    this.#options = options;
    this.#step = options.step;
  }

  /** Counts at a time in Unix seconds. */
  add(at: number, dimension: string, key: string, count: number): void {
    const start = at - ((at % this.#step) + this.#step) % this.#step;
    if (start !== this.#lastAt) this.#turn(start);
    let keys = this.#last.get(dimension);
    if (keys === undefined) this.#last.set(dimension, keys = new Map());
    const found = keys.get(key);
    keys.set(key, (found ?? 0) + count);
    if (found === undefined && ++this.#size > this.#options.most) this.#fold();
  }

  /** Removes and returns all pending entries. */
  take(): PendingRow[] {
    const rows: PendingRow[] = [];
    for (const [at, counts] of this.#steps) {
      for (const [dimension, keys] of counts) {
        for (const [key, count] of keys) rows.push([at, dimension, key, count]);
      }
    }
    this.#clear();
    this.#step = this.#options.step;
    return rows;
  }

  /** Puts back entries that could not be written. */
  restore(rows: readonly PendingRow[]): void {
    for (const [at, dimension, key, count] of rows) this.add(at, dimension, key, count);
  }

  #turn(start: number): void {
    let counts = this.#steps.get(start);
    if (counts === undefined) this.#steps.set(start, counts = new Map());
    this.#last = counts;
    this.#lastAt = start;
  }

  /** Merges minutes into hours, and hours into days; a year of days is far below the maximum. */
  #fold(): void {
    if (this.#step === DAY) return;
    const step = this.#step === MINUTE ? HOUR : DAY;
    const rows = this.take();
    this.#step = step;
    this.restore(rows);
  }

  #clear(): void {
    this.#steps = new Map();
    this.#size = 0;
    this.#lastAt = NaN;
  }
}
