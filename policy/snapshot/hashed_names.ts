/**
 * Names that lists give as hashes alone (A 7.6.2): the first 8 octets of the SHA-256 of each, in order, with the number of the
 * list. A name asked is looked up with its parents, each hashed in turn; 64 bits of a hash that nobody of the household chose
 * meet by chance once in 10^13 names.
 *
 * Layout, 32-bit words: for each name its two lanes and its list, rising by lanes and list, lanes as unsigned.
 */
import { plainOctets, type WireName } from "../model/name.ts";
import { sha256Words } from "../model/sha256.ts";

/** Words of an entry. */
export const HASH_WORDS = 3;
/** Entries that share a place of the index, about. */
const ENTRIES_A_PLACE = 4;
const MAX_INDEX_BITS = 18;
const MAX_NAME_TEXT = 256;

const text = new Uint8Array(MAX_NAME_TEXT);
const words = new Int32Array(8);

/** An immutable index of hashed names. */
export class HashedNames {
  /** How many there are, each list's apart. */
  readonly size: number;
  readonly #entries: Int32Array;
  /** Where the entries begin whose first lane begins with these bits. */
  readonly #starts: Int32Array;
  readonly #shift: number;

  /** Reads what `encodeHashes` wrote. Throws a RangeError when it is out of order or names a list that is not there. */
  constructor(octets: Uint8Array, lists: number) {
    if (octets.length % (4 * HASH_WORDS) !== 0) throw new RangeError(`hashes in ${octets.length} octets`);
    const aligned = octets.byteOffset % 4 === 0 ? octets : octets.slice();
    this.#entries = new Int32Array(aligned.buffer, aligned.byteOffset, aligned.length / 4);
    this.size = this.#entries.length / HASH_WORDS;
    const bits = Math.min(MAX_INDEX_BITS, Math.max(1, Math.ceil(Math.log2(1 + this.size / ENTRIES_A_PLACE))));
    this.#shift = 32 - bits;
    this.#starts = new Int32Array(2 ** bits + 1);
    this.#index(lists);
  }

  /** Whether there is none. */
  get empty(): boolean {
    return this.size === 0;
  }

  /**
   * Writes the numbers of the lists that hold a name or one of its parents into `into`, those of the whole name first; how
   * many there are. `at` says where its suffixes begin, the shortest first (`Fingerprinter.at` after `ofWire`); those of one
   * label are no names that a list may hold.
   */
  find(name: WireName, at: Uint8Array, labels: number, into: number[]): number {
    if (this.size === 0 || labels < 2) return 0;
    const length = plainOctets(name, text);
    let count = 0;
    for (let i = labels - 1; i > 0; i--) {
      lowerCase(text, at[i], length);
      sha256Words(text, at[i], length, words);
      count = this.#collect(words[0], words[1], into, count);
    }
    return count;
  }

  #collect(h1: number, h2: number, into: number[], count: number): number {
    const place = h1 >>> this.#shift, entries = this.#entries, end = this.#starts[place + 1];
    for (let at = this.#starts[place]; at < end; at += HASH_WORDS) {
      if (entries[at] === h1 && entries[at + 1] === h2) into[count++] = entries[at + 2];
    }
    return count;
  }

  #index(lists: number): void {
    const entries = this.#entries, starts = this.#starts;
    let place = 0;
    for (let at = 0; at < entries.length; at += HASH_WORDS) {
      const list = entries[at + 2];
      if (list < 0 || list >= lists) throw new RangeError(`a hash of list ${list}, which is not there`);
      if (at > 0 && compareHashes(entries, at - HASH_WORDS, entries, at) >= 0) {
        throw new RangeError("hashes out of order");
      }
      for (const here = entries[at] >>> this.#shift; place < here;) starts[++place] = at;
    }
    while (place < starts.length - 1) starts[++place] = entries.length;
  }
}

/** The first two words of the hash of a name, as text in lower case without final dot. */
export function hashOfName(name: string): readonly [h1: number, h2: number] {
  const octets = new TextEncoder().encode(name), out = new Int32Array(8);
  sha256Words(octets, 0, octets.length, out);
  return [out[0], out[1]];
}

/** Entries of `HASH_WORDS` words in any order become what `HashedNames` reads: in order, each once. */
export function encodeHashes(entries: Int32Array): Uint8Array {
  const order = Array.from({ length: entries.length / HASH_WORDS }, (_, i) => i * HASH_WORDS);
  order.sort((a, b) => compareHashes(entries, a, entries, b));
  const out = new Int32Array(entries.length);
  let end = 0;
  for (const at of order) {
    if (end > 0 && compareHashes(out, end - HASH_WORDS, entries, at) === 0) continue;
    for (let word = 0; word < HASH_WORDS; word++) out[end++] = entries[at + word];
  }
  return new Uint8Array(out.buffer).slice(0, end * 4);
}

function compareHashes(a: Int32Array, i: number, b: Int32Array, j: number): number {
  return (a[i] >>> 0) - (b[j] >>> 0) || (a[i + 1] >>> 0) - (b[j + 1] >>> 0) || a[i + 2] - b[j + 2];
}

function lowerCase(octets: Uint8Array, from: number, to: number): void {
  for (let i = from; i < to; i++) if (octets[i] - 0x41 >>> 0 < 26) octets[i] |= 0x20;
}
