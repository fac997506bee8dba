/**
 * A Bloom filter of recently seen numbers: two bits for each number, whatever the number of
 * entries.
 */

/**
 * Numbers noted before the filter is cleared. By then one new number in sixty is a false positive.
 */
const MOST = 65_536;
const PLACES_BITS = 20;

/** The numbers seen since the filter was last cleared; 128 KB. */
export class AdmissionFilter {
  readonly #bits = new Int32Array((1 << PLACES_BITS) / 32);
  #count = 0;

  /** Whether this 32-bit number was seen before. Notes the number. */
  testAndAdd(number: number): boolean {
    const bits = this.#bits;
    const one = number >>> 32 - PLACES_BITS;
    const other = Math.imul(number, 0x9e3779b1) >>> 32 - PLACES_BITS;
    // Shift counts are taken modulo 32.
    const oneBit = 1 << one;
    const otherBit = 1 << other;
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
