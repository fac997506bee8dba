/** One upstream: its transport, its recent performance, and whether it is skipped for now. */
import { createMasker } from "../../policy/model/masked_address.ts";
import { type Sentence, sentence } from "../../policy/model/sentence.ts";
import type { UpstreamTarget } from "../../policy/model/upstream_line.ts";
import type { UpstreamStatistics } from "../protocol.ts";
import { ObjectPool } from "../memory/object_pool.ts";
import type { ForwardQuestion } from "./exchange.ts";
import { describeSilence } from "./probe_fault.ts";
import { Timer } from "./timers.ts";
import {
  type AttemptFailure,
  LATE_WINDOW,
  REMOVED_TEXT,
  TIMEOUT_TEXT,
  type Transport,
  type TransportDeps,
  type UpstreamAttempt,
} from "./transport.ts";

/**
 * Consecutive failures after which an upstream is skipped, and limits in milliseconds of the time
 * until it is probed.
 */
const FAILURES_TO_DOWN = 3;
const FIRST_PROBE = 1000;
const LAST_PROBE = 60_000;
/**
 * Milliseconds after a question that needed it during which an upstream is probed each second,
 * whatever the results.
 */
const WANTED = 10_000;
/** Concurrent questions to one upstream. */
const MAX_IN_FLIGHT = 1024;
/**
 * Questions whose timeout has passed and whose late response is still accepted; beyond them late
 * responses are dropped.
 */
const MAX_LATE = 512;
/** A sample changes the smoothed round trip by an eighth of the difference (RFC 6298 2). */
const SMOOTHING = 8;
const PROBE_TIMEOUT = 2000;
/**
 * Milliseconds within which skipping it is logged only once: an intermittent upstream would fill
 * the log.
 */
const TELL_AGAIN = 60_000;
/** Consecutive failures after which it counts as dead. Fewer may be due to a few failing names. */
const FAILURES_TO_DEAD = 12;
/**
 * Milliseconds between two questions to a dead upstream, so that its load stays low (RFC 9520 3.1).
 */
export const DEAD_QUERY_INTERVAL = 50;
/** NS of the root: every resolver knows them (RFC 8109). */
const PROBE: ForwardQuestion = {
  name: new Uint8Array(1),
  nameLength: 1,
  type: 2,
  class: 1,
  dnssecOk: false,
  checkingDisabled: false,
};

/** Receives the result of an attempt. */
export interface AttemptListener {
  /** Whether a late response would be useful. */
  readonly acceptsLate: boolean;
  /** The timeout of an attempt has passed; `onEnd` follows with `isLate`. */
  onTimeout(server: UpstreamServer, detail: string): void;
  onEnd(
    server: UpstreamServer,
    response: Uint8Array | undefined,
    why: AttemptFailure,
    detail: string,
    isLate: boolean,
  ): void;
}

/** Counts and times of one attempt while the transport handles it. */
class Attempt implements UpstreamAttempt {
  question = PROBE;
  timeout = 0;
  again = false;
  startedAt = 0;
  /** Whether its timeout has passed. */
  isLate = false;
  /** Undefined for a probe. */
  asker: AttemptListener | undefined;
  readonly #server: UpstreamServer;

  constructor(server: UpstreamServer) {
    this.#server = server;
  }

  onTimeout(): boolean {
    return this.#server.timedOut(this);
  }

  onAnswer(response: Uint8Array): void {
    const { asker, isLate } = this;
    this.#server.answered(this);
    asker?.onEnd(this.#server, response, "network", "", isLate);
  }

  onFailure(why: AttemptFailure, detail: string): void {
    const { asker, isLate } = this;
    const shown = this.#server.mask(detail);
    this.#server.failed(this, why, shown);
    asker?.onEnd(this.#server, undefined, why, shown, isLate);
  }
}

/** Statistics of an upstream that nothing was asked of yet. */
export function emptyStatistics(upstream: string): UpstreamStatistics {
  return {
    upstream,
    queries: 0,
    failures: 0,
    timeouts: 0,
    late: 0,
    latency: 0,
    lastAnswer: 0,
    downUntil: 0,
    lastError: "",
  };
}

/** An upstream in use. */
export class UpstreamServer {
  readonly target: UpstreamTarget;
  readonly statistics: UpstreamStatistics;
  /** Removes from a sentence the parts of the address that are masked. */
  readonly mask: (text: string) => string;
  readonly #transport: Transport;
  readonly #deps: TransportDeps;
  readonly #log: (level: "info" | "warn", text: string) => void;
  readonly #onReturn: (server: UpstreamServer) => void;
  readonly #probeTimer: Timer;
  readonly #attempts = new ObjectPool(() => new Attempt(this));
  #inFlight = 0;
  #late = 0;
  #failures = 0;
  /** The last error in the words of its transport, masked. */
  #lastDetail = "";
  /** Monotonic milliseconds of the last question, and of the last question or probe. */
  #lastAsked = -Infinity;
  #lastTry = -Infinity;
  /** Monotonic milliseconds of its last late response. */
  #lateAt = -Infinity;
  #probeDelay = 0;
  /** Monotonic milliseconds of the last question for which no better upstream was available. */
  #wantedAt = -Infinity;
  /** When skipping it was last logged, and whether the log shows it as down. */
  #loggedAt = -Infinity;
  #isLoggedDown = false;
  #closed = false;

  constructor(
    target: UpstreamTarget,
    transport: Transport,
    statistics: UpstreamStatistics,
    deps: TransportDeps,
    log: (level: "info" | "warn", text: string) => void,
    onReturn: (server: UpstreamServer) => void = () => {},
  ) {
    this.target = target;
    this.#transport = transport;
    this.statistics = statistics;
    this.mask = createMasker(target);
    statistics.downUntil = 0;
    this.#deps = deps;
    this.#log = log;
    this.#onReturn = onReturn;
    this.#probeTimer = new Timer(() => this.#probe());
  }

  /** Its masked address, used as its name in statistics, the journal and the log. */
  get name(): string {
    return this.statistics.upstream;
  }

  /** Whether it is skipped because it failed recently. */
  get isDown(): boolean {
    return this.statistics.downUntil > 0;
  }

  /** Why it accepts no question now; "" = it accepts one. */
  get refusal(): string {
    if (this.#closed) return REMOVED_TEXT;
    if (this.#inFlight >= MAX_IN_FLIGHT) return "too many questions under way";
    return this.isThrottled ? this.#lastDetail : "";
  }

  /**
   * Whether it accepts no question because it is dead and was queried very recently. That query
   * detects its recovery; more queries would only add load.
   */
  get isThrottled(): boolean {
    return this.#isDead && this.#deps.clock.ms - this.#lastAsked < DEAD_QUERY_INTERVAL;
  }

  /** Whether it responded recently, but after the timeout. */
  get isSlow(): boolean {
    return this.#deps.clock.ms - this.#lateAt < LATE_WINDOW;
  }

  /** Whether it was found dead within the last second. */
  get isKnownDead(): boolean {
    return this.#closed ||
      this.#isDead && this.#deps.clock.ms - this.#lastTry < FIRST_PROBE;
  }

  /** Whether it is unresponsive, and not merely slow or failing for a few names. */
  get #isDead(): boolean {
    return this.isDown && this.#failures >= FAILURES_TO_DEAD && !this.isSlow;
  }

  /**
   * Sends a question; `again` when an earlier attempt failed. The question must not change until
   * the asker has received the result, possibly before this returns.
   */
  ask(question: ForwardQuestion, timeout: number, again: boolean, asker: AttemptListener): void {
    this.#lastAsked = this.#deps.clock.ms;
    this.statistics.queries++;
    if (this.isDown) this.keepProbing();
    this.#try(question, timeout, again, asker);
  }

  /** Probes it each second for a while, because a question needs it. */
  keepProbing(): void {
    const { ms } = this.#deps.clock;
    this.#wantedAt = ms;
    if (!this.isDown || this.#probeDelay <= FIRST_PROBE) return;
    this.#probeDelay = FIRST_PROBE;
    this.#schedule();
  }

  #try(question: ForwardQuestion, timeout: number, again: boolean, asker?: AttemptListener): void {
    this.#lastTry = this.#deps.clock.ms;
    const attempt = this.#attempts.acquire();
    attempt.question = question;
    attempt.timeout = timeout;
    attempt.again = again;
    attempt.startedAt = this.#lastTry;
    attempt.isLate = false;
    attempt.asker = asker;
    this.#inFlight++;
    this.#transport.ask(attempt);
  }

  /**
   * Called by an attempt whose timeout has passed. Returns whether its late response is accepted.
   */
  timedOut(attempt: Attempt): boolean {
    const { asker, timeout } = attempt;
    if (this.#closed || this.#late >= MAX_LATE || asker?.acceptsLate === false) return false;
    this.#inFlight--;
    this.#late++;
    attempt.isLate = true;
    if (asker !== undefined) this.#count("timeout");
    this.#noteFailure("timeout", timeout, TIMEOUT_TEXT);
    asker?.onTimeout(this, TIMEOUT_TEXT);
    return true;
  }

  /** Called by an attempt that received a response with any RCODE: the upstream is alive. */
  answered(attempt: Attempt): void {
    const { isLate, timeout } = attempt;
    const duration = this.#deps.clock.ms - attempt.startedAt;
    this.#attempts.release(attempt);
    this.statistics.lastAnswer = this.#deps.clock.unix;
    if (isLate) return this.#answeredLate(duration, timeout);
    this.#inFlight--;
    this.#sample(duration);
    this.#failures = 0;
    if (this.isDown) this.#up();
  }

  /** It is still skipped for its slowness, but is not dead. The timeout stays counted. */
  #answeredLate(duration: number, timeout: number): void {
    const wasDead = this.#isDead;
    this.#late--;
    this.#lateAt = this.#deps.clock.ms;
    // When the timeout passed, it was sampled as the round trip. This turns that sample into the
    // true round trip.
    this.statistics.latency += Math.max(0, duration - timeout) / SMOOTHING;
    if (wasDead) this.#tellReturn();
  }

  /** Called by a failed attempt. */
  failed(attempt: Attempt, why: AttemptFailure, detail: string): void {
    const { asker, isLate, timeout } = attempt;
    this.#attempts.release(attempt);
    if (isLate) {
      // Counted when its timeout passed.
      this.#late--;
      return;
    }
    this.#inFlight--;
    if (this.#closed) return;
    if (asker !== undefined) this.#count(why);
    this.#noteFailure(why, timeout, detail);
  }

  /** Counts a failed query; probes are no queries. */
  #count(why: AttemptFailure): void {
    this.statistics.failures++;
    if (why === "timeout") this.statistics.timeouts++;
  }

  #noteFailure(why: AttemptFailure, timeout: number, detail: string): void {
    if (why === "timeout") this.#sample(timeout);
    if (detail !== this.#lastDetail) {
      this.#lastDetail = detail;
      const fault = describeSilence({ target: this.target, detail });
      this.statistics.lastError = this.mask(fault) as Sentence;
    }
    if (++this.#failures < FAILURES_TO_DOWN) return;
    this.#tellDown();
    if (this.isDown) return;
    this.#probeDelay = FIRST_PROBE;
    this.#schedule();
  }

  /** Called every few seconds. */
  sweep(): void {
    this.#transport.sweep();
  }

  /** Ends all attempts in flight. */
  close(): void {
    this.#closed = true;
    this.#deps.timers.stop(this.#probeTimer);
    this.#transport.close();
  }

  #sample(duration: number): void {
    const statistics = this.statistics;
    const sample = Math.max(duration, 0.1);
    statistics.latency = statistics.latency === 0
      ? sample
      : statistics.latency + (sample - statistics.latency) / SMOOTHING;
  }

  #tellDown(): void {
    const { ms } = this.#deps.clock;
    if (this.#isLoggedDown || ms - this.#loggedAt < TELL_AGAIN) return;
    this.#loggedAt = ms;
    this.#isLoggedDown = true;
    this.#log(
      "warn",
      sentence`Skipping upstream until it recovers: ${this.name} (${this.#lastDetail})`,
    );
  }

  #up(): void {
    this.statistics.downUntil = 0;
    this.#deps.timers.stop(this.#probeTimer);
    if (this.#isLoggedDown) this.#log("info", `Upstream recovered: ${this.name}`);
    this.#isLoggedDown = false;
    this.#tellReturn();
  }

  /**
   * Runs after the response that shows the recovery has reached its question, which then needs no
   * other attempt.
   */
  #tellReturn(): void {
    queueMicrotask(() => this.#onReturn(this));
  }

  #schedule(): void {
    this.statistics.downUntil = this.#deps.clock.unix + this.#probeDelay;
    this.#deps.timers.start(this.#probeTimer, this.#probeDelay);
  }

  #probe(): void {
    const isWanted = this.#deps.clock.ms - this.#wantedAt < WANTED;
    this.#probeDelay = isWanted ? FIRST_PROBE : Math.min(this.#probeDelay * 2, LAST_PROBE);
    this.#schedule();
    // Alternately with and without EDNS, because it may now be behind a firewall that drops unknown
    // records.
    this.#try(PROBE, PROBE_TIMEOUT, this.#failures % 2 === 0);
  }
}
