/**
 * The name table: one file of sorted fingerprints, mapped by every thread and immutable once
 * written. A slot contains two lanes and the set of claims on the name. A fingerprint is at its
 * home (its first lane scaled to the table) or right after it, all in ascending order. A look-up
 * therefore touches one or two cache lines and stops at the first greater one.
 *
 * Layout, all 32-bit little-endian words: header (64 bytes), slots (12 bytes each: lane 1, lane 2,
 * set; set 0 = empty), checksums (one per block of slots, then one over the checksums).
 */

/** Bytes of the header. */
export const HEADER_BYTES = 64;
/** Bytes of a slot. */
export const SLOT_BYTES = 12;
/** Slots that share a checksum. */
export const BLOCK_SLOTS = 65_536;
/** Homes per name: a third is left free, which makes 18 bytes per name. */
const HOMES_A_NAME = 1.5;

const MAGIC1 = 0x4e584f42;
const MAGIC2 = 0x53454d41;
const FORMAT = 1;
const WORDS_A_SLOT = 3;
const HEADER_WORDS = HEADER_BYTES / 4;
const TWO_31 = 2_147_483_648;

/** Positions of the header fields, in words. */
const FIELD = {
  magic1: 0,
  magic2: 1,
  format: 2,
  secret: 3,
  names: 4,
  homes: 5,
  slots: 6,
  sets: 7,
  fewestLabels: 8,
  checksum: 15,
};

/** The content of a header. */
export interface TableShape {
  /** `secretId` of the secret of its fingerprints. */
  readonly secret: number;
  /** Names in the table. */
  readonly names: number;
  /** Number of homes; `slots` has a few more for entries that overflow at the end. */
  readonly homes: number;
  /** Number of slots, including the empty one at the end. */
  readonly slots: number;
  /** Sets are numbered below this. */
  readonly sets: number;
  /** Minimum number of labels of all names; 0 = unknown, as in older tables. */
  readonly fewestLabels: number;
}

/** Number of homes for this many names. */
export function homesFor(names: number): number {
  return Math.max(1, Math.ceil(names * HOMES_A_NAME));
}

/** The home of a fingerprint, from its first lane. It increases with the lane. */
export function homeOf(h1: number, homes: number): number {
  return (h1 + TWO_31) * (homes / 4_294_967_296) | 0;
}

/**
 * Checksum of `words[start, end)`, continuing from `seed`. It detects damaged blocks; it is not a
 * signature.
 */
export function checksum(words: Int32Array, start: number, end: number, seed = 0x2545f491): number {
  let sum = seed;
  for (let i = start; i < end; i++) {
    sum = Math.imul(sum ^ words[i], 0x5bd1e995);
    sum ^= sum >>> 15;
  }
  return sum;
}

/** Size in bytes of a table with this many slots. */
export function tableBytes(slots: number): number {
  return HEADER_BYTES + slots * SLOT_BYTES + (Math.ceil(slots / BLOCK_SLOTS) + 1) * 4;
}

/** The header of a table. */
export function encodeHeader(shape: TableShape): Int32Array<ArrayBuffer> {
  const words = new Int32Array(HEADER_WORDS);
  words[FIELD.magic1] = MAGIC1;
  words[FIELD.magic2] = MAGIC2;
  words[FIELD.format] = FORMAT;
  words[FIELD.secret] = shape.secret;
  words[FIELD.names] = shape.names;
  words[FIELD.homes] = shape.homes;
  words[FIELD.slots] = shape.slots;
  words[FIELD.sets] = shape.sets;
  words[FIELD.fewestLabels] = shape.fewestLabels;
  words[FIELD.checksum] = checksum(words, 0, FIELD.checksum);
  return words;
}

/** A name table in memory, usually a mapped file. Threads may share the memory. */
export class NameTable {
  /** Names in the table. */
  readonly names: number;
  /** Sets are numbered below this. */
  readonly sets: number;
  /** `secretId` of the secret of its fingerprints. */
  readonly secret: number;
  /** Minimum number of labels of all names, at least 1: shorter suffixes need no look-up. */
  readonly fewestLabels: number;
  readonly #words: Int32Array;
  readonly #slots: number;
  readonly #homes: number;
  readonly #scale: number;

  private constructor(words: Int32Array, shape: TableShape) {
    this.names = shape.names;
    this.sets = shape.sets;
    this.secret = shape.secret;
    this.fewestLabels = Math.max(1, shape.fewestLabels);
    this.#words = words;
    this.#slots = shape.slots;
    this.#homes = shape.homes;
    this.#scale = shape.homes / 4_294_967_296;
  }

  /**
   * Opens a word-aligned table after checking its header and size, without reading blocks. Returns
   * an error text if it cannot be used.
   */
  static open({ buffer, byteOffset, length }: Uint8Array): NameTable | string {
    if (length < HEADER_BYTES) {
      return `The table of names is too short to have a header: ${length} bytes`;
    }
    const head = new Int32Array(buffer, byteOffset, HEADER_WORDS);
    if (head[FIELD.magic1] !== MAGIC1 || head[FIELD.magic2] !== MAGIC2) {
      return "This is not a table of names: it does not begin with BOXNAMES";
    }
    if (head[FIELD.format] !== FORMAT) {
      return `The table of names was written by another version of the box: format ${
        head[FIELD.format]
      }`;
    }
    if (head[FIELD.checksum] !== checksum(head, 0, FIELD.checksum)) {
      return "The header of the table of names is damaged: its checksum is wrong";
    }
    const shape = {
      secret: head[FIELD.secret],
      names: head[FIELD.names],
      homes: head[FIELD.homes],
      slots: head[FIELD.slots],
      sets: head[FIELD.sets],
      fewestLabels: head[FIELD.fewestLabels],
    };
    if (
      shape.names < 0 || shape.homes < 1 || shape.slots <= shape.homes || shape.names >= shape.slots
    ) {
      return `The header of the table of names makes no sense: ${shape.names} names in ${shape.slots} slots`;
    }
    const expected = tableBytes(shape.slots);
    if (length !== expected) {
      return `The table of names has the wrong size: ${length} bytes instead of ${expected}`;
    }
    const words = new Int32Array(buffer, byteOffset, expected >> 2);
    // The empty slot at the end terminates every look-up, whatever the blocks contain.
    if (words[HEADER_WORDS + shape.slots * WORDS_A_SLOT - 1] !== 0) {
      return "The table of names is damaged: its last slot is not empty";
    }
    return new NameTable(words, shape);
  }

  /** The set of claims on a name by its fingerprint, 0 = the name is in no list. */
  lookup(h1: number, h2: number): number {
    const words = this.#words;
    let at = HEADER_WORDS + ((h1 + TWO_31) * this.#scale | 0) * WORDS_A_SLOT;
    for (;;) {
      const set = words[at + 2];
      if (set === 0) return 0;
      const lane = words[at];
      if (lane === h1) {
        if (words[at + 1] === h2) return set;
      } else if (lane > h1) return 0;
      at += WORDS_A_SLOT;
    }
  }

  /**
   * Verifies one block per step and yields the number of blocks checked so far. Stops at the first
   * damaged block and returns its number (-1 = none). Intended for the background.
   */
  *verifyBlocks(): Generator<number, number> {
    const words = this.#words;
    const sums = HEADER_WORDS + this.#slots * WORDS_A_SLOT;
    const blocks = Math.ceil(this.#slots / BLOCK_SLOTS);
    for (let block = 0; block < blocks; block++) {
      const start = HEADER_WORDS + block * BLOCK_SLOTS * WORDS_A_SLOT;
      const end = Math.min(sums, start + BLOCK_SLOTS * WORDS_A_SLOT);
      if (checksum(words, start, end) !== words[sums + block]) return block;
      yield block + 1;
    }
    return checksum(words, sums, sums + blocks) === words[sums + blocks] ? -1 : blocks;
  }

  /** The size of the table in bytes and the fraction of its slots in use, 0 to 1. */
  occupancy(): { readonly bytes: number; readonly load: number } {
    return { bytes: tableBytes(this.#slots), load: this.names / this.#homes };
  }
}
