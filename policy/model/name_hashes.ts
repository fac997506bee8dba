/**
 * Names that lists contain only as hashes (A 7.6.2). A queried name and each of its parents are
 * hashed, and looked up in the name table by the first 64 bits of each hash, like fingerprints of
 * other names. A false match happens once in 10^13 look-ups of a million names.
 */
import { type WireName, writePlainText } from "./name.ts";
import { sha256Words } from "./sha256.ts";

const MAX_LABELS = 128;
const MAX_NAME_TEXT = 256;
/**
 * Suffixes whose hashes are cached by their fingerprints: most queried names repeat, or share a
 * parent.
 */
const REMEMBERED = 4096;
/** Fingerprint and hash. */
const WORDS = 4;

/** The suffixes of a name as computed by `Fingerprinter.ofWire`, shortest first. */
interface Suffixes {
  readonly h1: Int32Array;
  readonly h2: Int32Array;
  /** Start of each suffix in the name. */
  readonly at: Uint8Array;
}

/**
 * Hashes suffixes of names into its own arrays, which the next call overwrites. One instance per
 * thread.
 */
export class NameHashes {
  /**
   * First lane by suffix, as in `Fingerprinter`. Index 0 is unused, since no list may contain a
   * top-level label.
   */
  readonly h1: Int32Array = new Int32Array(MAX_LABELS);
  /** Second lane by suffix. */
  readonly h2: Int32Array = new Int32Array(MAX_LABELS);
  readonly #text = new Uint8Array(MAX_NAME_TEXT);
  readonly #words = new Int32Array(8);
  #known: Int32Array | undefined;

  /**
   * Hashes a name in wire format and its parents of two labels or more. `labels` of its suffixes
   * have been read.
   */
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
    const text = this.#text;
    const length = writePlainText(name, text);
    for (let i = 0; i < length; i++) if (text[i] - 0x41 >>> 0 < 26) text[i] |= 0x20;
    return length;
  }
}

/** The lanes of the hash of a name, given as lower-case text without the final dot. */
export function hashName(name: string): readonly [h1: number, h2: number] {
  const bytes = new TextEncoder().encode(name);
  const words = new Int32Array(8);
  sha256Words(bytes, 0, bytes.length, words);
  return [words[0], words[1]];
}

/** The lanes of a hash of 64 hexadecimal digits. */
export function parseHash(digits: string): readonly [h1: number, h2: number] {
  return [parseInt(digits.slice(0, 8), 16) | 0, parseInt(digits.slice(8, 16), 16) | 0];
}
