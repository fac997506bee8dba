/** Work of which only so much may run at once; the rest waits its turn. */

/** Places for work, and a queue before them. */
export class Turns {
  readonly #most: number;
  readonly #mostWaiting: number;
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  /** `most` may run at once and `mostWaiting` wait. */
  constructor(most: number, mostWaiting: number) {
    this.#most = most;
    this.#mostWaiting = mostWaiting;
  }

  /** Runs work when its turn comes; rejects as it does, or at once when too much waits. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running < this.#most) this.#running++;
    else if (this.#waiting.length < this.#mostWaiting) {
      await new Promise<void>((start) => this.#waiting.push(start));
    } else {throw new Error(
        `Too much waits for its turn, try again in a moment: ${this.#waiting.length}`,
      );}
    try {
      return await work();
    } finally {
      // The place goes to whoever waits longest, so that nobody slips in between.
      const next = this.#waiting.shift();
      if (next === undefined) this.#running--;
      else next();
    }
  }
}
