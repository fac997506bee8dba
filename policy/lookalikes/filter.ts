/** A set of hashed texts that may contain more than was added, but never less. */

/** Factor of the hash, and its inverse modulo 2^32: letters can be removed from a hash. */
export const FACTOR = 0x9e3779b1;
export const INVERSE = inverseOf(FACTOR);

function inverseOf(odd: number): number {
  let inverse = odd;
  for (let i = 0; i < 5; i++) inverse = Math.imul(inverse, 2 - Math.imul(odd, inverse));
  return inverse;
}

/** The hash of a text of ASCII letters: the sum of its bytes, each times a power of `FACTOR`. */
export function textHash(text: string): number {
  let hash = 0;
  let power = 1;
  for (let i = 0; i < text.length; i++) {
    hash = hash + Math.imul(text.charCodeAt(i), power) | 0;
    power = Math.imul(power, FACTOR);
  }
  return hash;
}

/** The filter. */
export class TextFilter {
  readonly #bits: Uint32Array;
  readonly #shift: number;

  /** `size` is the binary logarithm of the number of bits. */
  constructor(size: number, texts: Iterable<string> = []) {
    this.#bits = new Uint32Array(1 << size - 5);
    this.#shift = 32 - size;
    for (const text of texts) this.add(textHash(text));
  }

  /** Adds a hash. */
  add(hash: number): void {
    const bit = Math.imul(hash, 0x85ebca6b) >>> this.#shift;
    this.#bits[bit >> 5] |= 1 << (bit & 31);
  }

  /** Whether the hash may have been added. */
  has(hash: number): boolean {
    const bit = Math.imul(hash, 0x85ebca6b) >>> this.#shift;
    return (this.#bits[bit >> 5] & 1 << (bit & 31)) !== 0;
  }
}
