/** One exchange with upstreams for one question at a time, however many ask it (birthday attacks, RFC 5452 5). */
import { InFlightQuestion, type Landing, type Waiter } from "../in_flight_question.ts";
import { ObjectPool } from "../memory/recycler.ts";
import { type CacheKey, sameKey } from "./key.ts";

/** The most that wait for one exchange. */
export const MAX_WAITING_A_FLIGHT = 1000;
/** The most that wait for exchanges in all. */
export const MAX_WAITING = 10_000;
/** Buckets of the table: a power of two. */
const BUCKETS = 1024;

/** The inquiries under way, by question. */
export class SingleFlight {
  readonly #inquiries: ObjectPool<InFlightQuestion>;
  readonly #buckets = new Array<InFlightQuestion | undefined>(BUCKETS).fill(undefined);
  #waiting = 0;
  #count = 0;

  /** `landing` is told how each inquiry ends. */
  constructor(landing: Landing) {
    this.#inquiries = new ObjectPool(() => new InFlightQuestion(landing));
  }

  /** Those who wait. */
  get waiting(): number {
    return this.#waiting;
  }

  /** Exchanges under way. */
  get flights(): number {
    return this.#count;
  }

  /** The inquiry under way for a question. */
  find(key: CacheKey): InFlightQuestion | undefined {
    let inquiry = this.#buckets[key.hash & BUCKETS - 1];
    while (inquiry !== undefined && !sameKey(inquiry, key)) inquiry = inquiry.next;
    return inquiry;
  }

  /** Begins an inquiry for a question that none is under way for; the key is copied. */
  begin(key: CacheKey): InFlightQuestion {
    const inquiry = this.#inquiries.take();
    const bucket = key.hash & BUCKETS - 1;
    inquiry.begin(key);
    inquiry.next = this.#buckets[bucket];
    this.#buckets[bucket] = inquiry;
    this.#count++;
    return inquiry;
  }

  /** Whether one more may wait for a question, for which `inquiry` is under way or none. */
  admits(inquiry: InFlightQuestion | undefined): boolean {
    return this.#waiting < MAX_WAITING &&
      (inquiry === undefined || inquiry.waiting < MAX_WAITING_A_FLIGHT);
  }

  /** Lets one more wait for an inquiry. */
  wait(inquiry: InFlightQuestion, waiter: Waiter): void {
    inquiry.add(waiter);
    this.#waiting++;
  }

  /** Takes away whoever has waited longest for an inquiry. */
  take(inquiry: InFlightQuestion): Waiter | undefined {
    const waiter = inquiry.take();
    if (waiter !== undefined) this.#waiting--;
    return waiter;
  }

  /** Takes an inquiry out of the table: a question from now on begins another. */
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

  /** Has all who ask from now on begin anew: what is under way answers those who wait, and is outdated. */
  forget(): void {
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

  /** Gives the record of an ended inquiry back, for which nobody waits any more. */
  give(inquiry: InFlightQuestion): void {
    this.#inquiries.give(inquiry);
  }
}
