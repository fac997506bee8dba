/** Texts of bytes that come again and again: each is made once while it is remembered, so that it is one string and no garbage. */

/** Makes the text of the bytes from `at` to before `end`. */
export type ToText = (bytes: Uint8Array, at: number, end: number) => string;

/** A bounded memory of texts. Each has one place, by a hash of its bytes; what comes there next takes it. */
export class RepeatedTexts {
  readonly #longest: number;
  readonly #toText: ToText;
  readonly #bytes: Uint8Array;
  /** Bytes of the text at each place and one more, 0 = none. */
  readonly #lengths: Uint8Array;
  readonly #texts: string[];

  /** `places` is a power of two; texts of more bytes than `longest`, 254 at most, are made each time. */
  constructor(places: number, longest: number, toText: ToText) {
    this.#longest = longest;
    this.#toText = toText;
    this.#bytes = new Uint8Array(places * longest);
    this.#lengths = new Uint8Array(places);
    this.#texts = new Array<string>(places).fill("");
  }

  /** The text of bytes, which must be the same for the same bytes. */
  of(bytes: Uint8Array, at: number, end: number): string {
    const length = end - at;
    if (length > this.#longest) return this.#toText(bytes, at, end);
    let hash = length;
    for (let i = at; i < end; i++) hash = Math.imul(hash ^ bytes[i], 0x01000193);
    const place = (hash ^ hash >>> 15) & this.#lengths.length - 1;
    if (this.#isAt(place, bytes, at, length)) return this.#texts[place];
    const kept = this.#bytes;
    const from = place * this.#longest;
    for (let i = 0; i < length; i++) kept[from + i] = bytes[at + i];
    this.#lengths[place] = length + 1;
    return this.#texts[place] = this.#toText(bytes, at, end);
  }

  #isAt(place: number, bytes: Uint8Array, at: number, length: number): boolean {
    if (this.#lengths[place] !== length + 1) return false;
    const kept = this.#bytes;
    const from = place * this.#longest;
    for (let i = 0; i < length; i++) if (kept[from + i] !== bytes[at + i]) return false;
    return true;
  }
}
