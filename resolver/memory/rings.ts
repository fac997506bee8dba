/**
 * Doubly linked rings in shared memory. Numbered items are linked to their neighbours and to the
 * anchor of their ring. Zeroed memory has rings without items.
 */

/** Rings of one kind. An item is in at most one of them. */
export class SharedRings {
  /** Number of the next node minus its own; 0 = linked to itself. */
  readonly #next: Int32Array;
  readonly #previous: Int32Array;
  readonly #items: number;

  /** Bytes for this number of items and rings. */
  static bytes(items: number, rings: number): number {
    return (items + rings) * 8;
  }

  /** A view of `memory` from offset `at`. */
  constructor(memory: SharedArrayBuffer, at: number, items: number, rings: number) {
    const nodes = items + rings;
    this.#next = new Int32Array(memory, at, nodes);
    this.#previous = new Int32Array(memory, at + nodes * 4, nodes);
    this.#items = items;
  }

  /** The anchor of a ring. */
  anchor(ring: number): number {
    return this.#items + ring;
  }

  /** The last item of a ring, before its anchor. The anchor itself when the ring is empty. */
  last(anchor: number): number {
    return anchor + this.#previous[anchor];
  }

  /**
   * The first item after an anchor for which `isIt` returns true, -1 = none. Terminates whatever
   * state a dead thread left.
   */
  first(anchor: number, isIt: (item: number) => boolean): number {
    let item = this.#next[anchor] + anchor;
    for (let left = this.#items; left > 0 && item < this.#items; left--) {
      if (isIt(item)) return item;
      item += this.#next[item];
    }
    return -1;
  }

  /** Inserts an item that is in no ring after the anchor. */
  add(item: number, anchor: number): void {
    const behind = anchor + this.#next[anchor];
    this.#link(anchor, item);
    this.#link(item, behind);
  }

  /** Removes an item from its ring, if it is in one. */
  remove(item: number): void {
    this.#link(item + this.#previous[item], item + this.#next[item]);
    this.#next[item] = this.#previous[item] = 0;
  }

  /** Empties all rings. */
  clear(): void {
    this.#next.fill(0);
    this.#previous.fill(0);
  }

  #link(node: number, next: number): void {
    this.#next[node] = next - node;
    this.#previous[next] = node - next;
  }
}
