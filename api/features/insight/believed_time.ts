/** The time by which old rows are let go: that of the clock, but a clock that jumps ahead is believed a day a run only. */

const DAY = 86_400_000;

/**
 * A clock set wrong for an hour or two would otherwise empty a journal of months in one run. After a long time off, and after a
 * clock that began in the past, the runs of some days make up for it.
 */
export class BelievedTime {
  #limit: number | undefined;

  /** The Unix milliseconds to go by in this run; `newest` gives those of the newest row, and is asked at the first run. */
  async at(now: number, newest: () => Promise<number | undefined>): Promise<number> {
    this.#limit ??= await newest() ?? now;
    if (now > this.#limit) this.#limit += DAY;
    return Math.min(now, this.#limit);
  }
}
