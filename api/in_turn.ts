/** Changes that wait for those before them, so that two at once see each other. */

/** What is done one after the other. */
export class InTurn {
  #last: Promise<unknown> = Promise.resolve();

  /** Does something when all that came before it is done, whatever became of that. */
  take<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#last.then(work);
    this.#last = done.catch(() => {});
    return done;
  }
}
