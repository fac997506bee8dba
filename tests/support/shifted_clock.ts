/**
 * A separate wall clock for the programs that a test starts, with faketime. The monotonic clock
 * stays unchanged.
 */

const LIBRARY = `/usr/lib/${Deno.build.arch}-linux-gnu/faketime/libfaketimeMT.so.1`;

/** The clock, and the environment of programs that use it. */
export class ShiftedClock {
  readonly #file: string;
  #shift = 0;

  private constructor(file: string) {
    this.#file = file;
  }

  /** Creates a clock for a test, correct at first. */
  static async run(test: (clock: ShiftedClock) => Promise<void>): Promise<void> {
    const clock = new ShiftedClock(await Deno.makeTempFile());
    try {
      await clock.shift(0);
      await test(clock);
    } finally {
      await Deno.remove(clock.#file);
    }
  }

  /**
   * Variables for a program that uses the clock. It reads the clock every second, or at each use
   * (`closely`).
   */
  env(closely = false): Record<string, string> {
    return {
      LD_PRELOAD: LIBRARY,
      FAKETIME_TIMESTAMP_FILE: this.#file,
      ...(closely ? { FAKETIME_NO_CACHE: "1" } : { FAKETIME_CACHE_DURATION: "1" }),
      FAKETIME_DONT_FAKE_MONOTONIC: "1",
      DONT_FAKE_MONOTONIC: "1",
      NO_FAKE_STAT: "1",
    };
  }

  /** Its time in Unix milliseconds. */
  now(): number {
    return Date.now() + this.#shift;
  }

  /** Sets its offset from the clock of the machine, in milliseconds. */
  async shift(milliseconds: number): Promise<void> {
    this.#shift = milliseconds;
    // Replaced as a whole, because a program may read it at any moment.
    await Deno.writeTextFile(
      `${this.#file}.new`,
      `${milliseconds < 0 ? "" : "+"}${(milliseconds / 1000).toFixed(3)}\n`,
    );
    await Deno.rename(`${this.#file}.new`, this.#file);
  }

  /** Sets it to a moment in Unix milliseconds, from which it runs. */
  async set(unix: number): Promise<void> {
    await this.shift(unix - Date.now());
  }
}
