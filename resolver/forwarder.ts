/**
 * Resolves questions that policy allows: first from the cache, then by one exchange with upstreams
 * shared by all clients. Stale answers are used when upstreams are slow or unreachable (RFC 8767).
 * Failures are cached (RFC 9520) and popular answers prefetched. After an exchange fails, its
 * in-flight question is kept while a late answer may still arrive. Queries wait for that answer
 * instead of receiving the failure.
 */
import type { Question } from "../policy/model/decision.ts";
import type { CacheSettings } from "../policy/snapshot/settings.ts";
import { AnswerCache } from "./cache/cache.ts";
import { FailureCache } from "./cache/failures.ts";
import { type CacheKey, createCacheKey, hashKey, KEY_CD, KEY_DO } from "./cache/key.ts";
import { SingleFlight } from "./cache/single_flight.ts";
import type { CacheableResponse } from "./cache/entry_writer.ts";
import type { Clock } from "./clock.ts";
import { ExactArrays } from "./memory/exact_arrays.ts";
import type { ExchangeListener, InFlightQuestion, Waiter } from "./in_flight_question.ts";
import type { DnssecBits, FoundAnswer, Resolution, ResolutionFailure } from "./resolution.ts";
import type { CacheStatistics } from "./protocol.ts";
import type { ForwardFailure, Upstreams } from "./upstream/exchange.ts";
import { fullRcode, readExtendedError } from "./upstream/message.ts";
import { EDE, RCODE, rcodeToText } from "./wire/codes.ts";
import { toStoredResponse } from "./wire/finish.ts";
import { isNegative, responseTtl, ttlOffsets } from "./wire/ttl.ts";

/**
 * Milliseconds that a client waits for upstreams while a stale answer is available (RFC 8767 5).
 */
export const STALE_TIMEOUT = 1800;
/** The same wait after a refresh of the stale answer failed. */
const RECHECK_PATIENCE = 200;
/**
 * Milliseconds after which a query for a stale answer starts another exchange beside those in
 * progress.
 */
const RECHECK = 1000;
/**
 * Milliseconds that a query waits only for a late answer. Shorter than the 5 seconds after which
 * stub resolvers retry.
 */
const LATE_PATIENCE = 4000;
/** Milliseconds within which upstreams must answer. */
const FORWARD_DEADLINE = 5000;

/**
 * Dependencies of forwarding. `after` and `cancel` are the timers of the thread, in milliseconds.
 */
export interface ForwardDeps {
  readonly clock: Clock;
  readonly upstreams: Upstreams;
  readonly seed: readonly [number, number];
  readonly after: (milliseconds: number, then: () => void) => unknown;
  readonly cancel: (timer: never) => void;
}

const TOO_MANY: ResolutionFailure = {
  failed: EDE.NETWORK_ERROR,
  text: "Too many questions wait for upstreams",
};
const REMEMBERED: ResolutionFailure = {
  failed: EDE.CACHED_ERROR,
  text: "A failure of upstreams a moment ago is remembered",
};
const NOTHING: Uint8Array = new Uint8Array(0);

/** The cache of a worker and the upstreams behind it. */
export class Forwarder implements ExchangeListener {
  readonly #deps: ForwardDeps;
  readonly #cache: AnswerCache;
  readonly #failures: FailureCache;
  readonly #inquiries = new SingleFlight(this);
  /** The key of the last lookup. */
  readonly #key: CacheKey = createCacheKey(new Uint8Array(1), 0);
  /** One result object and one object to store from; both are reused. */
  readonly #found = {
    bytes: NOTHING,
    status: "cached" as FoundAnswer["status"],
    upstream: "",
    keep: 0,
  };
  readonly #storing: CacheableResponse;
  readonly #answers = new ExactArrays(1232);
  readonly #ttlOffsets = new Uint16Array(1024);
  /** The value of `upstreams.returns` when failures were last flushed for it. */
  #returns = 0;

  constructor(settings: CacheSettings, deps: ForwardDeps) {
    this.#deps = deps;
    this.#cache = new AnswerCache(settings);
    this.#failures = new FailureCache(deps.seed);
    const ttlOffsets = this.#ttlOffsets;
    this.#storing = {
      response: NOTHING,
      length: 0,
      ttlOffsets,
      ttlCount: 0,
      ttl: 0,
      negative: false,
    };
  }

  /** Applies new cache settings. */
  configure(settings: CacheSettings): void {
    this.#cache.configure(settings);
  }

  /**
   * Removes answers below a name, or all answers, and abandons exchanges in progress. Returns the
   * number of entries removed. Failures are known only by their hash, so all of them are removed.
   */
  flush(name?: Uint8Array): number {
    this.#failures.flush();
    this.#inquiries.abandonAll();
    return this.#cache.flush(name);
  }

  /** Size and use of the cache. */
  statistics(): CacheStatistics {
    return this.#cache.statistics();
  }

  /**
   * The outcome that needs no upstream query; undefined when one is needed. `route` is the number
   * of the set of upstreams (upstream/upstream_sets.ts). It is a fresh answer,
   * or a stale one while its refresh pauses or all upstreams are down. It is a cached failure
   * unless a late answer may still replace it.
   */
  findKnown(question: Question, bits: DnssecBits, route: number): Resolution | undefined {
    const key = this.#fill(question, bits, route);
    const now = this.#deps.clock.seconds;
    const entry = this.#cache.lookup(key, now);
    if (entry < 0) return this.#isFailed(key) ? REMEMBERED : undefined;
    const stale = this.#cache.isStale(entry, now);
    if (!stale) {
      if (this.#cache.wantsPrefetch(entry, now)) this.#prefetch(key);
      return this.#take(entry, now, "cached");
    }
    // Both conditions are evaluated: `areDead` also notes that a query waits for the upstreams to
    // return.
    const inVain = this.#deps.upstreams.areDead(key);
    return inVain || !this.#mayRefresh(key, entry, now)
      ? this.#take(entry, now, "stale")
      : undefined;
  }

  #mayRefresh(key: CacheKey, entry: number, now: number): boolean {
    if (!this.#cache.wantsRefresh(entry, now)) return false;
    const under = this.#inquiries.find(key);
    return under === undefined || !under.isSlow || this.#isPast(under);
  }

  /**
   * Whether the last exchange began so long ago that its queries may be lost although upstreams are
   * back.
   */
  #isPast({ askedAt }: InFlightQuestion): boolean {
    return this.#deps.clock.ms - askedAt >= RECHECK;
  }

  /** Whether a failure is cached and no exchange may still replace it. */
  #isFailed(key: CacheKey): boolean {
    const { upstreams } = this.#deps;
    if (!this.#isRemembered(key)) return false;
    if (upstreams.recoveries !== this.#returns) {
      this.#returns = upstreams.recoveries;
      this.#failures.flush();
      return false;
    }
    return upstreams.areDead(key) || this.#inquiries.find(key) === undefined;
  }

  #isRemembered(key: CacheKey): boolean {
    return this.#failures.lookup(key, this.#deps.clock.ms / 1000) !== 0;
  }

  /**
   * Queries upstreams for the question that `findKnown`, called just before, could not answer. The
   * waiter is notified, possibly before this returns.
   */
  ask(waiter: Waiter): void {
    const inquiries = this.#inquiries;
    const key = this.#key;
    const under = inquiries.find(key);
    if (!inquiries.admits(under)) {
      return waiter.onResolved(this.#outcome(key, NOTHING, "", TOO_MANY));
    }
    const inquiry = under ?? inquiries.begin(key);
    inquiries.wait(inquiry, waiter);
    const stale = this.#staleEntry(inquiry);
    // While a failure is cached, queries wait only for the late answer. A new exchange starts after
    // that.
    const asks = under === undefined ||
      (stale >= 0 ? this.#isPast(inquiry) : inquiry.asking === 0 && !this.#isRemembered(inquiry));
    if (inquiry.patience === undefined) {
      if (stale >= 0) this.#waitForRefresh(inquiry, stale);
      else if (under !== undefined && under.asking === 0) this.#waitForLate(inquiry, asks);
    }
    if (asks) this.#forward(inquiry);
  }

  #waitForRefresh(inquiry: InFlightQuestion, stale: number): void {
    const patience = this.#cache.hasRefreshFailed(stale) ? RECHECK_PATIENCE : STALE_TIMEOUT;
    inquiry.patience = this.#deps.after(patience, () => this.#losePatience(inquiry));
  }

  /**
   * Waits for the late answer of a failed exchange. Meanwhile starts another exchange, unless the
   * caller starts one (`asks`).
   */
  #waitForLate(inquiry: InFlightQuestion, asks: boolean): void {
    const { clock, after } = this.#deps;
    if (inquiry.lateUntil === 0) inquiry.lateUntil = clock.ms + LATE_PATIENCE;
    const left = inquiry.lateUntil - clock.ms;
    const pause = asks
      ? Infinity
      : this.#failures.secondsUntilRetry(inquiry, clock.ms / 1000) * 1000;
    inquiry.patience = after(Math.min(pause, left), () => {
      if (pause >= left) return this.#losePatience(inquiry);
      this.#waitForLate(inquiry, true);
      if (inquiry.asking === 0) this.#forward(inquiry);
    });
  }

  #forward(inquiry: InFlightQuestion): void {
    inquiry.open++;
    inquiry.asking++;
    inquiry.askedAt = this.#deps.clock.ms;
    inquiry.askedSecond = this.#deps.clock.seconds;
    inquiry.isSlow = false;
    this.#deps.upstreams.forward(inquiry, FORWARD_DEADLINE, inquiry);
  }

  onResponse(inquiry: InFlightQuestion, response: Uint8Array, upstream: string): void {
    if (inquiry.ended) return this.#giveIfOver(inquiry);
    const rcode = fullRcode(response);
    const error = isError(rcode) ? readExtendedError(response) || EDE.NETWORK_ERROR : 0;
    const clean = toStoredResponse(response);
    if (error !== 0 && (clean !== undefined || rcode > 15)) {
      const text = `${upstream} answered ${rcodeToText(rcode)}`;
      const extended = rcode > 15 ? { extendedRcode: rcode } : {};
      this.#fail(inquiry, { failed: error, text, upstream, ...extended });
    } else if (clean === undefined) {
      const text = `${upstream} sent a malformed response`;
      this.#fail(inquiry, { failed: EDE.NETWORK_ERROR, text, upstream });
    } else {
      this.#store(inquiry, clean);
      this.#end(inquiry, clean, upstream);
    }
  }

  onFailure(inquiry: InFlightQuestion, why: ForwardFailure, text: string): void {
    if (inquiry.ended) return this.#giveIfOver(inquiry);
    const failed = why === "unreachable" ? EDE.NO_REACHABLE_AUTHORITY : EDE.NETWORK_ERROR;
    this.#fail(inquiry, { failed, text });
  }

  onAbandoned(inquiry: InFlightQuestion): void {
    if (inquiry.ended) return this.#giveIfOver(inquiry);
    if (inquiry.open === 0) this.#end(inquiry, NOTHING, "", inquiry.failure ?? REMEMBERED);
  }

  #prefetch(key: CacheKey): void {
    if (this.#inquiries.find(key) === undefined) this.#forward(this.#inquiries.begin(key));
  }

  #losePatience(inquiry: InFlightQuestion): void {
    inquiry.patience = undefined;
    inquiry.lateUntil = 0;
    const isStale = this.#staleEntry(inquiry) >= 0;
    if (isStale) {
      inquiry.isSlow = true;
      this.#cache.markRefreshFailed(inquiry, inquiry.askedSecond, this.#deps.clock.seconds);
    }
    if (isStale || inquiry.asking === 0) {
      this.#tell(inquiry, NOTHING, "", inquiry.failure ?? REMEMBERED);
    }
  }

  /** Ends an in-flight question. Results of its other exchanges are ignored. */
  #end(
    inquiry: InFlightQuestion,
    response: Uint8Array,
    upstream: string,
    failure?: ResolutionFailure,
  ): void {
    this.#inquiries.end(inquiry);
    this.#tell(inquiry, response, upstream, failure);
    this.#giveIfOver(inquiry);
  }

  /** Returns the record to the pool once no exchange refers to it. */
  #giveIfOver(inquiry: InFlightQuestion): void {
    if (inquiry.open === 0) this.#inquiries.release(inquiry);
  }

  /**
   * Passes the response, or the reason for its absence, to all waiters. An exception in one waiter
   * must not keep it from the others.
   */
  #tell(
    inquiry: InFlightQuestion,
    response: Uint8Array,
    upstream: string,
    failure?: ResolutionFailure,
  ): void {
    if (inquiry.patience !== undefined) this.#deps.cancel(inquiry.patience as never);
    inquiry.patience = undefined;
    inquiry.lateUntil = 0;
    // Waiters added during this loop wait for the next outcome.
    for (let left = inquiry.waiting; left > 0; left--) {
      const waiter = this.#inquiries.takeWaiter(inquiry);
      if (waiter === undefined) return;
      try {
        waiter.onResolved(this.#outcome(inquiry, response, upstream, failure));
      } catch (fault) {
        // Reported like every unhandled fault of the thread.
        Promise.reject(fault);
      }
    }
  }

  #outcome(
    key: CacheKey,
    response: Uint8Array,
    upstream: string,
    failure?: ResolutionFailure,
  ): Resolution {
    const now = this.#deps.clock.seconds;
    const entry = this.#cache.find(key, now);
    if (failure !== undefined) return entry >= 0 ? this.#take(entry, now, "stale") : failure;
    // The cache has clamped the TTLs to the limits. A response that it could not keep is sent
    // unchanged.
    if (entry >= 0 && !this.#cache.isStale(entry, now)) {
      return this.#take(entry, now, "answered", upstream);
    }
    return this.#give(response, "answered", upstream, 0);
  }

  #staleEntry(key: CacheKey): number {
    const now = this.#deps.clock.seconds;
    const entry = this.#cache.find(key, now);
    return entry >= 0 && this.#cache.isStale(entry, now) ? entry : -1;
  }

  #take(entry: number, now: number, status: FoundAnswer["status"], upstream = ""): FoundAnswer {
    const bytes = this.#answers.of(this.#cache.responseLength(entry));
    this.#cache.copyAnswer(entry, bytes, 0, now);
    const keep = status === "stale" ? 0 : this.#cache.secondsUntilPrefetch(entry, now);
    return this.#give(bytes, status, upstream, keep);
  }

  #give(
    bytes: Uint8Array,
    status: FoundAnswer["status"],
    upstream: string,
    keep: number,
  ): FoundAnswer {
    const found = this.#found;
    found.bytes = bytes;
    found.status = status;
    found.upstream = upstream;
    found.keep = keep;
    return found;
  }

  #store(inquiry: InFlightQuestion, clean: Uint8Array): void {
    if (inquiry.outdated) return;
    this.#failures.clearFailures(inquiry);
    const storing = this.#storing;
    storing.ttlCount = ttlOffsets(clean, 0, clean.length, this.#ttlOffsets);
    if (storing.ttlCount < 0) return;
    storing.response = clean;
    storing.length = clean.length;
    storing.ttl = responseTtl(clean);
    storing.negative = isNegative(clean);
    this.#cache.store(inquiry, storing, this.#deps.clock.seconds);
  }

  #fail(inquiry: InFlightQuestion, failure: ResolutionFailure): void {
    if (!inquiry.outdated) {
      this.#failures.recordFailure(inquiry, failure.failed, this.#deps.clock.ms / 1000);
      this.#cache.markRefreshFailed(inquiry, inquiry.askedSecond, this.#deps.clock.seconds);
    }
    inquiry.failure = failure;
    // Another exchange for the same question is in progress, or a late answer is still awaited.
    if (inquiry.asking > 0 || inquiry.open > 0 && inquiry.lateUntil > 0) return;
    if (inquiry.open === 0) this.#end(inquiry, NOTHING, "", failure);
    else this.#tell(inquiry, NOTHING, "", failure);
  }

  #fill(question: Question, bits: DnssecBits, route: number): CacheKey {
    const key = this.#key;
    const { seed } = this.#deps;
    key.name = question.name;
    key.nameLength = question.name.length;
    key.type = question.type;
    key.class = question.class;
    key.flags = 0;
    if (bits.dnssecOk) key.flags |= KEY_DO;
    if (bits.checkingDisabled) key.flags |= KEY_CD;
    key.route = route;
    key.hash = hashKey(key, seed[0], seed[1]);
    return key;
  }
}

/** Whether an RCODE is an error: neither NOERROR nor NXDOMAIN. */
function isError(rcode: number): boolean {
  return rcode !== RCODE.NOERROR && rcode !== RCODE.NXDOMAIN;
}
