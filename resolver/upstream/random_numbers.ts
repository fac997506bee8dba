/**
 * Unpredictable numbers, a few bytes at a time: ids, letter case and choice of sockets (RFC 5452
 * 9.2).
 */

const WORDS = 1024;

/**
 * Cryptographic random numbers, drawn in blocks: one call of the source is enough for a thousand
 * queries.
 */
export class RandomNumbers {
  readonly #fill: (bytes: Uint8Array<ArrayBuffer>) => void;
  readonly #words = new Uint32Array(WORDS);
  readonly #bytes = new Uint8Array(this.#words.buffer);
  #at = WORDS;

  /** `fill` is crypto.getRandomValues or, in tests, a seeded replacement. */
  constructor(fill: (bytes: Uint8Array<ArrayBuffer>) => void) {
    this.#fill = fill;
  }

  /** 32 random bits as an unsigned number. */
  next(): number {
    if (this.#at === WORDS) {
      this.#fill(this.#bytes);
      this.#at = 0;
    }
    return this.#words[this.#at++];
  }

  /** A random number in [0, 1). */
  fraction(): number {
    return this.next() / 0x1_0000_0000;
  }

  /** Random bytes. */
  bytes(length: number): Uint8Array<ArrayBuffer> {
    const out = new Uint8Array(length);
    this.#fill(out);
    return out;
  }
}
