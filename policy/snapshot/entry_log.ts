/**
 * Collects the names of all lists before they are written to a table: fingerprints with their
 * claims, in 256 buckets by their leading bits. Adding an entry appends to a bucket. Buckets are
 * copied, sorted and written back one at a time, so memory use stays that of the log.
 */

/** Number of buckets, in ascending order of the first lane. */
export const BUCKETS = 256;
const WORDS = 3;
/** Words allocated to a bucket at a time, and words allocated from the system at a time. */
const CHUNK = 256 * WORDS;
const SLAB = 256 * CHUNK;
/** Bins of the counting sort inside a bucket: the 12 bits after the bucket's 8. */
const BINS = 4096;
/** Larger bins are sorted by comparison, since lists may contain the same name a million times. */
const INSERTION_MAX = 32;

/**
 * Collects entries of three words: two lanes and the number of a claim. Iteration yields the
 * buckets unsorted.
 */
export class NameEntryLog {
  readonly #slabs: Int32Array<ArrayBuffer>[] = [];
  /** Words of the slabs already given to buckets. */
  #allocated = 0;
  /** The chunks of each bucket, and the number of words used in them. */
  readonly #chunks: Int32Array<ArrayBuffer>[][] = Array.from({ length: BUCKETS }, () => []);
  readonly #used = new Int32Array(BUCKETS);
  /** The last chunk of each bucket, and the words used in it; full = no chunk yet. */
  readonly #open: Int32Array<ArrayBuffer>[] = new Array(BUCKETS).fill(new Int32Array(0));
  readonly #at = new Int32Array(BUCKETS).fill(CHUNK);
  /** A contiguous copy of one bucket. */
  #aside = new Int32Array(0);
  /** The start of each bin in a bucket, and the position of its next entry. */
  readonly #starts = new Int32Array(BINS + 1);
  readonly #next = new Int32Array(BINS + 1);
  /** Number of entries. */
  size = 0;

  /** Adds an entry. */
  add(h1: number, h2: number, claim: number): void {
    const bucket = (h1 >> 24) + 128;
    let at = this.#at[bucket];
    if (at === CHUNK) {
      this.#chunks[bucket].push(this.#open[bucket] = this.#chunk());
      at = 0;
    }
    const chunk = this.#open[bucket];
    chunk[at] = h1;
    chunk[at + 1] = h2;
    chunk[at + 2] = claim;
    this.#at[bucket] = at + WORDS;
    this.#used[bucket] += WORDS;
    this.size++;
  }

  #chunk(): Int32Array<ArrayBuffer> {
    const at = this.#allocated % SLAB;
    if (at === 0) this.#slabs.push(new Int32Array(SLAB));
    this.#allocated += CHUNK;
    return this.#slabs[this.#slabs.length - 1].subarray(at, at + CHUNK);
  }

  /**
   * The entries of a bucket, sorted by lanes and claims. They may be modified, and are valid until
   * the next bucket is requested.
   */
  sorted(bucket: number): Int32Array {
    const starts = this.#starts.fill(0);
    const next = this.#next;
    const parts = this.#parts(bucket);
    for (const chunk of parts) {
      for (let i = 0; i < chunk.length; i += WORDS) {
        starts[(chunk[i] >>> 12 & BINS - 1) + 1] += WORDS;
      }
    }
    for (let bin = 0; bin < BINS; bin++) starts[bin + 1] += starts[bin];
    const out = this.#room(bucket);
    next.set(starts);
    for (const chunk of parts) {
      for (let i = 0; i < chunk.length; i += WORDS) {
        const bin = chunk[i] >>> 12 & BINS - 1;
        const at = next[bin];
        out[at] = chunk[i];
        out[at + 1] = chunk[i + 1];
        out[at + 2] = chunk[i + 2];
        next[bin] = at + WORDS;
      }
    }
    for (let bin = 0; bin < BINS; bin++) {
      const size = starts[bin + 1] - starts[bin];
      if (size > INSERTION_MAX * WORDS) sortByComparison(out, starts[bin], starts[bin + 1]);
      else if (size > WORDS) sortByInsertion(out, starts[bin], starts[bin + 1]);
    }
    return out;
  }

  /** Replaces the entries of a bucket. There must not be more of them than before. */
  keep(bucket: number, entries: Int32Array): void {
    this.#used[bucket] = entries.length;
    let at = 0;
    for (const chunk of this.#parts(bucket)) {
      chunk.set(entries.subarray(at, at + chunk.length));
      at += chunk.length;
    }
  }

  /** Yields the entries of each bucket in turn, valid until the next. */
  *[Symbol.iterator](): Generator<Int32Array> {
    for (let bucket = 0; bucket < BUCKETS; bucket++) {
      const out = this.#room(bucket);
      let at = 0;
      for (const chunk of this.#parts(bucket)) {
        out.set(chunk, at);
        at += chunk.length;
      }
      yield out;
    }
  }

  /** The used parts of the chunks of a bucket. */
  #parts(bucket: number): Int32Array[] {
    const used = this.#used[bucket];
    const chunks = this.#chunks[bucket].slice(0, Math.ceil(used / CHUNK));
    return chunks.map((chunk, i) =>
      (i + 1) * CHUNK > used ? chunk.subarray(0, used - i * CHUNK) : chunk
    );
  }

  /** Reserves buffer space for the entries of a bucket. */
  #room(bucket: number): Int32Array {
    const used = this.#used[bucket];
    if (this.#aside.length < used) this.#aside = new Int32Array(used * 2);
    return this.#aside.subarray(0, used);
  }
}

function isAfter(words: Int32Array, at: number, h1: number, h2: number, claim: number): boolean {
  if (words[at] !== h1) return words[at] > h1;
  if (words[at + 1] !== h2) return words[at + 1] > h2;
  return words[at + 2] > claim;
}

function sortByInsertion(words: Int32Array, start: number, end: number): void {
  for (let i = start + WORDS; i < end; i += WORDS) {
    const h1 = words[i];
    const h2 = words[i + 1];
    const claim = words[i + 2];
    let at = i;
    for (; at > start && isAfter(words, at - WORDS, h1, h2, claim); at -= WORDS) {
      words.copyWithin(at, at - WORDS, at);
    }
    words[at] = h1;
    words[at + 1] = h2;
    words[at + 2] = claim;
  }
}

function sortByComparison(words: Int32Array, start: number, end: number): void {
  const copy = words.slice(start, end);
  const order = new Uint32Array(copy.length / WORDS);
  for (let i = 0; i < order.length; i++) order[i] = i * WORDS;
  order.sort((a, b) => copy[a] - copy[b] || copy[a + 1] - copy[b + 1] || copy[a + 2] - copy[b + 2]);
  for (let i = 0, at = start; i < order.length; i++, at += WORDS) {
    words[at] = copy[order[i]];
    words[at + 1] = copy[order[i] + 1];
    words[at + 2] = copy[order[i] + 2];
  }
}
