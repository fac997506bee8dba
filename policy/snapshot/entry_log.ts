/**
 * The names of all lists on their way into a table: fingerprints with their claims, dealt into 256 buckets by their first
 * bits. Adding is a write at the end of a bucket; sorting is done a bucket at a time, so memory stays near that of the log.
 */

/** Buckets, in rising order of the first lane. */
export const BUCKETS = 256;
const WORDS = 3;
const FIRST_CHUNK = 64 * WORDS, CHUNK = 1024 * WORDS;
/** Bins of the counting sort inside a bucket: the 12 bits after the bucket's 8. */
const BINS = 4096;
/** Above this a bin is sorted by comparison: a list may name the same thing a million times. */
const INSERTION_MAX = 32;

/** Collects entries of three words: two lanes and the number of a claim. */
export class EntryLog {
  readonly #chunks: Int32Array<ArrayBuffer>[][] = Array.from({ length: BUCKETS }, () => [new Int32Array(FIRST_CHUNK)]);
  readonly #open: Int32Array<ArrayBuffer>[] = this.#chunks.map((chunks) => chunks[0]);
  readonly #used = new Int32Array(BUCKETS);
  /** Where each bin of a bucket starts, and where its next entry goes. */
  readonly #starts = new Int32Array(BINS + 1);
  readonly #next = new Int32Array(BINS + 1);
  /** Entries added. */
  size = 0;

  /** Adds an entry. */
  add(h1: number, h2: number, claim: number): void {
    const bucket = (h1 >> 24) + 128;
    let chunk = this.#open[bucket], at = this.#used[bucket];
    if (at === chunk.length) {
      chunk = this.#open[bucket] = new Int32Array(CHUNK);
      this.#chunks[bucket].push(chunk);
      at = 0;
    }
    chunk[at] = h1;
    chunk[at + 1] = h2;
    chunk[at + 2] = claim;
    this.#used[bucket] = at + WORDS;
    this.size++;
  }

  /** The entries of a bucket in order of lanes and claims; the bucket is empty afterwards. */
  takeSorted(bucket: number): Int32Array {
    const chunks = this.#chunks[bucket];
    const open = chunks[chunks.length - 1].subarray(0, this.#used[bucket]);
    chunks[chunks.length - 1] = open;
    this.#chunks[bucket] = [];
    this.#open[bucket] = open.subarray(0, 0);
    this.#used[bucket] = 0;
    const sorted = this.#sort(chunks);
    // Its memory goes now, not once garbage is collected: the next bucket is sorted into it.
    for (const { buffer } of chunks) buffer.transfer(0);
    return sorted;
  }

  #sort(chunks: readonly Int32Array[]): Int32Array {
    const starts = this.#starts.fill(0), next = this.#next;
    let words = 0;
    for (const chunk of chunks) {
      words += chunk.length;
      for (let i = 0; i < chunk.length; i += WORDS) starts[(chunk[i] >>> 12 & BINS - 1) + 1] += WORDS;
    }
    for (let bin = 0; bin < BINS; bin++) starts[bin + 1] += starts[bin];
    const out = new Int32Array(words);
    next.set(starts);
    for (const chunk of chunks) {
      for (let i = 0; i < chunk.length; i += WORDS) {
        const bin = chunk[i] >>> 12 & BINS - 1, at = next[bin];
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
}

function isAfter(words: Int32Array, at: number, h1: number, h2: number, claim: number): boolean {
  if (words[at] !== h1) return words[at] > h1;
  if (words[at + 1] !== h2) return words[at + 1] > h2;
  return words[at + 2] > claim;
}

function sortByInsertion(words: Int32Array, start: number, end: number): void {
  for (let i = start + WORDS; i < end; i += WORDS) {
    const h1 = words[i], h2 = words[i + 1], claim = words[i + 2];
    let at = i;
    for (; at > start && isAfter(words, at - WORDS, h1, h2, claim); at -= WORDS) words.copyWithin(at, at - WORDS, at);
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
