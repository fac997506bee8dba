/**
 * From a question that policy lets through to a response: the cache, then one exchange with upstreams however many ask,
 * stale answers when upstreams are slow or gone (RFC 8767), failures remembered (RFC 9520), popular answers fetched ahead.
 */
import type { Question } from "../policy/model/decision.ts";
import type { CacheSettings } from "../policy/snapshot/settings.ts";
import { AnswerCache } from "./cache/cache.ts";
import { FailureCache } from "./cache/failures.ts";
import { type CacheKey, cacheKey, hashKey, KEY_CD, KEY_DO } from "./cache/key.ts";
import { SingleFlight } from "./cache/single_flight.ts";
import type { Storing } from "./cache/storing.ts";
import type { Clock } from "./clock.ts";
import { ExactArrays } from "./exact.ts";
import type { Inquiry, Landing, Waiter } from "./inquiry.ts";
import type { Bits, Found, NotFound, Outcome } from "./outcome.ts";
import type { CacheStatistics } from "./protocol.ts";
import type { Unanswered, Upstreams } from "./upstream/exchange.ts";
import { extendedErrorIn } from "./upstream/message.ts";
import { EDE, RCODE, rcodeToText } from "./wire/codes.ts";
import { storedResponse } from "./wire/finish.ts";
import { rcodeOf } from "./wire/message.ts";
import { isNegative, responseTtl, ttlOffsets } from "./wire/ttl.ts";

/** Milliseconds that a client waits for upstreams while a stale answer is at hand (RFC 8767 5). */
export const STALE_PATIENCE = 1800;
/** Milliseconds in which upstreams must answer at all. */
const FORWARD_DEADLINE = 5000;

/** What forwarding needs. `after` and `cancel` are the timers of the thread, in milliseconds. */
export interface ForwardDeps {
  readonly clock: Clock;
  readonly upstreams: Upstreams;
  readonly seed: readonly [number, number];
  readonly after: (milliseconds: number, then: () => void) => unknown;
  readonly cancel: (timer: never) => void;
}

const TOO_MANY: NotFound = {
  failed: EDE.NETWORK_ERROR,
  text: "Too many questions wait for upstreams",
};
const REMEMBERED: NotFound = {
  failed: EDE.CACHED_ERROR,
  text: "A failure of upstreams a moment ago is remembered",
};
const NOTHING: Uint8Array = new Uint8Array(0);

/** The upstream side of a worker, behind its cache. */
export class Forwarding implements Landing {
  readonly #deps: ForwardDeps;
  readonly #cache: AnswerCache;
  readonly #failures: FailureCache;
  readonly #inquiries = new SingleFlight(this);
  /** The question last looked for. */
  readonly #key: CacheKey = cacheKey(new Uint8Array(1), 0);
  /** What is handed out and what is stored: one of each, filled anew. */
  readonly #found = { bytes: NOTHING, status: "cached" as Found["status"], upstream: "", keep: 0 };
  readonly #storing: Storing;
  readonly #answers = new ExactArrays(1232);
  readonly #ttlOffsets = new Uint16Array(1024);

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

  /** Takes new cache settings. */
  configure(settings: CacheSettings): void {
    this.#cache.configure(settings);
  }

  /** Forgets answers below a name, or all of them, and what is under way; the entries removed. Failures, known by hash alone, all go. */
  flush(name?: Uint8Array): number {
    this.#failures.flush();
    this.#inquiries.forget();
    return this.#cache.flush(name);
  }

  /** Size and use of the cache. */
  statistics(): CacheStatistics {
    return this.#cache.statistics();
  }

  /** What is known without asking: a fresh answer, a stale one while its refresh pauses, a failure remembered. */
  known(question: Question, bits: Bits): Outcome | undefined {
    const key = this.#fill(question, bits), now = this.#deps.clock.seconds;
    const entry = this.#cache.lookup(key, now);
    if (entry >= 0) {
      const stale = this.#cache.isStale(entry, now);
      if (!stale && this.#cache.wantsPrefetch(entry, now)) this.#prefetch(key);
      if (!stale || !this.#cache.wantsRefresh(entry, now)) {
        return this.#take(entry, now, stale ? "stale" : "cached");
      }
    }
    const failed = this.#failures.lookup(key, this.#deps.clock.ms / 1000);
    return failed === 0 || entry >= 0 ? undefined : REMEMBERED;
  }

  /** Asks upstreams what `known`, called just before, did not know; the waiter is told, possibly before this returns. */
  ask(waiter: Waiter): void {
    const inquiries = this.#inquiries, key = this.#key, under = inquiries.find(key);
    if (!inquiries.admits(under)) return waiter.arrived(this.#outcome(key, NOTHING, "", TOO_MANY));
    const inquiry = under ?? inquiries.begin(key);
    inquiries.wait(inquiry, waiter);
    if (inquiry.patience === undefined && this.#staleEntry(inquiry) >= 0) {
      inquiry.patience = this.#deps.after(STALE_PATIENCE, () => this.#losePatience(inquiry));
    }
    if (under === undefined) this.#deps.upstreams.forward(inquiry, FORWARD_DEADLINE, inquiry);
  }

  landed(inquiry: Inquiry, response: Uint8Array, upstream: string): void {
    const error = isError(response) ? extendedErrorIn(response) || EDE.NETWORK_ERROR : 0;
    const clean = storedResponse(response);
    if (clean === undefined) {
      this.#fail(inquiry, EDE.NETWORK_ERROR, `${upstream} sent a malformed response`);
    } else if (error !== 0) {
      this.#fail(inquiry, error, `${upstream} answered ${rcodeToText(rcodeOf(clean))}`);
    } else {
      this.#store(inquiry, clean);
      this.#end(inquiry, clean, upstream);
    }
  }

  missed(inquiry: Inquiry, why: Unanswered, text: string): void {
    this.#fail(
      inquiry,
      why === "unreachable" ? EDE.NO_REACHABLE_AUTHORITY : EDE.NETWORK_ERROR,
      text,
    );
  }

  #prefetch(key: CacheKey): void {
    if (this.#inquiries.find(key) !== undefined) return;
    const inquiry = this.#inquiries.begin(key);
    this.#deps.upstreams.forward(inquiry, FORWARD_DEADLINE, inquiry);
  }

  #losePatience(inquiry: Inquiry): void {
    inquiry.patience = undefined;
    const now = this.#deps.clock.seconds;
    for (;;) {
      const entry = this.#staleEntry(inquiry),
        waiter = entry < 0 ? undefined : this.#inquiries.take(inquiry);
      if (waiter === undefined) return;
      waiter.arrived(this.#take(entry, now, "stale"));
    }
  }

  /** Tells all who wait the response, or why there is none; a fault in the answer to one must not keep it from the others. */
  #end(inquiry: Inquiry, response: Uint8Array, upstream: string, failure?: NotFound): void {
    if (inquiry.patience !== undefined) this.#deps.cancel(inquiry.patience as never);
    inquiry.patience = undefined;
    this.#inquiries.end(inquiry);
    for (
      let waiter = this.#inquiries.take(inquiry);
      waiter !== undefined;
      waiter = this.#inquiries.take(inquiry)
    ) {
      try {
        waiter.arrived(this.#outcome(inquiry, response, upstream, failure));
      } catch (fault) {
        // Told as every fault of the thread that nobody takes.
        Promise.reject(fault);
      }
    }
    this.#inquiries.give(inquiry);
  }

  #outcome(key: CacheKey, response: Uint8Array, upstream: string, failure?: NotFound): Outcome {
    const now = this.#deps.clock.seconds, entry = this.#cache.find(key, now);
    if (failure !== undefined) return entry >= 0 ? this.#take(entry, now, "stale") : failure;
    // The cache has brought the TTLs within the limits; what it could not keep goes out as it came.
    if (entry >= 0 && !this.#cache.isStale(entry, now)) {
      return this.#take(entry, now, "answered", upstream);
    }
    return this.#give(response, "answered", upstream, 0);
  }

  #staleEntry(key: CacheKey): number {
    const now = this.#deps.clock.seconds, entry = this.#cache.find(key, now);
    return entry >= 0 && this.#cache.isStale(entry, now) ? entry : -1;
  }

  #take(entry: number, now: number, status: Found["status"], upstream = ""): Found {
    const bytes = this.#answers.of(this.#cache.responseLength(entry));
    this.#cache.copyAnswer(entry, bytes, 0, now);
    const keep = status === "stale" ? 0 : this.#cache.settled(entry, now);
    return this.#give(bytes, status, upstream, keep);
  }

  #give(bytes: Uint8Array, status: Found["status"], upstream: string, keep: number): Found {
    const found = this.#found;
    found.bytes = bytes;
    found.status = status;
    found.upstream = upstream;
    found.keep = keep;
    return found;
  }

  #store(inquiry: Inquiry, clean: Uint8Array): void {
    if (inquiry.outdated) return;
    this.#failures.answered(inquiry);
    const storing = this.#storing;
    storing.ttlCount = ttlOffsets(clean, 0, clean.length, this.#ttlOffsets);
    if (storing.ttlCount < 0) return;
    storing.response = clean;
    storing.length = clean.length;
    storing.ttl = responseTtl(clean);
    storing.negative = isNegative(clean);
    this.#cache.store(inquiry, storing, this.#deps.clock.seconds);
  }

  #fail(inquiry: Inquiry, code: number, text: string): void {
    if (!inquiry.outdated) {
      this.#failures.failed(inquiry, code, this.#deps.clock.ms / 1000);
      this.#cache.refreshFailed(inquiry, this.#deps.clock.seconds);
    }
    this.#end(inquiry, NOTHING, "", { failed: code, text });
  }

  #fill(question: Question, bits: Bits): CacheKey {
    const key = this.#key, { seed } = this.#deps;
    key.name = question.name;
    key.nameLength = question.name.length;
    key.type = question.type;
    key.class = question.class;
    key.flags = (bits.dnssecOk ? KEY_DO : 0) | (bits.checkingDisabled ? KEY_CD : 0);
    key.hash = hashKey(key, seed[0], seed[1]);
    return key;
  }
}

/** Whether a response neither answers nor says that there is no such name or record. */
function isError(response: Uint8Array): boolean {
  const rcode = rcodeOf(response);
  return rcode !== RCODE.NOERROR && rcode !== RCODE.NXDOMAIN;
}
