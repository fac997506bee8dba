/**
 * Rings over shared memory: numbered items, each linked to those before and behind it, and to an anchor that stands for the ring
 * itself. Memory of zeros is rings without items.
 */

/** Rings of one kind; an item is in one of them at most. */
export class Rings {
  /** Where a node leads, less itself: 0 = it is linked to nothing but itself. */
  readonly #next: Int32Array;
  readonly #previous: Int32Array;
  readonly #items: number;

  /** Bytes for so many items in so many rings. */
  static bytes(items: number, rings: number): number {
    return (items + rings) * 8;
  }

  /** Over the bytes of `memory` from `at`. */
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

  /** The item before an anchor: the last of its ring. The anchor itself when there is none. */
  last(anchor: number): number {
    return anchor + this.#previous[anchor];
  }

  /** The first item behind an anchor that is the one, -1 = none is. Ends whatever a thread that died left behind. */
  first(anchor: number, isIt: (item: number) => boolean): number {
    let item = this.#next[anchor] + anchor;
    for (let left = this.#items; left > 0 && item < this.#items; left--) {
      if (isIt(item)) return item;
      item += this.#next[item];
    }
    return -1;
  }

  /** Puts an item, which is in no ring, right behind the anchor. */
  add(item: number, anchor: number): void {
    const behind = anchor + this.#next[anchor];
    this.#link(anchor, item);
    this.#link(item, behind);
  }

  /** Takes an item out of the ring that it is in, if it is. */
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
