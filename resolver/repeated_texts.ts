/** Texts of octets that come again and again: each is made once while it is remembered, so that it is one string and no garbage. */

/** Makes the text of the octets from `at` to before `end`. */
export type ToText = (octets: Uint8Array, at: number, end: number) => string;

/** A bounded memory of texts. Each has one place, by a hash of its octets; what comes there next takes it. */
export class RepeatedTexts {
  readonly #longest: number;
  readonly #toText: ToText;
  readonly #octets: Uint8Array;
  /** Octets of the text at each place and one more, 0 = none. */
  readonly #lengths: Uint8Array;
  readonly #texts: string[];

  /** `places` is a power of two; texts of more octets than `longest`, 254 at most, are made each time. */
  constructor(places: number, longest: number, toText: ToText) {
    this.#longest = longest;
    this.#toText = toText;
    this.#octets = new Uint8Array(places * longest);
    this.#lengths = new Uint8Array(places);
    this.#texts = new Array<string>(places).fill("");
  }

  /** The text of octets, which must be the same for the same octets. */
  of(octets: Uint8Array, at: number, end: number): string {
    const length = end - at;
    if (length > this.#longest) return this.#toText(octets, at, end);
    let hash = length;
    for (let i = at; i < end; i++) hash = Math.imul(hash ^ octets[i], 0x01000193);
    const place = (hash ^ hash >>> 15) & this.#lengths.length - 1;
    if (this.#isAt(place, octets, at, length)) return this.#texts[place];
    const kept = this.#octets, from = place * this.#longest;
    for (let i = 0; i < length; i++) kept[from + i] = octets[at + i];
    this.#lengths[place] = length + 1;
    return this.#texts[place] = this.#toText(octets, at, end);
  }

  #isAt(place: number, octets: Uint8Array, at: number, length: number): boolean {
    if (this.#lengths[place] !== length + 1) return false;
    const kept = this.#octets, from = place * this.#longest;
    for (let i = 0; i < length; i++) if (kept[from + i] !== octets[at + i]) return false;
    return true;
  }
}
