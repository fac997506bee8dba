/** Waits for what ends by itself, rules and pauses, by a clock that may be set while it waits. */

/** What waiting needs. */
export interface NextEndOptions {
  /** Unix milliseconds. */
  readonly now: () => number;
  /** Runs something after some milliseconds; the function given back calls it off. */
  readonly after: (ms: number, run: () => void) => () => void;
  /** Called when the end has come, and when the clock was set back while it was waited for. */
  readonly reached: () => void;
}

/** The clock is looked at again after this long at most, so that one that was set ends nothing late. */
const LONGEST_SLEEP = 60_000;

/** Waits for one end at a time. */
export class NextEnd {
  readonly #options: NextEndOptions;
  /** Unix milliseconds. */
  #end = Infinity;
  #seen = 0;
  #callOff: (() => void) | undefined;
  #closed = false;

  constructor(options: NextEndOptions) {
    this.#options = options;
  }

  /** Waits for the first of these ends, Unix milliseconds, in the place of the one before; of none without any. */
  waitFor(ends: Iterable<number>): void {
    this.#end = Infinity;
    for (const end of ends) this.#end = Math.min(this.#end, end);
    this.#seen = this.#options.now();
    this.#look();
  }

  /** Waits no more. */
  close(): void {
    this.#closed = true;
    this.#callOff?.();
  }

  #look(): void {
    this.#callOff?.();
    this.#callOff = undefined;
    if (this.#end === Infinity || this.#closed) return;
    const now = this.#options.now(), left = this.#end - now;
    if (left > 0 && now > this.#seen - LONGEST_SLEEP) {
      this.#seen = now;
      this.#callOff = this.#options.after(Math.min(left, LONGEST_SLEEP), () => this.#look());
      return;
    }
    this.#end = Infinity;
    this.#options.reached();
  }
}
