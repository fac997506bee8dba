/** Serializes a name table in pieces: header, blocks of slots, checksums. */
import { BLOCK_SLOTS, checksum, encodeHeader, homeOf, homesFor, tableBytes } from "./name_table.ts";

/** The pieces of a table, built from sorted names. */
export class TablePieces {
  /** Names in the table. */
  readonly names: number;
  /** Total size of all pieces in bytes. */
  readonly bytes: number;
  readonly #buckets: Iterable<Int32Array>;
  readonly #secret: number;
  readonly #sets: number;
  readonly #fewestLabels: number;
  readonly #homes: number;
  readonly #slots: number;

  /**
   * `buckets`, iterated twice, contain lane 1, lane 2 and set of each entry, in ascending order of
   * the first lane. `fewestLabels` 0 = unknown. `names` counts the entries that some list contains.
   */
  constructor(
    buckets: Iterable<Int32Array>,
    entries: number,
    secret: number,
    sets: number,
    fewestLabels = 0,
    names = entries,
  ) {
    this.#buckets = buckets;
    this.names = names;
    this.#secret = secret;
    this.#sets = sets;
    this.#fewestLabels = fewestLabels;
    this.#homes = homesFor(entries);
    let last = -1;
    for (const bucket of buckets) {
      for (let i = 0; i < bucket.length; i += 3) {
        last = Math.max(last + 1, homeOf(bucket[i], this.#homes));
      }
    }
    // One extra slot: the last one stays empty and terminates every look-up.
    this.#slots = Math.max(this.#homes, last + 1) + 1;
    this.bytes = tableBytes(this.#slots);
  }

  /** The pieces in order. Each is valid until the next is requested. */
  *pieces(): Generator<Uint8Array<ArrayBuffer>> {
    const shape = {
      secret: this.#secret,
      names: this.names,
      homes: this.#homes,
      slots: this.#slots,
      sets: this.#sets,
      fewestLabels: this.#fewestLabels,
    };
    yield bytesOf(encodeHeader(shape));
    const block = new Int32Array(BLOCK_SLOTS * 3);
    const sums: number[] = [];
    let blockStart = 0;
    let next = 0;
    for (const bucket of this.#buckets) {
      for (let i = 0; i < bucket.length; i += 3) {
        const slot = Math.max(next, homeOf(bucket[i], this.#homes));
        while (slot - blockStart >= BLOCK_SLOTS) {
          sums.push(checksum(block, 0, block.length));
          yield bytesOf(block);
          block.fill(0);
          blockStart += BLOCK_SLOTS;
        }
        const at = (slot - blockStart) * 3;
        block[at] = bucket[i];
        block[at + 1] = bucket[i + 1];
        block[at + 2] = bucket[i + 2];
        next = slot + 1;
      }
    }
    for (; blockStart < this.#slots; blockStart += BLOCK_SLOTS) {
      const rest = block.subarray(0, Math.min(BLOCK_SLOTS, this.#slots - blockStart) * 3);
      sums.push(checksum(rest, 0, rest.length));
      yield bytesOf(rest);
      block.fill(0);
    }
    const trailer = new Int32Array(sums.length + 1);
    trailer.set(sums);
    trailer[sums.length] = checksum(trailer, 0, sums.length);
    yield bytesOf(trailer);
  }

  /** The whole table in memory. */
  toBuffer(): ArrayBuffer {
    const out = new Uint8Array(this.bytes);
    let at = 0;
    for (const piece of this.pieces()) {
      out.set(piece, at);
      at += piece.length;
    }
    return out.buffer;
  }
}

function bytesOf(words: Int32Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  return new Uint8Array(words.buffer, words.byteOffset, words.byteLength);
}
