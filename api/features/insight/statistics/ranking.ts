/** The keys seen most, in bounded memory (after "space saving", Metwally 2005, made room for in bulk). */

/** A key with how often it was seen; the true count lies between `count - error` and `count`. */
export interface Ranked {
  readonly key: string;
  readonly count: number;
  readonly error: number;
}

/** Counts keys; those above the capacity that are seen least give way to new ones. */
export class Ranking {
  readonly #capacity: number;
  #counts = new Map<string, { count: number; error: number }>();
  /** The highest count that gave way: a new key may have been seen this often before. */
  #floor = 0;

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  /** Counts a key once more, or `count` times. */
  add(key: string, count = 1): void {
    const found = this.#counts.get(key);
    if (found !== undefined) {
      found.count += count;
      return;
    }
    if (this.#counts.size >= 2 * this.#capacity) this.#makeRoom();
    this.#counts.set(key, { count: this.#floor + count, error: this.#floor });
  }

  /** Takes up what was kept before. */
  load(ranked: readonly Ranked[]): void {
    for (const { key, count, error } of ranked) {
      const found = this.#counts.get(key);
      if (found === undefined) this.#counts.set(key, { count, error });
      else {
        found.count += count;
        found.error += error;
      }
    }
    if (this.#counts.size > 2 * this.#capacity) this.#makeRoom();
  }

  /** The keys seen most, at most the capacity. */
  top(): Ranked[] {
    return [...this.#counts].map(([key, { count, error }]) => ({ key, count, error }))
      .sort((a, b) => b.count - a.count || (a.key < b.key ? -1 : 1)).slice(0, this.#capacity);
  }

  #makeRoom(): void {
    const sorted = [...this.#counts].sort(([, a], [, b]) => b.count - a.count);
    this.#floor = Math.max(this.#floor, sorted[this.#capacity]?.[1].count ?? 0);
    this.#counts = new Map(sorted.slice(0, this.#capacity));
  }
}
