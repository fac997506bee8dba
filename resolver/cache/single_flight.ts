/** One exchange with upstreams for one question at a time, however many ask it (birthday attacks, RFC 5452 5). */
import { type CacheKey, hashKey } from "./key.ts";

/** The most that wait for one exchange. */
export const MAX_WAITING_A_FLIGHT = 1000;
/** The most that wait for exchanges in all. */
export const MAX_WAITING = 10_000;

interface Flight<T> {
  readonly key: CacheKey;
  readonly result: Promise<T>;
  readonly next: Flight<T> | undefined;
  waiting: number;
}

/** Exchanges under way, by question; `T` is what all who wait are given. */
export class SingleFlight<T> {
  readonly #seed: readonly [number, number];
  readonly #flights = new Map<number, Flight<T>>();
  #waiting = 0;
  #count = 0;

  /** `seed` is a secret of two 32-bit words. */
  constructor(seed: readonly [number, number]) {
    this.#seed = seed;
  }

  /** Those who wait, the first asker of each question counted. */
  get waiting(): number {
    return this.#waiting;
  }

  /** Exchanges under way. */
  get flights(): number {
    return this.#count;
  }

  /**
   * The result of the exchange for a question: that under way, or the one that `start` begins (it must not throw). Undefined when too many
   * wait: the caller answers SERVFAIL. The key is copied, its name is not: it stays as it is for the flight.
   */
  join(key: CacheKey, start: () => Promise<T>): Promise<T> | undefined {
    if (this.#waiting >= MAX_WAITING) return undefined;
    const hash = hashKey(key, this.#seed[0], this.#seed[1]), first = this.#flights.get(hash);
    for (let flight = first; flight !== undefined; flight = flight.next) {
      if (!sameKey(flight.key, key)) continue;
      if (flight.waiting >= MAX_WAITING_A_FLIGHT) return undefined;
      flight.waiting++;
      this.#waiting++;
      return flight.result;
    }
    return this.#begin(hash, key, start);
  }

  #begin(hash: number, key: CacheKey, start: () => Promise<T>): Promise<T> {
    const own: CacheKey = { ...key };
    const settled = () => this.#land(hash, own);
    const result = start();
    result.then(settled, settled);
    this.#flights.set(hash, { key: own, result, next: this.#flights.get(hash), waiting: 1 });
    this.#waiting++;
    this.#count++;
    return result;
  }

  #land(hash: number, key: CacheKey): void {
    let kept: Flight<T> | undefined;
    for (let flight = this.#flights.get(hash); flight !== undefined; flight = flight.next) {
      if (flight.key !== key) {
        kept = { key: flight.key, result: flight.result, next: kept, waiting: flight.waiting };
        continue;
      }
      this.#waiting -= flight.waiting;
      this.#count--;
    }
    if (kept === undefined) this.#flights.delete(hash);
    else this.#flights.set(hash, kept);
  }
}

function sameKey(a: CacheKey, b: CacheKey): boolean {
  if (a.type !== b.type || a.class !== b.class || a.flags !== b.flags || a.route !== b.route) return false;
  if (a.nameLength !== b.nameLength) return false;
  for (let i = 0; i < a.nameLength; i++) if (a.name[a.nameStart + i] !== b.name[b.nameStart + i]) return false;
  return true;
}
