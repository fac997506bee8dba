/** The clock of a worker: read once a turn, not once a query (a reading costs 40 ns). Scenarios give a simulated one. */

/** Times that hold for the turn. */
export class Clock {
  /** Monotonic milliseconds. */
  ms = 0;
  /** Monotonic whole seconds, never 0: ages and expiries are counted in these. */
  seconds = 1;
  /** Unix milliseconds, for the journal and for cookies. */
  unix = 0;
  readonly #monotonic: () => number;
  readonly #wall: () => number;

  /** `monotonic` and `wall` give milliseconds. */
  constructor(monotonic: () => number, wall: () => number) {
    this.#monotonic = monotonic;
    this.#wall = wall;
    this.refresh();
  }

  /** Reads both clocks. */
  refresh(): void {
    this.ms = this.#monotonic();
    this.seconds = Math.floor(this.ms / 1000) + 1;
    this.unix = this.#wall();
  }
}
