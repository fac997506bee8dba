/** The keys seen most, in bounded memory (after "space saving", Metwally 2005, made room for in bulk). */

/** A key with how often it was seen; the true count lies between `count - error` and `count`. */
export interface Ranked {
  readonly key: string;
  readonly count: number;
  readonly error: number;
}

/** Counts keys; those above the capacity that are seen least give way to new ones. Numbers lie in arrays: no key is an object. */
export class Ranking {
  readonly #capacity: number;
  /** The place of each key. */
  readonly #places = new Map<string, number>();
  readonly #counts: Float64Array;
  readonly #errors: Float64Array;
  /** Places that keys gave up. */
  readonly #free: number[] = [];
  /** The highest count that gave way: a new key may have been seen this often before. */
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

  /** Takes up what was kept before. */
  load(ranked: readonly Ranked[]): void {
    for (const { key, count, error } of ranked) {
      const place = this.#places.get(key) ?? this.#begin(key, 0, false);
      this.#counts[place] += count;
      this.#errors[place] += error;
    }
  }

  /** The keys seen most, at most the capacity. */
  top(): Ranked[] {
    return [...this.#places].map(([key, place]) => ({
      key,
      count: this.#counts[place],
      error: this.#errors[place],
    }))
      .sort((a, b) => b.count - a.count || (a.key < b.key ? -1 : 1)).slice(0, this.#capacity);
  }

  /** The place of a new key; one that is met may have been among those that gave way. */
  #begin(key: string, count: number, met: boolean): number {
    if (this.#places.size >= 2 * this.#capacity) this.#makeRoom();
    const place = this.#free.pop() ?? this.#places.size, error = met ? this.#floor : 0;
    this.#counts[place] = error + count;
    this.#errors[place] = error;
    this.#places.set(key, place);
    return place;
  }

  /** Lets half of the keys go, those seen least; of those seen as often the ones that came last. */
  #makeRoom(): void {
    const counts = this.#counts, least = counts.slice().sort()[counts.length - this.#capacity - 1];
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
