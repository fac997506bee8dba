/**
 * How a thread waits for its sockets (resolver/net/poller.ts): by the event loop while little comes, on the spot while much does.
 * A wait on the loop takes two threads and four switches between them, more than ten answers from the memo cost. While questions
 * come in close order the thread therefore rests for a moment and then takes what has come meanwhile, all at once.
 */

/** Waits on the loop in a row that ended soon, after which the thread rests on the spot instead. */
const CLOSE_ORDER = 8;
/** Milliseconds that such a wait takes at most: 25,000 events a second and more bring it about. */
const SOON = 0.1;
/** Milliseconds after which the loop gets a turn, however much comes. */
const SPAN = 0.25;
/** Every so many turns of the loop are whole ones. */
const WHOLE = 4;

/** The turn that the event loop gets: none, one for timers and messages, or one for its own sockets too, which costs more. */
export type LoopTurn = "none" | "short" | "whole";

/** Decides how one thread waits. Times are monotonic milliseconds. */
export class Pace {
  #soon = 0;
  #turns = 0;
  #since: number;

  constructor(now: number) {
    this.#since = now;
  }

  /** Whether a rest on the spot is worth it when nothing is there. */
  get rests(): boolean {
    return this.#soon >= CLOSE_ORDER;
  }

  /** Notes that nothing had come after a rest: what comes does so in open order again. */
  restedInVain(): void {
    this.#soon = CLOSE_ORDER / 2;
  }

  /** Notes a wait on the loop, from when to when; it was a whole turn as well. */
  waited(from: number, to: number): void {
    this.#soon = to - from < SOON ? this.#soon + 1 : 0;
    this.#since = to;
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
