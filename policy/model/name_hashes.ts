/**
 * Names that lists give as hashes alone (A 7.6.2): a name asked is hashed with each of its parents, and looked up in the table of
 * names by the first 64 bits of each hash, as others are by their fingerprints. That a hash meets the wrong name happens once in
 * 10^13 look-ups of a million names.
 */
import { plainOctets, type WireName } from "./name.ts";
import { sha256Words } from "./sha256.ts";

const MAX_LABELS = 128, MAX_NAME_TEXT = 256;
/** Suffixes whose hashes are remembered, by their fingerprints: most names asked were asked before, or share a parent. */
const REMEMBERED = 4096;
/** Fingerprint and hash. */
const WORDS = 4;

/** The suffixes of a name as `Fingerprinter.ofWire` left them, the shortest first. */
interface Suffixes {
  readonly h1: Int32Array;
  readonly h2: Int32Array;
  /** Where each begins in the name. */
  readonly at: Uint8Array;
}

/** Hashes suffixes of names into arrays of its own, which the next call overwrites. One per thread. */
export class NameHashes {
  /** First lane by suffix, as in `Fingerprinter`; nothing at 0, since no list may hold a top-level label. */
  readonly h1: Int32Array = new Int32Array(MAX_LABELS);
  /** Second lane by suffix. */
  readonly h2: Int32Array = new Int32Array(MAX_LABELS);
  readonly #text = new Uint8Array(MAX_NAME_TEXT);
  readonly #words = new Int32Array(8);
  #known: Int32Array | undefined;

  /** Hashes a name in wire format and its parents of two labels or more; `labels` suffixes of it were read. */
  ofWire(name: WireName, { h1, h2, at }: Suffixes, labels: number): void {
    const known = this.#known ??= new Int32Array(REMEMBERED * WORDS);
    let length = -1;
    for (let i = 1; i < labels; i++) {
      const place = (h1[i] & REMEMBERED - 1) * WORDS;
      if (known[place] !== h1[i] || known[place + 1] !== h2[i]) {
        if (length < 0) length = this.#read(name);
        sha256Words(this.#text, at[i], length, this.#words);
        known[place] = h1[i];
        known[place + 1] = h2[i];
        known[place + 2] = this.#words[0];
        known[place + 3] = this.#words[1];
      }
      this.h1[i] = known[place + 2];
      this.h2[i] = known[place + 3];
    }
  }

  #read(name: WireName): number {
    const text = this.#text, length = plainOctets(name, text);
    for (let i = 0; i < length; i++) if (text[i] - 0x41 >>> 0 < 26) text[i] |= 0x20;
    return length;
  }
}

/** The lanes of the hash of a name, given as text in lower case without final dot. */
export function hashOfName(name: string): readonly [h1: number, h2: number] {
  const octets = new TextEncoder().encode(name), words = new Int32Array(8);
  sha256Words(octets, 0, octets.length, words);
  return [words[0], words[1]];
}

/** The lanes of a hash of 64 hexadecimal digits. */
export function lanesOfHash(digits: string): readonly [h1: number, h2: number] {
  return [parseInt(digits.slice(0, 8), 16) | 0, parseInt(digits.slice(8, 16), 16) | 0];
}
