/** The clock of a worker: read once a turn, not once a query (a reading costs 40 ns). Scenarios give a simulated one. */

/** Milliseconds by which the two clocks drift apart at most before the wall clock was set, or the machine slept. */
const APART_MOST = 1000;

/** Times that hold for the turn. */
export class Clock {
  /** Monotonic milliseconds. */
  ms = 0;
  /** Monotonic whole seconds, never 0: ages and expiries are counted in these. */
  seconds = 1;
  /** Unix milliseconds, for the journal and for cookies. */
  unix = 0;
  /** How often the wall clock jumped: what was to be kept until a time of day is kept too long then. */
  jumps = 0;
  /** Milliseconds between the two clocks. */
  #apart = NaN;
  readonly #monotonic: () => number;
  readonly #wall: () => number;

  /** `monotonic` and `wall` give milliseconds. */
  constructor(monotonic: () => number, wall: () => number) {
    this.#monotonic = monotonic;
    this.#wall = wall;
    this.refresh();
  }

  /** Reads both clocks; the monotonic milliseconds. */
  refresh(): number {
    this.ms = this.#monotonic();
    this.seconds = Math.floor(this.ms / 1000) + 1;
    this.unix = this.#wall();
    const apart = this.unix - this.ms;
    if (Math.abs(apart - this.#apart) <= APART_MOST) return this.ms;
    if (!Number.isNaN(this.#apart)) this.jumps++;
    this.#apart = apart;
    return this.ms;
  }
}
