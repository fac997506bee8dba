/**
 * The numbers of entries. They are assigned on arrival, so that the live view and the journal use
 * the same number for an entry. A number is never assigned twice, so that a page knows what it
 * shows already.
 */

/** Numbers skipped at each start: those that a killed box may have shown and not written. */
const LEFT_OUT = 10_000;

/** Assigns numbers; the newest number in the journal is read when its database can be used. */
export class EntryNumbers {
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

  /** Assigns numbers to a count of entries; returns the first. */
  give(entries: number): number {
    this.#next += entries;
    return this.#next - entries;
  }

  /**
   * Continues after the newest entry of the journal; returns the offset for entries numbered
   * since `first`.
   */
  learn(newest: number, first: number = this.#next): number {
    this.#known = true;
    const by = first > newest ? 0 : newest + LEFT_OUT + 1 - first;
    this.#next += by;
    return by;
  }

  /** The journal refused a number: its newest number must be read again. */
  doubt(): void {
    this.#known = false;
  }
}
