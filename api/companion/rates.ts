/**
 * Rate limits by address, key or network: token buckets and quotas for a bounded number of callers.
 */
import type { Runtime } from "../system/runtime.ts";

/** Size of a bucket, and tokens that it regains each minute. */
export interface Rate {
  readonly burst: number;
  readonly perMinute: number;
}

interface Bucket {
  left: number;
  at: number;
}

/** The buckets of one rate limit. */
export class Rates {
  readonly #rate: Rate;
  readonly #most: number;
  readonly #now: Runtime["now"];
  /** Least recently seen first. */
  readonly #buckets = new Map<string, Bucket>();

  /** `now` in milliseconds; beyond `most` callers the one seen longest ago is dropped. */
  constructor(rate: Rate, most: number, now: Runtime["now"]) {
    this.#rate = rate;
    this.#most = most;
    this.#now = now;
  }

  /** Takes a token of a caller; returns 0, or the seconds until one is available. */
  take(caller: string): number {
    const now = this.#now();
    const { burst, perMinute } = this.#rate;
    const bucket = this.#buckets.get(caller) ?? { left: burst, at: now };
    remember(this.#buckets, caller, bucket, this.#most);
    const passed = Math.max(0, now - bucket.at);
    bucket.left = Math.min(burst, bucket.left + passed * perMinute / 60_000);
    bucket.at = now;
    if (bucket.left >= 1) {
      bucket.left--;
      return 0;
    }
    return Math.max(1, Math.ceil((1 - bucket.left) * 60 / perMinute));
  }
}

/** Quotas of callers for a period, which begins with the first call of each. */
export class Quotas {
  readonly #figure: number;
  readonly #period: number;
  readonly #most: number;
  readonly #now: Runtime["now"];
  /** Least recently seen first. */
  readonly #periods = new Map<string, { taken: number; readonly until: number }>();

  /** `period`, `now` in milliseconds; beyond `most` callers the one seen longest ago is dropped. */
  constructor(figure: number, period: number, most: number, now: Runtime["now"]) {
    this.#figure = figure;
    this.#period = period;
    this.#most = most;
    this.#now = now;
  }

  /** Counts a call of a caller; returns 0, or the seconds until its next period. */
  take(caller: string): number {
    const now = this.#now();
    const before = this.#periods.get(caller);
    const period = before !== undefined && before.until > now
      ? before
      : { taken: 0, until: now + this.#period };
    remember(this.#periods, caller, period, this.#most);
    if (period.taken >= this.#figure) return Math.max(1, Math.ceil((period.until - now) / 1000));
    period.taken++;
    return 0;
  }

  /** Uncounts a call of a caller. */
  uncount(caller: string): void {
    const period = this.#periods.get(caller);
    if (period !== undefined && period.taken > 0) period.taken--;
  }
}

/** Stores a caller as the last one seen; beyond `most`, the one seen longest ago is dropped. */
function remember<T>(callers: Map<string, T>, caller: string, state: T, most: number): void {
  callers.delete(caller);
  callers.set(caller, state);
  if (callers.size > most) callers.delete(callers.keys().next().value!);
}

/** The home of an address for quotas: the address itself for IPv4, the /56 of IPv6. */
export function homeOf(address: Uint8Array): string {
  return address.length === 4 ? address.join(".") : address.subarray(0, 7).toHex();
}

/** The network of an address for rate limits: the /24 of IPv4, the /56 of IPv6 (one home). */
export function networkOf(address: Uint8Array): string {
  return address.length === 4 ? address.subarray(0, 3).join(".") : address.subarray(0, 7).toHex();
}
