/**
 * Allows one upstream exchange per question at a time, however many clients wait for it. Prevents
 * birthday attacks (RFC 5452 5).
 */
import { type ExchangeListener, InFlightQuestion, type Waiter } from "../in_flight_question.ts";
import { ObjectPool } from "../memory/object_pool.ts";
import { type CacheKey, isSameKey } from "./key.ts";

/** Maximum number of queries that wait for one exchange. */
export const MAX_WAITERS_PER_QUESTION = 1000;
/** Maximum number of waiting queries in total. */
export const MAX_WAITERS = 10_000;
/** Buckets of the table, a power of two. */
const BUCKETS = 1024;

/** In-flight questions, by key. */
export class SingleFlight {
  readonly #inquiries: ObjectPool<InFlightQuestion>;
  readonly #buckets = new Array<InFlightQuestion | undefined>(BUCKETS).fill(undefined);
  #waiting = 0;
  #count = 0;

  /** `landing` is called with the outcome of each in-flight question. */
  constructor(landing: ExchangeListener) {
    this.#inquiries = new ObjectPool(() => new InFlightQuestion(landing));
  }

  /** Number of waiting queries. */
  get waiting(): number {
    return this.#waiting;
  }

  /** Number of exchanges in flight. */
  get inFlight(): number {
    return this.#count;
  }

  /** The in-flight question with this key. */
  find(key: CacheKey): InFlightQuestion | undefined {
    let inquiry = this.#buckets[key.hash & BUCKETS - 1];
    while (inquiry !== undefined && !isSameKey(inquiry, key)) inquiry = inquiry.next;
    return inquiry;
  }

  /** Starts an in-flight question for a key that has none. The key is copied. */
  begin(key: CacheKey): InFlightQuestion {
    const inquiry = this.#inquiries.acquire();
    const bucket = key.hash & BUCKETS - 1;
    inquiry.begin(key);
    inquiry.next = this.#buckets[bucket];
    this.#buckets[bucket] = inquiry;
    this.#count++;
    return inquiry;
  }

  /**
   * Whether one more query may wait for a question. `inquiry` is undefined when no exchange is in
   * flight.
   */
  admits(inquiry: InFlightQuestion | undefined): boolean {
    return this.#waiting < MAX_WAITERS &&
      (inquiry === undefined || inquiry.waiting < MAX_WAITERS_PER_QUESTION);
  }

  /** Adds a query that waits for the in-flight question. */
  wait(inquiry: InFlightQuestion, waiter: Waiter): void {
    inquiry.add(waiter);
    this.#waiting++;
  }

  /** Removes and returns the query that has waited longest. */
  takeWaiter(inquiry: InFlightQuestion): Waiter | undefined {
    const waiter = inquiry.take();
    if (waiter !== undefined) this.#waiting--;
    return waiter;
  }

  /**
   * Removes an in-flight question from the table. A later query of the same key starts another one.
   */
  end(inquiry: InFlightQuestion): void {
    inquiry.ended = true;
    const bucket = inquiry.hash & BUCKETS - 1;
    let before = this.#buckets[bucket];
    if (before === inquiry) this.#buckets[bucket] = inquiry.next;
    else {
      while (before !== undefined && before.next !== inquiry) before = before.next;
      if (before !== undefined) before.next = inquiry.next;
    }
    inquiry.next = undefined;
    this.#count--;
  }

  /**
   * Makes later queries start new exchanges. Current exchanges are marked as outdated and answer
   * only the queries that already wait.
   */
  abandonAll(): void {
    this.#buckets.forEach((first, bucket) => {
      this.#buckets[bucket] = undefined;
      for (let inquiry = first; inquiry !== undefined;) {
        const { next } = inquiry;
        inquiry.next = undefined;
        inquiry.outdated = true;
        inquiry = next;
      }
    });
  }

  /** Returns the record of an ended in-flight question to the pool, once no query waits for it. */
  release(inquiry: InFlightQuestion): void {
    this.#inquiries.release(inquiry);
  }
}
