/** A mutex: changes wait for earlier ones, so that concurrent changes see each other. */

/** Calls that run one after the other. */
export class Mutex {
  #last: Promise<unknown> = Promise.resolve();

  /** Runs a callback when all earlier ones are done, whether they succeeded or failed. */
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
