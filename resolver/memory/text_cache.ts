/** Caches the texts of repeated bytes, so that equal texts are one string and no garbage. */

/** Converts bytes[at, end) to text. */
export type BytesToText = (bytes: Uint8Array, at: number, end: number) => string;

/**
 * A bounded cache of texts. Each text has one slot, by a hash of its bytes; a later text replaces
 * it.
 */
export class TextCache {
  readonly #longest: number;
  readonly #toText: BytesToText;
  readonly #bytes: Uint8Array;
  /** Length in bytes of the text in each slot plus one, 0 = free. */
  readonly #lengths: Uint8Array;
  readonly #texts: string[];

  /**
   * `places` is a power of two. Texts of more than `longest` bytes (at most 254) are not cached.
   */
  constructor(places: number, longest: number, toText: BytesToText) {
    this.#longest = longest;
    this.#toText = toText;
    this.#bytes = new Uint8Array(places * longest);
    this.#lengths = new Uint8Array(places);
    this.#texts = new Array<string>(places).fill("");
  }

  /** The text of bytes[at, end). It must depend on the bytes only. */
  of(bytes: Uint8Array, at: number, end: number): string {
    const length = end - at;
    if (length > this.#longest) return this.#toText(bytes, at, end);
    let hash = length;
    for (let i = at; i < end; i++) hash = Math.imul(hash ^ bytes[i], 0x01000193);
    const place = (hash ^ hash >>> 15) & this.#lengths.length - 1;
    if (this.#isAt(place, bytes, at, length)) return this.#texts[place];
    const cached = this.#bytes;
    const from = place * this.#longest;
    for (let i = 0; i < length; i++) cached[from + i] = bytes[at + i];
    this.#lengths[place] = length + 1;
    return this.#texts[place] = this.#toText(bytes, at, end);
  }

  #isAt(place: number, bytes: Uint8Array, at: number, length: number): boolean {
    if (this.#lengths[place] !== length + 1) return false;
    const cached = this.#bytes;
    const from = place * this.#longest;
    for (let i = 0; i < length; i++) if (cached[from + i] !== bytes[at + i]) return false;
    return true;
  }
}
