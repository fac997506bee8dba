/**
 * Finds the patterns that may match a name without trying them all. Each pattern with a literal is
 * indexed by the rarest three bytes of the literal. Only names that contain the literal around
 * these bytes are tested against the pattern.
 */

const BUCKETS = 1 << 16;
/** Bytes in the key of a pattern. */
export const KEY_BYTES = 3;
/** Maximum start position of the key in a literal. */
const LAST_KEY = 255;
/**
 * Maximum walk number, after which numbering restarts: a busy box makes two thousand million walks
 * in hours.
 */
const LAST_WALK = 0x7fff_ffff;

/** Patterns indexed by three bytes of their literal. Patterns without one are always candidates. */
export class PatternIndex {
  readonly #heads: Int32Array;
  readonly #next: Int32Array;
  readonly #always: number[] = [];
  /** One bit per bucket, small enough to stay in the CPU cache. */
  readonly #filled = new Uint8Array(BUCKETS / 8);
  /**
   * The last walk in which each pattern was found, so that no pattern is returned twice for one
   * name.
   */
  readonly #seen: Int32Array;
  #walk = 0;
  readonly #bytes: Uint8Array;
  readonly #starts: Int32Array;
  readonly #sizes: Int32Array;
  readonly #keys: Uint8Array;

  /**
   * Reserves space for patterns numbered below `size`. `bytes` contains their literals as
   * lower-case text.
   */
  constructor(size: number, bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#heads = new Int32Array(size === 0 ? 0 : BUCKETS).fill(-1);
    this.#next = new Int32Array(size);
    this.#seen = new Int32Array(size);
    this.#starts = new Int32Array(size);
    this.#sizes = new Int32Array(size);
    this.#keys = new Uint8Array(size);
  }

  /** Adds a pattern that is a candidate for every name. */
  addAlways(pattern: number): void {
    this.#always.push(pattern);
  }

  /**
   * Adds a pattern whose literal begins at `start` and whose key begins at `keyAt` within it. For
   * equal keys, the pattern added last is found first.
   */
  add(pattern: number, start: number, size: number, keyAt: number): void {
    const bytes = this.#bytes;
    const at = start + keyAt;
    const bucket = bucketOf(bytes[at], bytes[at + 1], bytes[at + 2]);
    this.#starts[pattern] = start;
    this.#sizes[pattern] = size;
    this.#keys[pattern] = keyAt;
    this.#next[pattern] = this.#heads[bucket];
    this.#heads[bucket] = pattern;
    this.#filled[bucket >> 3] |= 1 << (bucket & 7);
  }

  /**
   * Writes the numbers of the candidate patterns for a name into `out` and returns their count.
   * `bytes[0, length)` is the name as lower-case text.
   */
  candidates(bytes: Uint8Array, length: number, out: number[]): number {
    let found = 0;
    for (const pattern of this.#always) out[found++] = pattern;
    if (++this.#walk === LAST_WALK) {
      this.#seen.fill(0);
      this.#walk = 1;
    }
    for (let i = 0; i + KEY_BYTES <= length; i++) {
      const bucket = bucketOf(bytes[i], bytes[i + 1], bytes[i + 2]);
      if ((this.#filled[bucket >> 3] & 1 << (bucket & 7)) === 0) continue;
      for (let pattern = this.#heads[bucket]; pattern >= 0; pattern = this.#next[pattern]) {
        if (
          this.#seen[pattern] === this.#walk ||
          !this.#stands(pattern, bytes, i - this.#keys[pattern], length)
        ) {
          continue;
        }
        this.#seen[pattern] = this.#walk;
        out[found++] = pattern;
      }
    }
    return found;
  }

  /** Whether the literal of the pattern is in the name at `at`. */
  #stands(pattern: number, name: Uint8Array, at: number, length: number): boolean {
    const start = this.#starts[pattern];
    const size = this.#sizes[pattern];
    const bytes = this.#bytes;
    if (at < 0 || at + size > length) return false;
    for (let i = 0; i < size; i++) if (bytes[start + i] !== name[at + i]) return false;
    return true;
  }
}

/** Finds for each literal the three bytes that occur in the fewest literals. */
export class KeyChooser {
  readonly #counts = new Int32Array(BUCKETS);

  /** Counts a literal: `bytes[start, start + size)`. */
  count(bytes: Uint8Array, start: number, size: number): void {
    for (let i = 0; i + KEY_BYTES <= size; i++) this.#counts[bucketAt(bytes, start + i)]++;
  }

  /**
   * The start of the rarest three bytes of a literal with three or more bytes. All literals must
   * have been counted.
   */
  choose(bytes: Uint8Array, start: number, size: number): number {
    let best = 0;
    for (let i = 1; i + KEY_BYTES <= size && i <= LAST_KEY; i++) {
      if (
        this.#counts[bucketAt(bytes, start + i)] < this.#counts[bucketAt(bytes, start + best)]
      ) best = i;
    }
    return best;
  }
}

function bucketAt(bytes: Uint8Array, at: number): number {
  return bucketOf(bytes[at], bytes[at + 1], bytes[at + 2]);
}

function bucketOf(a: number, b: number, c: number): number {
  return Math.imul(a | b << 8 | c << 16, 0x9e3779b1 | 0) >>> 16;
}
