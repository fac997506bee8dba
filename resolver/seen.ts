/** Which numbers came before, lately: a bit for each of two places of a number, however many share one. */

/** Numbers that are noted before all is forgotten: by then one in sixty is taken for one that came before. */
const MOST = 65_536;
const PLACES_BITS = 20;

/** Numbers seen since it last forgot; 128 KB. */
export class Seen {
  readonly #bits = new Int32Array((1 << PLACES_BITS) / 32);
  #count = 0;

  /** Whether this number of 32 bits came before; notes it. */
  again(number: number): boolean {
    const bits = this.#bits;
    const one = number >>> 32 - PLACES_BITS,
      other = Math.imul(number, 0x9e3779b1) >>> 32 - PLACES_BITS;
    // A shift counts modulo 32.
    const oneBit = 1 << one, otherBit = 1 << other;
    if ((bits[one >> 5] & oneBit) !== 0 && (bits[other >> 5] & otherBit) !== 0) return true;
    if (this.#count++ === MOST) {
      bits.fill(0);
      this.#count = 1;
    }
    bits[one >> 5] |= oneBit;
    bits[other >> 5] |= otherBit;
    return false;
  }
}
