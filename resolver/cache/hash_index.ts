/**
 * Finds entries by their 32-bit hash. Open addressing with linear probing and without tombstones;
 * grows up to a limit.
 */

const FIRST_SLOTS = 1024;
const BYTES_A_SLOT = 8;

/** A table of (hash, position) pairs in one typed array; hashes are 32-bit, positions 31-bit. */
export class HashIndex {
  /** Pairs of hash and position + 1; 0 = free. */
  #slots: Int32Array<ArrayBuffer>;
  #mask: number;
  #used = 0;
  readonly #mostSlots: number;

  /** Takes at most `mostBytes`, rounded down to a power of two slots. */
  constructor(mostBytes: number) {
    this.#mostSlots = Math.max(16, 2 ** Math.floor(Math.log2(mostBytes / BYTES_A_SLOT)));
    const slots = Math.min(FIRST_SLOTS, this.#mostSlots);
    this.#slots = new Int32Array(slots * 2);
    this.#mask = slots - 1;
  }

  /** Number of entries. */
  get size(): number {
    return this.#used;
  }

  /** Bytes in use. */
  get bytes(): number {
    return this.#slots.byteLength;
  }

  /** Whether an entry must be removed before another one can be added. */
  get full(): boolean {
    return this.#used >= this.#mostSlots * 0.75;
  }

  /** The first slot to check for a hash. Continue with `next` until `positionAt` returns -1. */
  start(hash: number): number {
    return hash & this.#mask;
  }

  /** The slot after this one. */
  next(slot: number): number {
    return slot + 1 & this.#mask;
  }

  /**
   * The position in a slot if its hash matches, -2 if it holds another hash, -1 if the slot is
   * free.
   */
  positionAt(slot: number, hash: number): number {
    const position = this.#slots[slot * 2 + 1];
    if (position === 0) return -1;
    return this.#slots[slot * 2] === hash ? position - 1 : -2;
  }

  /** Adds a pair. The caller ensures that it is new and that the index is not full. */
  add(hash: number, position: number): void {
    if (this.#used >= (this.#mask + 1) * 0.75 && this.#mask + 1 < this.#mostSlots) this.#grow();
    this.#place(hash, position + 1);
    this.#used++;
  }

  /** Updates the position of an entry that moved from `from` to `to`. */
  move(hash: number, from: number, to: number): void {
    this.#slots[this.#slotOf(hash, from) * 2 + 1] = to + 1;
  }

  /** Removes an existing pair and closes the gap. */
  remove(hash: number, position: number): void {
    const slots = this.#slots;
    const mask = this.#mask;
    let hole = this.#slotOf(hash, position);
    for (let slot = hole + 1 & mask; slots[slot * 2 + 1] !== 0; slot = slot + 1 & mask) {
      const home = slots[slot * 2] & mask;
      if ((slot - home & mask) < (slot - hole & mask)) continue;
      slots[hole * 2] = slots[slot * 2];
      slots[hole * 2 + 1] = slots[slot * 2 + 1];
      hole = slot;
    }
    slots[hole * 2 + 1] = 0;
    this.#used--;
  }

  #slotOf(hash: number, position: number): number {
    let slot = hash & this.#mask;
    while (this.#slots[slot * 2 + 1] !== position + 1) slot = slot + 1 & this.#mask;
    return slot;
  }

  #place(hash: number, stored: number): void {
    let slot = hash & this.#mask;
    while (this.#slots[slot * 2 + 1] !== 0) slot = slot + 1 & this.#mask;
    this.#slots[slot * 2] = hash;
    this.#slots[slot * 2 + 1] = stored;
  }

  #grow(): void {
    const old = this.#slots;
    this.#slots = new Int32Array(old.length * 2);
    this.#mask = old.length - 1;
    for (let i = 0; i < old.length; i += 2) if (old[i + 1] !== 0) this.#place(old[i], old[i + 1]);
    // Frees the old table at once. A thread that creates little garbage would wait long for the
    // collector.
    old.buffer.transfer(0);
  }
}
