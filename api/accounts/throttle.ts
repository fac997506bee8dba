/**
 * How often passwords may be tried: a few times at once, then after delays that double, by address
 * and by account (A 5). Nothing is ever locked: the delays end. The delays of an account are short
 * and do not apply at addresses where it signed in before.
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
  /** Unix milliseconds of the last. */
  last: number;
}

/** Failures by key in bounded memory; what was touched the longest ago goes first. */
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
    // A clock that was put back must not make a wait longer.
    return Math.max(0, seconds * 1000 - Math.max(0, passed));
  }

  /** Counts failures, or takes them back: `at` is when the last one that stays was. */
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

/** One attempt that may be made; it counts as failed until it is reported as successful. */
export interface Attempt {
  /** The password was right: failures of this account from this address no longer count, and it is known there. */
  succeeded(): void;
  /** The attempt had no result (busy, no database, only the code is missing): it does not count. */
  withdraw(): void;
}

/**
 * The throttle of secrets that name no account: by the client's address alone, so that no client
 * locks out others.
 */
export class GuessThrottle {
  readonly #now: Runtime["now"];
  readonly #addresses = new FailureCounts(waitMostAddress);

  /** `now` in Unix milliseconds. */
  constructor(now: Runtime["now"]) {
    this.#now = now;
  }

  /** Begins an attempt, which counts as failed until it is withdrawn, or says how many seconds to wait. */
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

/** Which account is tried: one that there is, or a name that there is not. */
export type GuessTarget = { readonly id: number } | { readonly unknown: string };

/** The throttle of sign-in and of confirmations by password. */
export class Throttle {
  readonly #now: Runtime["now"];
  readonly #addresses = new FailureCounts(waitMostAddress);
  readonly #accounts = new FailureCounts(waitMostAccount);
  // Names that are no accounts are counted separately, so that many of them evict no account.
  readonly #unknown = new FailureCounts(waitMostAccount);
  readonly #pairs = new FailureCounts(waitMostAddress);
  /** Account and address where it was signed in before, the latest last. */
  readonly #known = new Set<string>();

  /** `now` in Unix milliseconds. */
  constructor(now: Runtime["now"]) {
    this.#now = now;
  }

  /** Begins an attempt, or says how many seconds to wait. */
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
        // Only what this account failed here: signing in to another account buys no new tries.
        takeBack(this.#pairs.count(pair));
        this.#knows(pair);
      },
      withdraw: () => takeBack(1),
    };
  }

  /** Remembers where accounts were signed in before the box started. */
  remember(accountId: number, address: string): void {
    if (address !== "") this.#knows(`${accountId} ${addressKey(address)}`);
  }

  /** Entries in memory. */
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
