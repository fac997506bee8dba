/** Limits how much work runs at once; the rest is queued. */

/** A semaphore with a bounded queue. */
export class Semaphore {
  readonly #most: number;
  readonly #mostWaiting: number;
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  /** At most `most` run at once and `mostWaiting` wait. */
  constructor(most: number, mostWaiting: number) {
    this.#most = most;
    this.#mostWaiting = mostWaiting;
  }

  /**
   * Runs work when a slot is free. Rejects if the work rejects, or immediately when the queue is
   * full.
   */
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
      // The slot passes directly to the longest waiter, so that no later caller takes it.
      const next = this.#waiting.shift();
      if (next === undefined) this.#running--;
      else next();
    }
  }
}
