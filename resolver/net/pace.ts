/**
 * How a thread waits for its sockets (resolver/net/poller.ts): by the event loop while little comes, on the spot while much does.
 * A wait on the loop takes two threads and four switches between them, more than ten answers from the memo cost. While questions
 * come faster than they are answered the thread therefore rests for a moment, then takes all that has come meanwhile.
 */

/** Looks that found something at once, less waits and rests, from which on the thread rests; more are not counted. */
const CLOSE_ORDER = 8;
const MOST = 16;
/** What a rest in vain counts as: two of them end the rests. */
const IN_VAIN = 8;
/** Looks after work that came by the loop during which the thread does not rest. */
const LOOP_USED = 1000;
/** Milliseconds after which the loop gets a turn, however much comes. */
const SPAN = 0.25;
/** Every so many turns of the loop are whole ones. */
const WHOLE = 4;

/** The turn that the event loop gets: none, one for timers and messages, or one for its own sockets too, which costs more. */
export type LoopTurn = "none" | "short" | "whole";

/** Decides how one thread waits. Times are monotonic milliseconds. */
export class Pace {
  #order = 0;
  #turns = 0;
  #since: number;

  constructor(now: number) {
    this.#since = now;
  }

  /** Whether a rest on the spot is worth it when nothing is there. */
  get rests(): boolean {
    return this.#order >= CLOSE_ORDER;
  }

  /** Notes that work came by the loop: what follows it there is not to wait for the end of a rest. */
  usedLoop(): void {
    this.#order = -LOOP_USED;
  }

  /** Notes that something had come while the thread was at work. */
  found(): void {
    if (this.#order < MOST) this.#order++;
  }

  /** Notes a rest, and whether something came meanwhile. */
  rested(came: boolean): void {
    this.#order -= came ? 1 : IN_VAIN;
  }

  /** Notes a wait on the loop until now, which was a whole turn as well. */
  waited(now: number): void {
    if (this.#order > 0) this.#order--;
    this.#since = now;
  }

  /** The turn that is due once what was found is handed out. */
  due(now: number): LoopTurn {
    if (now - this.#since < SPAN) return "none";
    return ++this.#turns % WHOLE === 0 ? "whole" : "short";
  }

  /** Notes that the loop had a turn. */
  turned(now: number): void {
    this.#since = now;
  }
}
