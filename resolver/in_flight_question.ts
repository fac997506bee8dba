/** A question sent to upstreams, with the list of queries that wait for its answer. */
import { type CacheKey, KEY_CD, KEY_DO } from "./cache/key.ts";
import { copyBytes } from "./memory/exact_arrays.ts";
import type { Resolution, ResolutionFailure } from "./resolution.ts";
import type { ForwardFailure, ForwardListener, ForwardQuestion } from "./upstream/exchange.ts";

/** A query that waits; it is a link in the waiting list of its in-flight question. */
export interface Waiter {
  nextWaiter: Waiter | undefined;
  /** Called once with the outcome. */
  onResolved(outcome: Resolution): void;
}

/** Receives the results of in-flight questions, one call for each exchange. */
export interface ExchangeListener {
  onResponse(inquiry: InFlightQuestion, response: Uint8Array, upstream: string): void;
  onFailure(inquiry: InFlightQuestion, why: ForwardFailure, text: string): void;
  /** An exchange that had failed brought no late answer. */
  onAbandoned(inquiry: InFlightQuestion): void;
}

/** A cache key that is being resolved. The record is reused for later questions. */
export class InFlightQuestion implements CacheKey, ForwardQuestion, ForwardListener {
  readonly name = new Uint8Array(256);
  readonly nameStart = 0;
  nameLength = 0;
  type = 0;
  class = 0;
  flags = 0;
  route = 0;
  hash = 0;
  /**
   * Whether the cache was flushed since the exchange began, so that its answer must not be stored.
   */
  outdated = false;
  /** Whether it was removed from the table. Results of its exchanges are then ignored. */
  ended = false;
  /** Exchanges that may still bring an answer, and those of them that have not failed. */
  open = 0;
  asking = 0;
  /** Start of the last exchange, in monotonic milliseconds and in whole seconds. */
  askedAt = 0;
  askedSecond = 0;
  /** Whether the last exchange took longer than a query with a stale answer waits. */
  isSlow = false;
  /** Why the last exchange failed. */
  failure: ResolutionFailure | undefined;
  /**
   * Monotonic milliseconds until which waiters are not notified of a failure, because a late answer
   * may come; 0 = they are notified.
   */
  lateUntil = 0;
  /**
   * The timer after which waiters receive a stale answer, or a failure while only a late answer is
   * awaited.
   */
  patience: unknown;
  /** The next in-flight question in its bucket of the table. */
  next: InFlightQuestion | undefined;
  /** Number of waiters. */
  waiting = 0;
  #first: Waiter | undefined;
  #last: Waiter | undefined;
  readonly #landing: ExchangeListener;

  constructor(landing: ExchangeListener) {
    this.#landing = landing;
  }

  get dnssecOk(): boolean {
    return (this.flags & KEY_DO) !== 0;
  }

  get checkingDisabled(): boolean {
    return (this.flags & KEY_CD) !== 0;
  }

  /** Starts with a question; copies its key. */
  begin(key: CacheKey): void {
    this.outdated = this.ended = false;
    this.open = this.asking = this.lateUntil = 0;
    this.failure = undefined;
    this.nameLength = key.nameLength;
    this.type = key.type;
    this.class = key.class;
    this.flags = key.flags;
    this.route = key.route;
    this.hash = key.hash;
    copyBytes(key.name, key.nameStart, key.nameStart + key.nameLength, this.name, 0);
  }

  /** Adds a waiter. */
  add(waiter: Waiter): void {
    waiter.nextWaiter = undefined;
    if (this.#last === undefined) this.#first = waiter;
    else this.#last.nextWaiter = waiter;
    this.#last = waiter;
    this.waiting++;
  }

  /** Removes and returns the waiter that has waited longest. */
  take(): Waiter | undefined {
    const waiter = this.#first;
    if (waiter === undefined) return undefined;
    this.#first = waiter.nextWaiter;
    if (this.#first === undefined) this.#last = undefined;
    waiter.nextWaiter = undefined;
    this.waiting--;
    return waiter;
  }

  onAnswer(response: Uint8Array, upstream: string, _duration: number, pending: boolean): void {
    this.asking--;
    if (!pending) this.open--;
    this.#landing.onResponse(this, response, upstream);
  }

  onFailure(why: ForwardFailure, text: string, pending: boolean): void {
    this.asking--;
    if (!pending) this.open--;
    this.#landing.onFailure(this, why, text);
  }

  onLateAnswer(response: Uint8Array, upstream: string): void {
    this.open--;
    this.#landing.onResponse(this, response, upstream);
  }

  onAbandoned(): void {
    this.open--;
    this.#landing.onAbandoned(this);
  }
}
