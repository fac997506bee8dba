/**
 * The clock of a worker. It is read once per turn, not once per query, because a reading costs 40
 * ns. Tests use a simulated clock.
 */

/**
 * Largest drift in milliseconds between the two clocks. A larger one means that the wall clock was
 * set or the machine slept.
 */
const APART_MOST = 1000;

/** The current times, constant during one turn. */
export class Clock {
  /** Monotonic milliseconds. */
  ms = 0;
  /** Monotonic whole seconds, never 0: ages and expiries are counted in these. */
  seconds = 1;
  /** Unix milliseconds, for the journal and for cookies. */
  unix = 0;
  /**
   * Number of jumps of the wall clock. After a jump, entries kept until a time of day would be kept
   * too long.
   */
  jumps = 0;
  /** Difference between the two clocks in milliseconds. */
  #apart = NaN;
  readonly #monotonic: () => number;
  readonly #wall: () => number;

  /** `monotonic` and `wall` give milliseconds. */
  constructor(monotonic: () => number, wall: () => number) {
    this.#monotonic = monotonic;
    this.#wall = wall;
    this.refresh();
  }

  /** Reads both clocks and returns the monotonic milliseconds. */
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
