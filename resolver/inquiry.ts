/** A question under way to upstreams, with all who wait for its answer. */
import { type CacheKey, KEY_CD, KEY_DO } from "./cache/key.ts";
import { copyOctets } from "./exact.ts";
import type { Outcome } from "./outcome.ts";
import type { ForwardQuestion, Inquirer, Unanswered } from "./upstream/exchange.ts";

/** Somebody who waits; a link in the list of the inquiry meanwhile. */
export interface Waiter {
  behind: Waiter | undefined;
  /** Told once. */
  arrived(outcome: Outcome): void;
}

/** Is told how inquiries end. */
export interface Landing {
  landed(inquiry: Inquiry, response: Uint8Array, upstream: string): void;
  missed(inquiry: Inquiry, why: Unanswered, text: string): void;
}

/** A key of the cache that is asked for; the record serves one question after the other. */
export class Inquiry implements CacheKey, ForwardQuestion, Inquirer {
  readonly name = new Uint8Array(256);
  readonly nameStart = 0;
  nameLength = 0;
  type = 0;
  class = 0;
  flags = 0;
  route = 0;
  hash = 0;
  /** Whether the cache was flushed since it began: its answer is of before. */
  outdated = false;
  /** The timer after which those who wait get a stale answer. */
  patience: unknown;
  /** The next one in its bucket of the table of inquiries. */
  next: Inquiry | undefined;
  /** How many wait. */
  waiting = 0;
  #first: Waiter | undefined;
  #last: Waiter | undefined;
  readonly #landing: Landing;

  constructor(landing: Landing) {
    this.#landing = landing;
  }

  get dnssecOk(): boolean {
    return (this.flags & KEY_DO) !== 0;
  }

  get checkingDisabled(): boolean {
    return (this.flags & KEY_CD) !== 0;
  }

  /** Takes a question over. */
  copy(key: CacheKey): void {
    this.nameLength = key.nameLength;
    this.type = key.type;
    this.class = key.class;
    this.flags = key.flags;
    this.route = key.route;
    this.hash = key.hash;
    copyOctets(key.name, key.nameStart, key.nameStart + key.nameLength, this.name, 0);
  }

  /** Lets one more wait. */
  add(waiter: Waiter): void {
    waiter.behind = undefined;
    if (this.#last === undefined) this.#first = waiter;
    else this.#last.behind = waiter;
    this.#last = waiter;
    this.waiting++;
  }

  /** Takes away whoever has waited longest. */
  take(): Waiter | undefined {
    const waiter = this.#first;
    if (waiter === undefined) return undefined;
    this.#first = waiter.behind;
    if (this.#first === undefined) this.#last = undefined;
    waiter.behind = undefined;
    this.waiting--;
    return waiter;
  }

  answered(response: Uint8Array, upstream: string): void {
    this.#landing.landed(this, response, upstream);
  }

  failed(why: Unanswered, text: string): void {
    this.#landing.missed(this, why, text);
  }
}
