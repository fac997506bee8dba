/**
 * Limits how often passwords may be tried: a few times freely, then after delays that double, by
 * address and by account (A 5). Nothing is ever locked: the delays end. The delays of an account
 * are short and do not apply at addresses where it signed in before.
 */
import { LIMITS } from "../../policy/limits.ts";
import { addressKey } from "./address.ts";
import type { Runtime } from "../system/runtime.ts";

const {
  failuresFree,
  waitFirst,
  waitMostAddress,
  waitMostAccount,
  failuresForgotten,
  throttledRemembered,
} = LIMITS.accounts;

/** Failures of one address or account. */
interface Failures {
  count: number;
  /** Unix milliseconds of the last failure. */
  last: number;
}

/** Failures by key in bounded memory; the least recently changed is dropped first. */
class FailureCounts {
  readonly #counts = new Map<string, Failures>();
  readonly #waitMost: number;

  constructor(waitMost: number) {
    this.#waitMost = waitMost;
  }

  /** Milliseconds until the next attempt. */
  wait(key: string, now: number): number {
    const failures = this.#counts.get(key);
    if (failures === undefined || failures.count < failuresFree) return 0;
    const passed = now - failures.last;
    if (passed >= failuresForgotten * 1000) return this.#drop(key);
    const seconds = Math.min(
      this.#waitMost,
      waitFirst * 2 ** Math.min(30, failures.count - failuresFree),
    );
    // A clock that is set back must not extend a delay.
    return Math.max(0, seconds * 1000 - Math.max(0, passed));
  }

  /**
   * Adds failures, or removes them with a negative count; `at` is the time of the last remaining
   * one.
   */
  add(key: string, count: number, at: number): void {
    const before = this.#counts.get(key);
    const kept = before !== undefined && at - before.last < failuresForgotten * 1000
      ? before.count
      : 0;
    this.#counts.delete(key);
    if (kept + count > 0) this.#counts.set(key, { count: kept + count, last: at });
    if (this.#counts.size > throttledRemembered) {
      this.#counts.delete(this.#counts.keys().next().value!);
    }
  }

  last(key: string, otherwise: number): number {
    return this.#counts.get(key)?.last ?? otherwise;
  }

  count(key: string): number {
    return this.#counts.get(key)?.count ?? 0;
  }

  get size(): number {
    return this.#counts.size;
  }

  #drop(key: string): 0 {
    this.#counts.delete(key);
    return 0;
  }
}

/** An allowed attempt; it counts as failed until it is reported as successful. */
export interface Attempt {
  /**
   * The password was right: earlier failures of this account at this address no longer count, and
   * the address becomes known.
   */
  succeeded(): void;
  /**
   * The attempt had no result (busy, no database, only the code is missing), so it does not count.
   */
  withdraw(): void;
}

/**
 * Limits guesses of secrets that name no account, by the client's address alone, so that no client
 * locks out others.
 */
export class GuessThrottle {
  readonly #now: Runtime["now"];
  readonly #addresses = new FailureCounts(waitMostAddress);

  /** `now` in Unix milliseconds. */
  constructor(now: Runtime["now"]) {
    this.#now = now;
  }

  /**
   * Begins an attempt, which counts as failed until it is withdrawn; or returns the seconds to
   * wait.
   */
  attempt(address: string): Pick<Attempt, "withdraw"> | { readonly retryAfter: number } {
    const now = this.#now();
    const from = addressKey(address);
    const wait = this.#addresses.wait(from, now);
    if (wait > 0) return { retryAfter: Math.ceil(wait / 1000) };
    const last = this.#addresses.last(from, now);
    this.#addresses.add(from, 1, now);
    return { withdraw: () => this.#addresses.add(from, -1, last) };
  }
}

/** The account of an attempt, or a name that is no account. */
export type GuessTarget = { readonly id: number } | { readonly unknown: string };

/** Limits sign-ins and confirmations by password. */
export class Throttle {
  readonly #now: Runtime["now"];
  readonly #addresses = new FailureCounts(waitMostAddress);
  readonly #accounts = new FailureCounts(waitMostAccount);
  // Names that are no accounts are counted separately, so that many of them evict no account.
  readonly #unknown = new FailureCounts(waitMostAccount);
  readonly #pairs = new FailureCounts(waitMostAddress);
  /** Pairs of account and address that signed in before, the latest last. */
  readonly #known = new Set<string>();

  /** `now` in Unix milliseconds. */
  constructor(now: Runtime["now"]) {
    this.#now = now;
  }

  /** Begins an attempt, or returns the seconds to wait. */
  attempt(tried: GuessTarget, address: string): Attempt | { readonly retryAfter: number } {
    const now = this.#now();
    const from = addressKey(address);
    const [counts, account] = "id" in tried
      ? [this.#accounts, `${tried.id}`]
      : [this.#unknown, tried.unknown];
    const pair = `${"id" in tried ? "" : "?"}${account} ${from}`;
    const known = this.#known.has(pair);
    // At an address where the account signed in before, only its failures there delay it: no other
    // client can lock it out.
    const wait = known
      ? this.#pairs.wait(pair, now)
      : Math.max(this.#addresses.wait(from, now), counts.wait(account, now));
    if (wait > 0) return { retryAfter: Math.ceil(wait / 1000) };
    const all = [[this.#addresses, from], [counts, account], [this.#pairs, pair]] as const;
    const lasts = all.map(([failures, key]) => failures.last(key, now));
    const takeBack = (many: number) =>
      all.forEach(([failures, key], i) => failures.add(key, -many, lasts[i]));
    // Counted before the attempt, so that concurrent attempts all count.
    for (const [failures, key] of all) failures.add(key, 1, now);
    return {
      succeeded: () => {
        // Removes only the failures of this account at this address: signing in to another account
        // resets nothing.
        takeBack(this.#pairs.count(pair));
        this.#knows(pair);
      },
      withdraw: () => takeBack(1),
    };
  }

  /** Adds an address where an account signed in before the box started. */
  remember(accountId: number, address: string): void {
    if (address !== "") this.#knows(`${accountId} ${addressKey(address)}`);
  }

  /** The number of entries in memory. */
  get size(): number {
    return [this.#addresses, this.#accounts, this.#unknown, this.#pairs, this.#known].reduce(
      (sum, { size }) => sum + size,
      0,
    );
  }

  #knows(pair: string): void {
    this.#known.delete(pair);
    this.#known.add(pair);
    if (this.#known.size > throttledRemembered) {
      this.#known.delete(this.#known.values().next().value!);
    }
  }
}
