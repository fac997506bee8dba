/**
 * The table of names: one file of fingerprints in order, mapped by every thread and never changed once written. A slot holds
 * two lanes and the set of claims on the name. A fingerprint stands at its home (its first lane scaled to the table) or right
 * after, all in rising order, so that a look-up touches one or two cache lines and stops at the first greater one.
 *
 * Layout, all 32-bit little-endian words: header (64 octets), slots (12 octets each: lane 1, lane 2, set; set 0 = empty),
 * checksums (one per block of slots, then one over the checksums).
 */

/** Octets of the header. */
export const HEADER_OCTETS = 64;
/** Octets of a slot. */
export const SLOT_OCTETS = 12;
/** Slots that share a checksum. */
export const BLOCK_SLOTS = 65_536;
/** Homes a name: a third is left free, which makes 18 octets a name. */
const HOMES_A_NAME = 1.5;

const MAGIC1 = 0x4e584f42; // "BOXN"
const MAGIC2 = 0x53454d41; // "AMES"
const FORMAT = 1;
const WORDS_A_SLOT = 3;
const HEADER_WORDS = HEADER_OCTETS / 4;
const TWO_31 = 2_147_483_648;

/** Where the fields of the header stand, in words. */
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

/** What a header says. */
export interface TableShape {
  /** `secretId` of the secret of its fingerprints. */
  readonly secret: number;
  /** Names in the table. */
  readonly names: number;
  /** Places a fingerprint may call home; `slots` has a few more for those that overflow at the end. */
  readonly homes: number;
  /** Places of the table, the empty one at its end included. */
  readonly slots: number;
  /** Sets are numbered below this. */
  readonly sets: number;
  /** Labels that every name has at least; 0 = not known, as in tables of before. */
  readonly fewestLabels: number;
}

/** Homes for so many names. */
export function homesFor(names: number): number {
  return Math.max(1, Math.ceil(names * HOMES_A_NAME));
}

/** The first place of a fingerprint, from its first lane. Rises with it. */
export function homeOf(h1: number, homes: number): number {
  return (h1 + TWO_31) * (homes / 4_294_967_296) | 0;
}

/** Checksum of `words[start, end)`, going on from `seed`. Finds torn and rotten blocks; it is no signature. */
export function checksum(words: Int32Array, start: number, end: number, seed = 0x2545f491): number {
  let sum = seed;
  for (let i = start; i < end; i++) {
    sum = Math.imul(sum ^ words[i], 0x5bd1e995);
    sum ^= sum >>> 15;
  }
  return sum;
}

/** Octets of a whole table with so many slots. */
export function tableOctets(slots: number): number {
  return HEADER_OCTETS + slots * SLOT_OCTETS + (Math.ceil(slots / BLOCK_SLOTS) + 1) * 4;
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

/** A table of names in memory, usually a mapped file. Threads may share the memory. */
export class NameTable {
  /** Names in the table. */
  readonly names: number;
  /** Sets are numbered below this. */
  readonly sets: number;
  /** `secretId` of the secret of its fingerprints. */
  readonly secret: number;
  /** Labels that every name has at least, from 1: shorter suffixes need no look-up. */
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

  /** Opens a table, which begins at a word, after checking its header and size; text says why it cannot be used. Blocks are not read. */
  static open({ buffer, byteOffset, length }: Uint8Array): NameTable | string {
    if (length < HEADER_OCTETS) {
      return `The table of names is too short to have a header: ${length} octets`;
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
    const expected = tableOctets(shape.slots);
    if (length !== expected) {
      return `The table of names has the wrong size: ${length} octets instead of ${expected}`;
    }
    const words = new Int32Array(buffer, byteOffset, expected >> 2);
    // The empty slot at the end stops every look-up, whatever the blocks hold.
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
   * Checks the blocks against their checksums, one each step, giving the number of blocks checked so far; stops at the
   * first damaged one, whose number it returns (-1 = all sound). Meant to run in the background.
   */
  *verifyBlocks(): Generator<number, number> {
    const words = this.#words, sums = HEADER_WORDS + this.#slots * WORDS_A_SLOT;
    const blocks = Math.ceil(this.#slots / BLOCK_SLOTS);
    for (let block = 0; block < blocks; block++) {
      const start = HEADER_WORDS + block * BLOCK_SLOTS * WORDS_A_SLOT;
      const end = Math.min(sums, start + BLOCK_SLOTS * WORDS_A_SLOT);
      if (checksum(words, start, end) !== words[sums + block]) return block;
      yield block + 1;
    }
    return checksum(words, sums, sums + blocks) === words[sums + blocks] ? -1 : blocks;
  }

  /** How the table is filled: its size in octets and the part of its slots in use, 0 to 1. */
  occupancy(): { readonly octets: number; readonly load: number } {
    return { octets: tableOctets(this.#slots), load: this.names / this.#homes };
  }
}
