/**
 * The time used for deleting old rows. It is the clock time, but if the clock jumps ahead, it
 * advances by only one day per run.
 */

const DAY = 86_400_000;

/**
 * A clock that is wrong for an hour or two would otherwise delete months of the journal in one
 * run. After a long downtime, or after a clock that started in the past, a few runs catch up.
 */
export class PlausibleClock {
  #limit: number | undefined;

  /**
   * The Unix milliseconds to use in this run; `newest` returns those of the newest row, and is
   * called in the first run.
   */
  async at(now: number, newest: () => Promise<number | undefined>): Promise<number> {
    this.#limit ??= await newest() ?? now;
    if (now > this.#limit) this.#limit += DAY;
    return Math.min(now, this.#limit);
  }
}
