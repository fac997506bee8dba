/**
 * Decides how a thread waits for its sockets (resolver/net/poller.ts): on the event loop under low
 * load, by polling under high load. A wait on the loop takes two threads and four switches between
 * them, and costs more than ten cached answers. Under high load the thread therefore sleeps
 * briefly, then processes all that arrived meanwhile.
 */

/**
 * Polls that found events at once, minus waits and sleeps, at which the thread starts to sleep; and
 * the maximum that is counted.
 */
const CLOSE_ORDER = 8;
const MOST = 16;
/** The cost of a sleep without events: two of them end sleeping. */
const IN_VAIN = 8;
/** Polls without sleep after work arrived over the event loop. */
const LOOP_USED = 1000;
/** Milliseconds after which the loop gets a turn under any load. */
const SPAN = 0.25;
/** Every fourth turn of the loop is a whole one. */
const WHOLE = 4;

/**
 * The turn of the event loop: none, one for timers and messages, or one that also polls its own
 * sockets, which costs more.
 */
export type LoopTurn = "none" | "short" | "whole";

/** The wait strategy of one thread. Times are monotonic milliseconds. */
export class WaitStrategy {
  #order = 0;
  #turns = 0;
  #since: number;

  constructor(now: number) {
    this.#since = now;
  }

  /** Whether a short sleep is worthwhile when no event is pending. */
  get shouldSleep(): boolean {
    return this.#order >= CLOSE_ORDER;
  }

  /**
   * Records work that arrived over the loop. Following work there must not wait for the end of a
   * sleep.
   */
  onLoopWork(): void {
    this.#order = -LOOP_USED;
  }

  /** Records that events were pending when the thread looked. */
  onEvents(): void {
    if (this.#order < MOST) this.#order++;
  }

  /** Records a sleep, and whether events arrived meanwhile. */
  onSleep(came: boolean): void {
    this.#order -= came ? 1 : IN_VAIN;
  }

  /** Records a wait on the loop until now, which was a whole turn as well. */
  onWait(now: number): void {
    if (this.#order > 0) this.#order--;
    this.#since = now;
  }

  /** The turn that is due after events were handled. */
  dueTurn(now: number): LoopTurn {
    if (now - this.#since < SPAN) return "none";
    return ++this.#turns % WHOLE === 0 ? "whole" : "short";
  }

  /** Records a turn of the loop. */
  onTurn(now: number): void {
    this.#since = now;
  }
}
