/**
 * The numbers of entries: given as they come, so that the live view and the journal call an entry the same, and never given
 * twice, so that a page knows what it shows already.
 */

/** Numbers left out at each start: those that a box that was killed may have shown and not written. */
const LEFT_OUT = 10_000;

/** Gives numbers; what the journal holds is learned when its database can be used. */
export class Numbering {
  #next = 1;
  #known = false;

  /** The number of the next entry. */
  get next(): number {
    return this.#next;
  }

  /** Whether the numbers are known to be above those of the journal. */
  get known(): boolean {
    return this.#known;
  }

  /** Numbers so many entries; the first of the numbers. */
  give(entries: number): number {
    this.#next += entries;
    return this.#next - entries;
  }

  /** Takes up behind the newest entry of the journal; what entries that were numbered since `first` must grow by. */
  learn(newest: number, first: number = this.#next): number {
    this.#known = true;
    const by = first > newest ? 0 : newest + LEFT_OUT + 1 - first;
    this.#next += by;
    return by;
  }

  /** The journal refused a number: what it holds must be learned again. */
  doubt(): void {
    this.#known = false;
  }
}
