/**
 * Fingerprints of names: 64 bits in two lanes, keyed by a secret of the box, so that outsiders
 * cannot craft names that collide. Names are read from the end, so one pass computes the
 * fingerprints of a name and all its parents.
 */

/** Bytes of the secret that keys the fingerprints. */
export const SECRET_BYTES = 16;

/**
 * Separates labels. No byte has this value, so a dot inside a label is not mistaken for a boundary.
 */
const BOUNDARY = 0x100;
const MAX_LABELS = 128;

/**
 * Computes fingerprints into its own arrays, which the next call overwrites. One instance per
 * thread and secret.
 */
export class Fingerprinter {
  /** First lane by suffix: 0 is the top-level label, the last entry is the entire name. */
  readonly h1: Int32Array = new Int32Array(MAX_LABELS);
  /** Second lane by suffix. */
  readonly h2: Int32Array = new Int32Array(MAX_LABELS);
  /** Start of each suffix in the wire-format name last read. */
  readonly at: Uint8Array = new Uint8Array(MAX_LABELS);
  readonly #starts = new Uint8Array(MAX_LABELS);
  readonly #start1: number;
  readonly #start2: number;
  readonly #multiplier1: number;
  readonly #multiplier2: number;

  /** `secret` is 16 bytes; throws a RangeError for any other length. */
  constructor(secret: Uint8Array) {
    if (secret.length !== SECRET_BYTES) {
      throw new RangeError(`A secret of fingerprints has 16 bytes: ${secret.length}`);
    }
    const view = new DataView(secret.buffer, secret.byteOffset, SECRET_BYTES);
    this.#start1 = view.getInt32(0, true);
    this.#start2 = view.getInt32(4, true);
    // Odd, so that no step loses a bit, and 5 modulo 8, for the best mixing of the low bits.
    this.#multiplier1 = (view.getInt32(8, true) & ~7) | 5;
    this.#multiplier2 = (view.getInt32(12, true) & ~7) | 5;
  }

  /**
   * Computes the fingerprints of all suffixes of a wire-format name (upper case allowed), shortest
   * first. Returns their count: 0 for the root and for anything other than an uncompressed name.
   */
  ofWire(name: Uint8Array): number {
    const starts = this.#starts;
    const size = name.length;
    let labels = 0;
    let at = 0;
    while (at < size && name[at] !== 0) {
      if (labels === MAX_LABELS - 1 || name[at] > 63) return 0;
      starts[labels++] = at;
      at += name[at] + 1;
    }
    if (at >= size) return 0;
    const m1 = this.#multiplier1;
    const m2 = this.#multiplier2;
    let a = this.#start1;
    let b = this.#start2;
    let count = 0;
    for (let label = labels - 1; label >= 0; label--) {
      const start = starts[label];
      for (let i = start + name[start]; i > start; i--) {
        let byte = name[i];
        if (byte - 0x41 >>> 0 < 26) byte |= 0x20;
        a = Math.imul(a ^ byte, m1);
        a ^= a >>> 15;
        b = Math.imul((b ^ a) + byte, m2);
        b ^= b >>> 13;
      }
      this.#emit(count, a, b);
      this.at[count++] = start;
      a = Math.imul(a ^ BOUNDARY, m1);
      a ^= a >>> 15;
      b = Math.imul((b ^ a) + BOUNDARY, m2);
      b ^= b >>> 13;
    }
    return count;
  }

  /**
   * Computes the fingerprint of the name `bytes[start, end)`: ASCII without escapes or final dot.
   * The result is in `h1[0]` and `h2[0]` and equals that of the same name in wire format.
   */
  ofText(bytes: Uint8Array, start: number, end: number): void {
    const m1 = this.#multiplier1;
    const m2 = this.#multiplier2;
    let a = this.#start1;
    let b = this.#start2;
    for (let i = end - 1; i >= start; i--) {
      let byte = bytes[i];
      if (byte - 0x41 >>> 0 < 26) byte |= 0x20;
      else if (byte === 0x2e) byte = BOUNDARY;
      a = Math.imul(a ^ byte, m1);
      a ^= a >>> 15;
      b = Math.imul((b ^ a) + byte, m2);
      b ^= b >>> 13;
    }
    this.#emit(0, a, b);
  }

  /** Spreads the state over all bits: until here the lanes carried changes only upwards. */
  #emit(slot: number, a: number, b: number): void {
    a ^= b >>> 16;
    a = Math.imul(a ^ a >>> 16, -0x7a143595);
    a = Math.imul(a ^ a >>> 13, -0x3d4d51cb);
    a ^= a >>> 16;
    b = Math.imul(b ^ b >>> 15, 0x2c1b3c6d);
    b = Math.imul(b + a ^ b >>> 12, 0x297a2d39);
    this.h1[slot] = a;
    this.h2[slot] = b ^ b >>> 15;
  }
}

/** A number that identifies a secret without revealing it. Tables contain it. */
export function secretId(secret: Uint8Array): number {
  const fingerprinter = new Fingerprinter(secret);
  const bytes = new TextEncoder().encode("secret.of.the.box");
  fingerprinter.ofText(bytes, 0, bytes.length);
  return fingerprinter.h2[0];
}
