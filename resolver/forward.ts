/**
 * From a question that policy lets through to a response: the cache, then one exchange with upstreams however many ask,
 * stale answers when upstreams are slow or gone (RFC 8767), failures remembered (RFC 9520), popular answers fetched ahead.
 */
import type { Question } from "../policy/model/decision.ts";
import type { CacheSettings } from "../policy/snapshot/settings.ts";
import { AnswerCache } from "./cache/cache.ts";
import { FailureCache } from "./cache/failures.ts";
import { type CacheKey, KEY_CD, KEY_DO } from "./cache/key.ts";
import { SingleFlight } from "./cache/single_flight.ts";
import type { Storing } from "./cache/storing.ts";
import type { Clock } from "./clock.ts";
import type { CacheStatistics } from "./protocol.ts";
import { keep } from "./slab.ts";
import { UpstreamError, type Upstreams } from "./upstream/exchange.ts";
import { EDE, RCODE, rcodeToText } from "./wire/codes.ts";
import { storedResponse } from "./wire/finish.ts";
import { minimumTtl, responseTtl, ttlOffsets } from "./wire/ttl.ts";

/** Milliseconds that a client waits for upstreams while a stale answer is at hand (RFC 8767 5). */
export const STALE_PATIENCE = 1800;
/** Milliseconds in which upstreams must answer at all. */
export const FORWARD_DEADLINE = 5000;

/** A response found: no OPT in it, TTLs of now. The bytes are valid during the call only. */
export interface Found {
  readonly bytes: Uint8Array;
  readonly length: number;
  readonly status: "answered" | "cached" | "stale";
  /** The upstream line that answered; "" from the cache. */
  readonly upstream: string;
  /** Seconds for which the answer may be given again without asking here. */
  readonly keep: number;
}

/** No response: why, as an EDE code (RFC 8914: 22, 23, or 13 for a failure remembered). */
export interface NotFound {
  readonly failed: number;
  readonly text: string;
}

/** What came of a question. */
export type Outcome = Found | NotFound;

/** What the DNSSEC bits of a query ask for (RFC 4035 3.2). */
export interface Bits {
  readonly dnssecOk: boolean;
  readonly checkingDisabled: boolean;
}

/** What forwarding needs. `after` and `cancel` are the timers of the thread, in milliseconds. */
export interface ForwardDeps {
  readonly clock: Clock;
  readonly upstreams: Upstreams;
  readonly seed: readonly [number, number];
  readonly after: (milliseconds: number, then: () => void) => unknown;
  readonly cancel: (timer: never) => void;
}

interface Landed {
  readonly response: Uint8Array;
  readonly upstream: string;
}

const TOO_MANY: NotFound = { failed: EDE.NETWORK_ERROR, text: "Too many questions wait for upstreams" };
const REMEMBERED = "A failure of upstreams a moment ago is remembered";

/** The upstream side of a worker, behind its cache. */
export class Forwarding {
  readonly #deps: ForwardDeps;
  readonly #cache: AnswerCache;
  readonly #failures: FailureCache;
  readonly #flights: SingleFlight<Landed | NotFound>;
  readonly #key: CacheKey = {
    name: new Uint8Array(1),
    nameStart: 0,
    nameLength: 1,
    type: 0,
    class: 1,
    flags: 0,
    route: 0,
  };
  readonly #scratch = new Uint8Array(0x10000);
  readonly #ttlOffsets = new Uint16Array(1024);

  constructor(settings: CacheSettings, deps: ForwardDeps) {
    this.#deps = deps;
    this.#cache = new AnswerCache(settings, deps.seed);
    this.#failures = new FailureCache(deps.seed);
    this.#flights = new SingleFlight(deps.seed);
  }

  /** Takes new cache settings. */
  configure(settings: CacheSettings): void {
    this.#cache.configure(settings);
  }

  /** Forgets answers below a name, or all of them with the failures; the entries removed. */
  flush(name?: Uint8Array): number {
    if (name === undefined) this.#failures.flush();
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
      if (!stale && this.#cache.wantsPrefetch(entry, now)) this.#refresh(question, bits);
      if (!stale || !this.#cache.wantsRefresh(entry, now)) return this.#found(entry, now, stale ? "stale" : "cached");
    }
    const failed = this.#failures.lookup(key, this.#deps.clock.ms / 1000);
    return failed === 0 || entry >= 0 ? undefined : { failed: EDE.CACHED_ERROR, text: REMEMBERED };
  }

  /** Asks upstreams; `then` is called once, later. */
  ask(question: Question, bits: Bits, then: (outcome: Outcome) => void): void {
    let answered = false, timer: unknown;
    const flight = this.#flight(question, bits);
    if (flight === undefined) return then(TOO_MANY);
    if (this.#staleEntry(question, bits) >= 0) {
      timer = this.#deps.after(STALE_PATIENCE, () => {
        const entry = this.#staleEntry(question, bits);
        if (answered || entry < 0) return;
        answered = true;
        then(this.#found(entry, this.#deps.clock.seconds, "stale"));
      });
    }
    flight.then((landed) => {
      if (timer !== undefined) this.#deps.cancel(timer as never);
      if (answered) return;
      answered = true;
      then(this.#outcome(question, bits, landed));
    });
  }

  #outcome(question: Question, bits: Bits, landed: Landed | NotFound): Outcome {
    const now = this.#deps.clock.seconds;
    const entry = this.#cache.find(this.#fill(question, bits), now);
    if ("failed" in landed) return entry >= 0 ? this.#found(entry, now, "stale") : landed;
    // The cache has brought the TTLs within the limits; what it could not keep goes out as it came.
    if (entry >= 0 && !this.#cache.isStale(entry, now)) return this.#found(entry, now, "answered", landed.upstream);
    const { response, upstream } = landed;
    return { bytes: response, length: response.length, status: "answered", upstream, keep: 0 };
  }

  #staleEntry(question: Question, bits: Bits): number {
    const now = this.#deps.clock.seconds, entry = this.#cache.find(this.#fill(question, bits), now);
    return entry >= 0 && this.#cache.isStale(entry, now) ? entry : -1;
  }

  #found(entry: number, now: number, status: Found["status"], upstream = ""): Found {
    const length = this.#cache.copyAnswer(entry, this.#scratch, 0, now);
    // The last tenth of the life is left to the cache, which sees there whether the answer is popular enough to fetch ahead.
    const keep = status === "stale" ? 0 : Math.floor(this.#cache.remaining(entry, now) * 0.9);
    return { bytes: this.#scratch, length, status, upstream, keep };
  }

  #refresh(question: Question, bits: Bits): void {
    const own = { ...question, name: keep(question.name) };
    this.#flight(own, bits)?.catch(() => {});
  }

  #flight(question: Question, bits: Bits): Promise<Landed | NotFound> | undefined {
    return this.#flights.join(this.#fill(question, bits), () => this.#exchange(question, bits));
  }

  /** Then by hand: async functions would make five promises more for each name, a tenth of its cost. */
  #exchange(question: Question, bits: Bits): Promise<Landed | NotFound> {
    const { name, type, class: class_ } = question, { dnssecOk, checkingDisabled } = bits;
    const asked = { name, type, class: class_, dnssecOk, checkingDisabled };
    return this.#deps.upstreams.forward(asked, FORWARD_DEADLINE).then(
      ({ response, upstream }) => this.#land(question, bits, response, upstream),
      (error) => this.#missed(question, bits, error),
    );
  }

  #missed(question: Question, bits: Bits, error: Error): NotFound {
    const unreachable = error instanceof UpstreamError && error.code === "unreachable";
    const code = unreachable ? EDE.NO_REACHABLE_AUTHORITY : EDE.NETWORK_ERROR;
    return this.#failed(question, bits, code, error.message);
  }

  #land(question: Question, bits: Bits, response: Uint8Array, upstream: string): Landed | NotFound {
    const clean = storedResponse(response);
    if (clean === undefined) {
      return this.#failed(question, bits, EDE.NETWORK_ERROR, `${upstream} sent a malformed response`);
    }
    const rcode = clean[3] & 15;
    if (rcode !== RCODE.NOERROR && rcode !== RCODE.NXDOMAIN) {
      return this.#failed(question, bits, EDE.NETWORK_ERROR, `${upstream} answered ${rcodeToText(rcode)}`);
    }
    this.#store(this.#fill(question, bits), clean, rcode);
    return { response: clean, upstream };
  }

  #store(key: CacheKey, clean: Uint8Array, rcode: number): void {
    this.#failures.answered(key);
    const ttlCount = ttlOffsets(clean, 0, clean.length, this.#ttlOffsets);
    if (ttlCount < 0) return;
    const storing: Storing = {
      response: clean,
      length: clean.length,
      ttlOffsets: this.#ttlOffsets,
      ttlCount,
      ttl: Math.max(responseTtl(clean), 0),
      negative: rcode === RCODE.NXDOMAIN || minimumTtl(clean) < 0,
    };
    this.#cache.store(key, storing, this.#deps.clock.seconds);
  }

  #failed(question: Question, bits: Bits, code: number, text: string): NotFound {
    const key = this.#fill(question, bits);
    this.#failures.failed(key, code, this.#deps.clock.ms / 1000);
    this.#cache.refreshFailed(key, this.#deps.clock.seconds);
    return { failed: code, text };
  }

  #fill(question: Question, bits: Bits): CacheKey {
    const key = this.#key;
    key.name = question.name;
    key.nameLength = question.name.length;
    key.type = question.type;
    key.class = question.class;
    key.flags = (bits.dnssecOk ? KEY_DO : 0) | (bits.checkingDisabled ? KEY_CD : 0);
    return key;
  }
}
