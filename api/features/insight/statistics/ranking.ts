/**
 * The most frequent keys, in bounded memory (after "space saving", Metwally 2005, with eviction
 * in bulk).
 */

/** A key with how often it was seen; the true count lies between `count - error` and `count`. */
export interface RankedKey {
  readonly key: string;
  readonly count: number;
  readonly error: number;
}

/**
 * Counts keys. At capacity, the least frequent keys are replaced by new ones. Numbers are in
 * arrays, so no key is an object.
 */
export class Ranking {
  readonly #capacity: number;
  /** The index of each key. */
  readonly #places = new Map<string, number>();
  readonly #counts: Float64Array;
  readonly #errors: Float64Array;
  /** Indexes freed by evicted keys. */
  readonly #free: number[] = [];
  /** The highest evicted count: a new key may have been seen this often before. */
  #floor = 0;

  constructor(capacity: number) {
    this.#capacity = capacity;
    this.#counts = new Float64Array(2 * capacity);
    this.#errors = new Float64Array(2 * capacity);
  }

  /** Counts a key once more, or `count` times. */
  add(key: string, count = 1): void {
    const place = this.#places.get(key);
    if (place !== undefined) this.#counts[place] += count;
    else this.#begin(key, count, true);
  }

  /** Loads a stored ranking. */
  load(ranked: readonly RankedKey[]): void {
    for (const { key, count, error } of ranked) {
      const place = this.#places.get(key) ?? this.#begin(key, 0, false);
      this.#counts[place] += count;
      this.#errors[place] += error;
    }
  }

  /** The most frequent keys, at most the capacity. */
  top(): RankedKey[] {
    return [...this.#places].map(([key, place]) => ({
      key,
      count: this.#counts[place],
      error: this.#errors[place],
    }))
      .sort((a, b) => b.count - a.count || (a.key < b.key ? -1 : 1)).slice(0, this.#capacity);
  }

  /** The index of a new key, which may have been evicted before. */
  #begin(key: string, count: number, met: boolean): number {
    if (this.#places.size >= 2 * this.#capacity) this.#makeRoom();
    const place = this.#free.pop() ?? this.#places.size;
    const error = met ? this.#floor : 0;
    this.#counts[place] = error + count;
    this.#errors[place] = error;
    this.#places.set(key, place);
    return place;
  }

  /** Evicts half of the keys: the least frequent, and among equal counts the newest. */
  #makeRoom(): void {
    const counts = this.#counts;
    const least = counts.slice().sort()[counts.length - this.#capacity - 1];
    let room = this.#capacity;
    for (const count of counts) if (count > least) room--;
    for (const [key, place] of this.#places) {
      if (counts[place] > least || (counts[place] === least && room-- > 0)) continue;
      this.#places.delete(key);
      this.#free.push(place);
    }
    this.#floor = Math.max(this.#floor, least);
  }
}
