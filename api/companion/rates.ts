/**
 * Rates by address, key or network: buckets that fill again with time, for a bounded number of
 * callers.
 */
import type { Runtime } from "../system/runtime.ts";

/** How much is allowed at once, and how fast it comes back. */
export interface Rate {
  readonly burst: number;
  readonly perMinute: number;
}

interface Bucket {
  left: number;
  at: number;
}

/** The buckets of one rate. */
export class Rates {
  readonly #rate: Rate;
  readonly #most: number;
  readonly #now: Runtime["now"];
  /** Least recently seen first. */
  readonly #buckets = new Map<string, Bucket>();

  /** `now` in milliseconds; of callers beyond `most` the one seen longest ago is forgotten. */
  constructor(rate: Rate, most: number, now: Runtime["now"]) {
    this.#rate = rate;
    this.#most = most;
    this.#now = now;
  }

  /**
   * Takes one from the bucket of a caller: 0 when it was there, else the seconds until it will be.
   */
  take(caller: string): number {
    const now = this.#now();
    const { burst, perMinute } = this.#rate;
    const bucket = this.#buckets.get(caller) ?? { left: burst, at: now };
    this.#buckets.delete(caller);
    this.#buckets.set(caller, bucket);
    if (this.#buckets.size > this.#most) this.#buckets.delete(this.#buckets.keys().next().value!);
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

/**
 * The network that an address counts for: an IPv4 address alone or its /24, an IPv6 address by its
 * /56 (one home).
 */
export function networkOf(address: Uint8Array, v4Bits: 24 | 32): string {
  return address.length === 4
    ? address.subarray(0, v4Bits / 8).join(".")
    : address.subarray(0, 7).toHex();
}
