/** Counts that are not written yet, by minute, dimension and key, in bounded memory. */

/** A count on its way to the database: minute in Unix seconds, dimension, key, count. */
export type PendingRow = readonly [at: number, dimension: string, key: string, count: number];

/** Counts kept apart; beyond this many the minutes of an hour become one, so that totals stay exact. */
const MOST = 20_000;
const MINUTE = 60, HOUR = 3600, DAY = 86_400;

/** The counts that wait. */
export class Pending {
  #counts = new Map<string, { at: number; dimension: string; key: string; count: number }>();
  #step = MINUTE;

  /** Counts at a time in Unix seconds. */
  add(at: number, dimension: string, key: string, count: number): void {
    const start = Math.floor(at / this.#step) * this.#step;
    const id = `${start}\0${dimension}\0${key}`;
    const found = this.#counts.get(id);
    if (found !== undefined) found.count += count;
    else {
      this.#counts.set(id, { at: start, dimension, key, count });
      if (this.#counts.size > MOST) this.#fold();
    }
  }

  /** Takes everything out. */
  take(): PendingRow[] {
    const rows = [...this.#counts.values()].map((
      { at, dimension, key, count },
    ): PendingRow => [at, dimension, key, count]);
    this.#counts.clear();
    this.#step = MINUTE;
    return rows;
  }

  /** Puts back what could not be written. */
  giveBack(rows: readonly PendingRow[]): void {
    for (const [at, dimension, key, count] of rows) this.add(at, dimension, key, count);
  }

  /** Makes minutes into hours, hours into days; a year of days is far from the bound again. */
  #fold(): void {
    if (this.#step === DAY) return;
    this.#step = this.#step === MINUTE ? HOUR : DAY;
    const before = [...this.#counts.values()];
    this.#counts.clear();
    for (const { at, dimension, key, count } of before) this.add(at, dimension, key, count);
  }
}
