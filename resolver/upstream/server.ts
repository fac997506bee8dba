/** One upstream: its transport, what it was worth lately, and whether it is passed over for now. */
import type { UpstreamTarget } from "../../policy/model/upstream_line.ts";
import type { UpstreamStatistics } from "../protocol.ts";
import { Recycler } from "../recycler.ts";
import type { ForwardQuestion } from "./exchange.ts";
import { Timer } from "./timers.ts";
import {
  type Failure,
  REMOVED,
  type Transport,
  type TransportDeps,
  type Try,
} from "./transport.ts";

/** Failures in a row after which an upstream is passed over, and bounds in milliseconds of the time until it is probed. */
const FAILURES_TO_DOWN = 3, FIRST_PROBE = 1000, LAST_PROBE = 60_000;
/** Questions under way at one upstream. */
const MAX_IN_FLIGHT = 1024;
/** A sample moves the smoothed round trip by an eighth (RFC 6298 2). */
const SMOOTHING = 8;
const PROBE_TIMEOUT = 2000;
/** Milliseconds in which the log tells once that it is passed over: one that answers now and then would fill the log. */
const TELL_AGAIN = 60_000;
/** Failures in a row after which it is dead rather than unlucky with a few names. */
const FAILURES_TO_DEAD = 12;
/** Milliseconds between two questions to a dead upstream, so that its load stays flat (RFC 9520 3.1). */
export const TRICKLE = 50;
/** The servers of the root: every resolver knows them (RFC 8109). */
const PROBE: ForwardQuestion = {
  name: new Uint8Array(1),
  nameLength: 1,
  type: 2,
  class: 1,
  dnssecOk: false,
  checkingDisabled: false,
};

/** Told how a try ended. */
export interface Asker {
  ended(
    server: UpstreamServer,
    response: Uint8Array | undefined,
    why: Failure,
    detail: string,
  ): void;
}

/** Counts and times of one try, on its way through the transport. */
class Attempt implements Try {
  question = PROBE;
  timeout = 0;
  again = false;
  startedAt = 0;
  /** Undefined for a probe. */
  asker: Asker | undefined;
  readonly #server: UpstreamServer;

  constructor(server: UpstreamServer) {
    this.#server = server;
  }

  answered(response: Uint8Array): void {
    const asker = this.asker;
    this.#server.answered(this);
    asker?.ended(this.#server, response, "network", "");
  }

  failed(why: Failure, detail: string): void {
    const asker = this.asker;
    this.#server.failed(this, why, detail);
    asker?.ended(this.#server, undefined, why, detail);
  }
}

/** An upstream in use. */
export class UpstreamServer {
  readonly target: UpstreamTarget;
  readonly statistics: UpstreamStatistics;
  readonly #transport: Transport;
  readonly #deps: TransportDeps;
  readonly #log: (level: "info" | "warn", text: string) => void;
  readonly #probeTimer: Timer;
  readonly #attempts = new Recycler(() => new Attempt(this));
  #inFlight = 0;
  #failures = 0;
  #lastAsked = -TRICKLE;
  #probeDelay = 0;
  /** When the log was told last that it is passed over, and whether that is the state that the log knows. */
  #toldAt = -Infinity;
  #isToldDown = false;
  #closed = false;

  constructor(
    target: UpstreamTarget,
    transport: Transport,
    statistics: UpstreamStatistics,
    deps: TransportDeps,
    log: (level: "info" | "warn", text: string) => void,
  ) {
    this.target = target;
    this.#transport = transport;
    this.statistics = statistics;
    statistics.downUntil = 0;
    this.#deps = deps;
    this.#log = log;
    this.#probeTimer = new Timer(() => this.#probe());
  }

  /** Whether it is passed over because it failed lately. */
  get isDown(): boolean {
    return this.statistics.downUntil > 0;
  }

  /** Why it takes no question now; "" = it takes one. */
  get refusal(): string {
    if (this.#closed) return REMOVED;
    if (this.#inFlight >= MAX_IN_FLIGHT) return "too many questions under way";
    return this.isTrickling ? this.statistics.lastError : "";
  }

  /** Whether it takes none as it is dead and was asked a moment ago: that one notices its return, more would be a storm. */
  get isTrickling(): boolean {
    const dead = this.isDown && this.#failures >= FAILURES_TO_DEAD;
    return dead && this.#deps.clock.ms - this.#lastAsked < TRICKLE;
  }

  /**
   * Puts a question to it, `again` when it was put before in vain; the question stays as it is until the asker was told how it ended,
   * possibly before this returns.
   */
  ask(question: ForwardQuestion, timeout: number, again: boolean, asker: Asker): void {
    this.#lastAsked = this.#deps.clock.ms;
    this.statistics.queries++;
    this.#try(question, timeout, again, asker);
  }

  #try(question: ForwardQuestion, timeout: number, again: boolean, asker?: Asker): void {
    const attempt = this.#attempts.take();
    attempt.question = question;
    attempt.timeout = timeout;
    attempt.again = again;
    attempt.startedAt = this.#deps.clock.ms;
    attempt.asker = asker;
    this.#inFlight++;
    this.#transport.ask(attempt);
  }

  /** Called by a try that was answered, whatever the answer says: the upstream lives. */
  answered(attempt: Attempt): void {
    this.#inFlight--;
    this.#sample(this.#deps.clock.ms - attempt.startedAt);
    this.#attempts.give(attempt);
    this.statistics.lastAnswer = this.#deps.clock.unix;
    this.#failures = 0;
    if (this.isDown) this.#up();
  }

  /** Called by a try that failed. */
  failed(attempt: Attempt, why: Failure, detail: string): void {
    this.#inFlight--;
    const { timeout } = attempt;
    this.#attempts.give(attempt);
    if (this.#closed) return;
    this.statistics.failures++;
    if (why === "timeout") {
      this.statistics.timeouts++;
      this.#sample(timeout);
    }
    this.statistics.lastError = detail;
    if (++this.#failures < FAILURES_TO_DOWN) return;
    this.#tellDown();
    if (this.isDown) return;
    this.#probeDelay = FIRST_PROBE;
    this.#schedule();
  }

  /** Every few seconds. */
  sweep(): void {
    this.#transport.sweep();
  }

  /** Ends what is under way. */
  close(): void {
    this.#closed = true;
    this.#deps.timers.stop(this.#probeTimer);
    this.#transport.close();
  }

  #sample(duration: number): void {
    const statistics = this.statistics, sample = Math.max(duration, 0.1);
    statistics.latency = statistics.latency === 0
      ? sample
      : statistics.latency + (sample - statistics.latency) / SMOOTHING;
  }

  #tellDown(): void {
    const { ms } = this.#deps.clock;
    if (this.#isToldDown || ms - this.#toldAt < TELL_AGAIN) return;
    this.#toldAt = ms;
    this.#isToldDown = true;
    const { text } = this.target, { lastError } = this.statistics;
    this.#log("warn", `Upstream is passed over until it answers again: ${text} (${lastError})`);
  }

  #up(): void {
    this.statistics.downUntil = 0;
    this.#deps.timers.stop(this.#probeTimer);
    if (this.#isToldDown) this.#log("info", `Upstream answers again: ${this.target.text}`);
    this.#isToldDown = false;
  }

  #schedule(): void {
    this.statistics.downUntil = this.#deps.clock.unix + this.#probeDelay;
    this.#deps.timers.start(this.#probeTimer, this.#probeDelay);
  }

  #probe(): void {
    this.#probeDelay = Math.min(this.#probeDelay * 2, LAST_PROBE);
    this.#schedule();
    // By turns with EDNS and without, for it may have come back behind a firewall that drops what it does not know.
    this.#try(PROBE, PROBE_TIMEOUT, this.#failures % 2 === 0);
  }
}
