/**
 * Object pools. Reused records need no garbage collection, which took a quarter of the time. The
 * user of a record returns it once, when nothing refers to it any more. A record that is never
 * returned is collected.
 */

/** Maximum number of free records: enough for a busy second, little memory after a flood. */
const MOST = 1024;

/** A pool of records of one kind. */
export class ObjectPool<Item> {
  readonly #make: () => Item;
  readonly #ready: Item[] = [];
  #count = 0;

  /** `make` creates a record when none is free. */
  constructor(make: () => Item) {
    this.#make = make;
  }

  /** A free record in the state in which it was returned, or a new one. */
  acquire(): Item {
    return this.#count === 0 ? this.#make() : this.#ready[--this.#count];
  }

  /** Returns a record to the pool. */
  release(item: Item): void {
    if (this.#count < MOST) this.#ready[this.#count++] = item;
  }
}
