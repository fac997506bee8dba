/**
 * Finds the patterns that may match a name without trying them all: each pattern with a literal is filed under the rarest
 * three octets of it, and only names with these three in them try the pattern.
 */

const BUCKETS = 1 << 16;
const MIN_LITERAL = 3;
/** Walks are numbered below this and then begin anew: a busy box makes two thousand million in hours. */
const LAST_WALK = 0x7fff_ffff;

/** Patterns by three octets of their literal; those without a literal are always tried. */
export class PatternIndex {
  readonly #heads = new Int32Array(BUCKETS).fill(-1);
  readonly #next: Int32Array;
  readonly #always: number[] = [];
  /** One bit a bucket, small enough to stay in the cache. */
  readonly #filled = new Uint8Array(BUCKETS / 8);
  /** Which walk saw a pattern last, so that no pattern comes twice for one name. */
  readonly #seen: Int32Array;
  #walk = 0;
  readonly #literals: readonly string[];

  /** One literal per pattern, "" = none; the place in the array is the pattern's number. */
  constructor(literals: readonly string[]) {
    this.#literals = literals.map((literal) => literal.toLowerCase());
    this.#next = new Int32Array(literals.length).fill(-1);
    this.#seen = new Int32Array(literals.length);
    const counts = new Map<number, number>();
    for (const literal of this.#literals) {
      for (let i = 0; i + MIN_LITERAL <= literal.length; i++) {
        const bucket = bucketOf(literal.charCodeAt(i), literal.charCodeAt(i + 1), literal.charCodeAt(i + 2));
        counts.set(bucket, (counts.get(bucket) ?? 0) + 1);
      }
    }
    this.#literals.forEach((literal, pattern) => this.#file(literal, pattern, counts));
  }

  #file(literal: string, pattern: number, counts: ReadonlyMap<number, number>): void {
    let rarest = -1, count = Infinity;
    for (let i = 0; i + MIN_LITERAL <= literal.length; i++) {
      const bucket = bucketOf(literal.charCodeAt(i), literal.charCodeAt(i + 1), literal.charCodeAt(i + 2));
      if (counts.get(bucket)! < count) [rarest, count] = [bucket, counts.get(bucket)!];
    }
    if (rarest < 0) {
      this.#always.push(pattern);
      return;
    }
    this.#next[pattern] = this.#heads[rarest];
    this.#heads[rarest] = pattern;
    this.#filled[rarest >> 3] |= 1 << (rarest & 7);
  }

  /** Whether there is nothing to find. */
  get empty(): boolean {
    return this.#literals.length === 0;
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
    for (let i = 0; i + MIN_LITERAL <= length; i++) {
      const bucket = bucketOf(octets[i], octets[i + 1], octets[i + 2]);
      if ((this.#filled[bucket >> 3] & 1 << (bucket & 7)) === 0) continue;
      for (let pattern = this.#heads[bucket]; pattern >= 0; pattern = this.#next[pattern]) {
        if (this.#seen[pattern] === this.#walk) continue;
        this.#seen[pattern] = this.#walk;
        out[found++] = pattern;
      }
    }
    return found;
  }

  /** The literal of a pattern, lower case, "" = none. */
  literal(pattern: number): string {
    return this.#literals[pattern];
  }
}

function bucketOf(a: number, b: number, c: number): number {
  return Math.imul(a | b << 8 | c << 16, 0x9e3779b1 | 0) >>> 16;
}
