/** Reproducible pseudorandom numbers (mulberry32), so that two demonstrations are alike. */

/** A source of random numbers. */
export class Chance {
  #state: number;

  constructor(...seeds: readonly (number | string)[]) {
    this.#state = 0x9e3779b9;
    for (const seed of seeds) {
      this.#state = Math.imul(this.#state ^ hashOf(String(seed)), 0x85ebca6b) >>> 0;
    }
  }

  /** From 0 (inclusive) to 1 (exclusive). */
  readonly next = (): number => {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.#state ^ this.#state >>> 15, this.#state | 1);
    mixed ^= mixed + Math.imul(mixed ^ mixed >>> 7, mixed | 61);
    return ((mixed ^ mixed >>> 14) >>> 0) / 4_294_967_296;
  };

  /** A whole number from 0 to below `end`. */
  below(end: number): number {
    return Math.floor(this.next() * end);
  }

  /** A random item. */
  pick<T>(from: readonly T[]): T {
    return from[this.below(from.length)];
  }

  /** A random item, with a strong preference for the first ones, like the popularity of names. */
  pickFirst<T>(from: readonly T[]): T {
    return from[Math.floor(this.next() ** 2.2 * from.length)];
  }

  /** A random whole number near the given one. */
  about(count: number): number {
    return Math.floor(count * (0.6 + 0.8 * this.next()) + this.next());
  }
}

/** A hash of a text (FNV-1a). */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}
