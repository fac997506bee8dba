/** Waits for the expiry of rules and pauses with a clock that may be set meanwhile. */
import type { Runtime } from "../system/runtime.ts";

/** Dependencies of the timer. */
export interface ExpiryTimerOptions {
  readonly runtime: Runtime;
  /** Called at the end, and when the clock was set back during the wait. */
  readonly onExpiry: () => void;
}

/**
 * Maximum milliseconds between two checks of the clock, so that a clock that was set delays no end.
 */
const LONGEST_SLEEP = 60_000;

/** Waits for one end at a time. */
export class ExpiryTimer {
  readonly #options: ExpiryTimerOptions;
  /** Unix milliseconds. */
  #end = Infinity;
  #seen = 0;
  #callOff: (() => void) | undefined;
  #closed = false;

  constructor(options: ExpiryTimerOptions) {
    this.#options = options;
  }

  /**
   * Waits for the earliest of these ends (Unix milliseconds) instead of the previous one; without
   * any, it stops waiting.
   */
  waitFor(ends: Iterable<number>): void {
    this.#end = Infinity;
    for (const end of ends) this.#end = Math.min(this.#end, end);
    this.#seen = this.#options.runtime.now();
    this.#look();
  }

  /** Stops waiting. */
  close(): void {
    this.#closed = true;
    this.#callOff?.();
  }

  #look(): void {
    this.#callOff?.();
    this.#callOff = undefined;
    if (this.#end === Infinity || this.#closed) return;
    const now = this.#options.runtime.now();
    const left = this.#end - now;
    if (left > 0 && now > this.#seen - LONGEST_SLEEP) {
      this.#seen = now;
      this.#callOff = this.#options.runtime.after(
        Math.min(left, LONGEST_SLEEP),
        () => this.#look(),
      );
      return;
    }
    this.#end = Infinity;
    this.#options.onExpiry();
  }
}
