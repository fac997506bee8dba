/** Counts that are not written yet, by minute, dimension and key, in bounded memory. */

/** A count on its way to the database: start of the step in Unix seconds, dimension, key, count. */
export type PendingRow = readonly [at: number, dimension: string, key: string, count: number];

type Counts = Map<string, Map<string, number>>;

/** How finely is counted, and how many counts are kept apart: beyond, the steps become longer, so that totals stay exact. */
export interface PendingOptions {
  /** Seconds of a step. */
  readonly step: 60 | 3600;
  readonly most: number;
}
const MINUTE = 60, HOUR = 3600, DAY = 86_400;

/** Holds counts until they are written. */
export class Pending {
  readonly #options: PendingOptions;
  #steps = new Map<number, Counts>();
  #size = 0;
  #step: number;
  // Questions come minute by minute: the maps of the last one are at hand.
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

  /** Takes everything out. */
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

  /** Puts back what could not be written. */
  giveBack(rows: readonly PendingRow[]): void {
    for (const [at, dimension, key, count] of rows) this.add(at, dimension, key, count);
  }

  #turn(start: number): void {
    let counts = this.#steps.get(start);
    if (counts === undefined) this.#steps.set(start, counts = new Map());
    this.#last = counts;
    this.#lastAt = start;
  }

  /** Makes minutes into hours, hours into days; a year of days is far from the bound again. */
  #fold(): void {
    if (this.#step === DAY) return;
    const step = this.#step === MINUTE ? HOUR : DAY, rows = this.take();
    this.#step = step;
    this.giveBack(rows);
  }

  #clear(): void {
    this.#steps = new Map();
    this.#size = 0;
    this.#lastAt = NaN;
  }
}
