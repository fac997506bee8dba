/** A mutex: callbacks run one at a time, so that each change sees the earlier ones. */

/** Runs callbacks one at a time in the order of the calls. */
export class Mutex {
  #last: Promise<unknown> = Promise.resolve();

  /** Runs a callback when all earlier ones have succeeded or failed; returns its result. */
  take<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#last.then(work);
    this.#last = done.catch(() => {});
    return done;
  }

  /** Resolves when all callbacks that were passed so far are done. Never rejects. */
  async idle(): Promise<void> {
    await this.#last;
  }
}
