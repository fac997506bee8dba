/**
 * Finds the patterns that may match a name without trying them all: each pattern with a literal is filed under the rarest
 * three octets of it, and only names that hold the literal around these three try the pattern.
 */

const BUCKETS = 1 << 16;
/** Octets that a pattern is filed under. */
export const KEY_OCTETS = 3;
/** Where the key of a literal may begin, at most. */
const LAST_KEY = 255;
/** Walks are numbered below this and then begin anew: a busy box makes two thousand million in hours. */
const LAST_WALK = 0x7fff_ffff;

/** Patterns by three octets of their literal; those without one are always tried. */
export class PatternIndex {
  readonly #heads: Int32Array;
  readonly #next: Int32Array;
  readonly #always: number[] = [];
  /** One bit a bucket, small enough to stay in the cache. */
  readonly #filled = new Uint8Array(BUCKETS / 8);
  /** Which walk saw a pattern last, so that no pattern comes twice for one name. */
  readonly #seen: Int32Array;
  #walk = 0;
  readonly #octets: Uint8Array;
  readonly #starts: Int32Array;
  readonly #sizes: Int32Array;
  readonly #keys: Uint8Array;

  /** Room for patterns numbered below `size`, whose literals stand in `octets` as lower-case text. */
  constructor(size: number, octets: Uint8Array) {
    this.#octets = octets;
    this.#heads = new Int32Array(size === 0 ? 0 : BUCKETS).fill(-1);
    this.#next = new Int32Array(size);
    this.#seen = new Int32Array(size);
    this.#starts = new Int32Array(size);
    this.#sizes = new Int32Array(size);
    this.#keys = new Uint8Array(size);
  }

  /** Adds a pattern that is to be tried on every name. */
  addAlways(pattern: number): void {
    this.#always.push(pattern);
  }

  /** Adds a pattern whose literal begins at `start`, its key at `keyAt` in it. Of patterns of a key the last added comes first. */
  add(pattern: number, start: number, size: number, keyAt: number): void {
    const octets = this.#octets,
      at = start + keyAt,
      bucket = bucketOf(octets[at], octets[at + 1], octets[at + 2]);
    this.#starts[pattern] = start;
    this.#sizes[pattern] = size;
    this.#keys[pattern] = keyAt;
    this.#next[pattern] = this.#heads[bucket];
    this.#heads[bucket] = pattern;
    this.#filled[bucket >> 3] |= 1 << (bucket & 7);
  }

  /**
   * Writes the numbers of the patterns worth trying on a name into `out`, and gives how many: `octets[0, length)` is the name
   * as lower-case text.
   */
  candidates(octets: Uint8Array, length: number, out: number[]): number {
    let found = 0;
    for (const pattern of this.#always) out[found++] = pattern;
    if (++this.#walk === LAST_WALK) {
      this.#seen.fill(0);
      this.#walk = 1;
    }
    for (let i = 0; i + KEY_OCTETS <= length; i++) {
      const bucket = bucketOf(octets[i], octets[i + 1], octets[i + 2]);
      if ((this.#filled[bucket >> 3] & 1 << (bucket & 7)) === 0) continue;
      for (let pattern = this.#heads[bucket]; pattern >= 0; pattern = this.#next[pattern]) {
        if (
          this.#seen[pattern] === this.#walk ||
          !this.#stands(pattern, octets, i - this.#keys[pattern], length)
        ) {
          continue;
        }
        this.#seen[pattern] = this.#walk;
        out[found++] = pattern;
      }
    }
    return found;
  }

  /** Whether the literal of the pattern stands in the name at `at`. */
  #stands(pattern: number, name: Uint8Array, at: number, length: number): boolean {
    const start = this.#starts[pattern], size = this.#sizes[pattern], octets = this.#octets;
    if (at < 0 || at + size > length) return false;
    for (let i = 0; i < size; i++) if (octets[start + i] !== name[at + i]) return false;
    return true;
  }
}

/** Finds for each of many literals the three octets that the fewest of them hold. */
export class KeyChooser {
  readonly #counts = new Int32Array(BUCKETS);

  /** Counts a literal: `octets[start, start + size)`. */
  count(octets: Uint8Array, start: number, size: number): void {
    for (let i = 0; i + KEY_OCTETS <= size; i++) this.#counts[bucketAt(octets, start + i)]++;
  }

  /** Where the rarest three octets of a literal of three octets or more begin, once all are counted. */
  choose(octets: Uint8Array, start: number, size: number): number {
    let best = 0;
    for (let i = 1; i + KEY_OCTETS <= size && i <= LAST_KEY; i++) {
      if (
        this.#counts[bucketAt(octets, start + i)] < this.#counts[bucketAt(octets, start + best)]
      ) best = i;
    }
    return best;
  }
}

function bucketAt(octets: Uint8Array, at: number): number {
  return bucketOf(octets[at], octets[at + 1], octets[at + 2]);
}

function bucketOf(a: number, b: number, c: number): number {
  return Math.imul(a | b << 8 | c << 16, 0x9e3779b1 | 0) >>> 16;
}
