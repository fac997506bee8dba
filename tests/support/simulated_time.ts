/** A clock that moves only when a test says so, with its timers. */

interface Timer {
  readonly at: number;
  readonly order: number;
  readonly run: () => void;
}

/** Simulated time in milliseconds. */
export class SimulatedTime {
  #now: number;
  #order = 0;
  readonly #timers = new Map<number, Timer>();

  readonly #moved: () => void;

  /** `moved` is called each time the clock moves, before the due timer runs. */
  constructor(start: number, moved: () => void = () => {}) {
    this.#now = start;
    this.#moved = moved;
  }

  /** Milliseconds since the start of the simulation. */
  readonly now = (): number => this.#now;

  /** Runs a callback once after some milliseconds; the returned number cancels it. */
  readonly after = (milliseconds: number, run: () => void): number => {
    const order = ++this.#order;
    this.#timers.set(order, { at: this.#now + milliseconds, order, run });
    return order;
  };

  /** Cancels a timer; does nothing if it has run or never existed. */
  readonly cancel = (timer: number): void => {
    this.#timers.delete(timer);
  };

  /** Advances time: timers run in order, and their promises settle before the clock moves on. */
  async pass(milliseconds: number): Promise<void> {
    const end = this.#now + milliseconds;
    await settle();
    for (let timer = this.#next(end); timer !== undefined; timer = this.#next(end)) {
      await this.#fire(timer);
    }
    this.#now = end;
    this.#moved();
    await settle();
  }

  /**
   * Advances time from timer to timer until a condition holds, at most by some milliseconds;
   * returns whether it held.
   */
  async until(holds: () => boolean, atMost: number): Promise<boolean> {
    const end = this.#now + atMost;
    await settle();
    while (!holds()) {
      const timer = this.#next(end);
      if (timer === undefined) return false;
      await this.#fire(timer);
    }
    return true;
  }

  #next(end: number): Timer | undefined {
    let first: Timer | undefined;
    for (const timer of this.#timers.values()) {
      if (timer.at <= end && (first === undefined || timer.at < first.at)) first = timer;
    }
    return first;
  }

  async #fire(timer: Timer): Promise<void> {
    this.#timers.delete(timer.order);
    this.#now = Math.max(this.#now, timer.at);
    this.#moved();
    timer.run();
    await settle();
  }
}

/** One turn of the event loop, in which all promises that can settle do so. */
function settle(): Promise<void> {
  return new Promise((done) => setTimeout(done, 0));
}
