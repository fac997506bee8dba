/** A wall clock of a test's own for the programs that it starts, by faketime; the clock that nobody sets stays as it is. */

const LIBRARY = `/usr/lib/${Deno.build.arch}-linux-gnu/faketime/libfaketimeMT.so.1`;

/** The clock, and the environment of whoever goes by it. */
export class ShiftedClock {
  readonly #file: string;
  #shift = 0;

  private constructor(file: string) {
    this.#file = file;
  }

  /** Makes a clock that is right at first, for a test. */
  static async run(test: (clock: ShiftedClock) => Promise<void>): Promise<void> {
    const clock = new ShiftedClock(await Deno.makeTempFile());
    try {
      await clock.shift(0);
      await test(clock);
    } finally {
      await Deno.remove(clock.#file);
    }
  }

  /** Variables of a program that goes by the clock; it is looked at again every second, or at each reading (`closely`). */
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

  /** Unix milliseconds by it. */
  now(): number {
    return Date.now() + this.#shift;
  }

  /** Sets it by so many milliseconds off the clock of the machine. */
  async shift(milliseconds: number): Promise<void> {
    this.#shift = milliseconds;
    // Put in place whole: it may be read at any moment.
    await Deno.writeTextFile(
      `${this.#file}.new`,
      `${milliseconds < 0 ? "" : "+"}${(milliseconds / 1000).toFixed(3)}\n`,
    );
    await Deno.rename(`${this.#file}.new`, this.#file);
  }

  /** Sets it to a moment, Unix milliseconds; it goes on from there. */
  async set(unix: number): Promise<void> {
    await this.shift(unix - Date.now());
  }
}
