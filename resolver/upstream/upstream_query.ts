/**
 * One question and its attempts at upstreams: which are queried first, in parallel and next, and
 * which response is returned. A useful response ends it. SERVFAIL, REFUSED and similar responses
 * lead to the next upstream, and are returned only when no upstream gave a better one. After the
 * result, attempts whose timeout has passed stay open for their late window: a useful response is
 * then returned as a late one.
 */
import type { UpstreamProtocol } from "../../policy/model/upstream_line.ts";
import { copyBytes } from "../memory/exact_arrays.ts";
import { RCODE } from "../wire/codes.ts";
import type { ForwardListener, ForwardQuestion } from "./exchange.ts";
import { fullRcode, isDeliberate, isReferral } from "./message.ts";
import { type AttemptListener, DEAD_QUERY_INTERVAL, type UpstreamServer } from "./upstream.ts";
import { Timer, type Timers } from "./timers.ts";
import { type AttemptFailure, TIMEOUT_TEXT } from "./transport.ts";

/** Attempts of one question at one upstream (RFC 9520 3.1). */
const MAX_TRIES = 3;
/**
 * Milliseconds before another upstream is queried in parallel with a silent one: twice its round
 * trip within these limits.
 */
const HEDGE_LEAST = 200;
const HEDGE_UNKNOWN = 400;
const HEDGE_MOST = 1000;

/** The last RCODE without upper bits. Those of the OPT record are about the exchange itself. */
const MAX_PLAIN_RCODE = 15;

/** Transports on which one packet may be lost and another get through. */
const DATAGRAMS: readonly UpstreamProtocol[] = ["udp", "dnscrypt"];

/** How a question is sent to upstreams. */
export interface UpstreamQueryRules {
  /** How many are queried at once. */
  readonly width: number;
  /** Whether a silent upstream leads to the next one before its timeout. */
  readonly hedges: boolean;
  /** Milliseconds for one attempt. */
  readonly timeout: number;
}

/** Dependencies of an upstream query. */
export interface UpstreamQueryDeps {
  readonly clock: { readonly ms: number };
  readonly timers: Timers;
  /** Called when the query returns its result. */
  onResult(): void;
  /** Called when its last attempt has ended too: the object may be used for another question. */
  onEnd(flight: UpstreamQuery): void;
}

/**
 * The question of an upstream query. It is a copy, because attempts may continue long after the
 * client got its response.
 */
class FlownQuestion implements ForwardQuestion {
  readonly name = new Uint8Array(256);
  nameLength = 0;
  type = 0;
  class = 0;
  dnssecOk = false;
  checkingDisabled = false;

  copy(question: ForwardQuestion): void {
    this.nameLength = question.nameLength;
    this.type = question.type;
    this.class = question.class;
    this.dnssecOk = question.dnssecOk;
    this.checkingDisabled = question.checkingDisabled;
    copyBytes(question.name, 0, question.nameLength, this.name, 0);
  }
}

/** A question in flight; the object is reused for one question after another. */
export class UpstreamQuery implements AttemptListener {
  /**
   * The upstreams for the question, in order of preference. The fallbacks, queried when no other
   * gave a useful response, come last.
   */
  readonly servers: UpstreamServer[] = [];
  /** Neighbours in the list of its pool. */
  previous: UpstreamQuery | undefined;
  next: UpstreamQuery | undefined;
  readonly #deps: UpstreamQueryDeps;
  readonly #question = new FlownQuestion();
  readonly #timer: Timer;
  /** Attempts so far at each of the servers; a useless response counts as all of them. */
  readonly #tries: number[] = [];
  /** Which of the servers gave no useful response to this question. */
  readonly #failed: boolean[] = [];
  #rules!: UpstreamQueryRules;
  #inquirer!: ForwardListener;
  #fallbacksAt = 0;
  #startedAt = 0;
  #deadline = 0;
  /** Attempts whose timeout has not passed, and those that may still get a late response. */
  #active = 0;
  #late = 0;
  #hedges = 0;
  /**
   * Whether the result was returned, whether it was final, and whether no attempt is open any more.
   */
  #landed = true;
  #settled = true;
  #ended = true;
  #starting = false;
  /** Whether it waited for the recovery of a dead upstream. */
  #rested = false;
  #useless: Uint8Array | undefined;
  #uselessFrom = "";
  #why: AttemptFailure = "network";
  #detail = "";

  constructor(deps: UpstreamQueryDeps) {
    this.#deps = deps;
    this.#timer = new Timer(() => this.#tick());
  }

  /**
   * Queries the first of `servers`, which the caller has put in order; those from `fallbacksAt` on
   * are fallbacks. `deadline` is in milliseconds from now.
   */
  start(
    question: ForwardQuestion,
    rules: UpstreamQueryRules,
    fallbacksAt: number,
    deadline: number,
    inquirer: ForwardListener,
  ): void {
    this.#question.copy(question);
    this.#rules = rules;
    this.#inquirer = inquirer;
    this.#fallbacksAt = fallbacksAt;
    this.#startedAt = this.#deps.clock.ms;
    this.#deadline = this.#startedAt + deadline;
    this.#active = this.#late = this.#hedges = 0;
    this.#landed =
      this.#settled =
      this.#ended =
      this.#rested =
        false;
    this.#useless = undefined;
    this.#why = "network";
    this.#detail = "";
    for (let i = 0; i < this.servers.length; i++) {
      this.#tries[i] = 0;
      this.#failed[i] = false;
    }
    this.#askFirst();
    this.#endIfOver();
  }

  #askFirst(): void {
    this.#arm();
    this.#starting = true;
    for (let i = 0; i < this.#rules.width && !this.#landed; i++) this.#askFresh();
    this.#starting = false;
    if (this.#active === 0) this.#goOn();
    // Upstreams that were down very recently are queried so that their recovery is noticed; the
    // result does not wait for them.
    else if (!this.#landed && this.#haveAllFailed()) this.#askFallback();
  }

  get acceptsLate(): boolean {
    return !this.#settled;
  }

  onTimeout(server: UpstreamServer, detail: string): void {
    this.#active--;
    this.#late++;
    if (!this.#landed) this.#received(server, undefined, "timeout", detail);
  }

  onEnd(
    server: UpstreamServer,
    response: Uint8Array | undefined,
    why: AttemptFailure,
    detail: string,
    isLate: boolean,
  ): void {
    if (isLate) this.#late--;
    else this.#active--;
    if (this.#landed || isLate) this.#heardLate(server, response);
    else this.#received(server, response, why, detail);
    this.#endIfOver();
  }

  /**
   * Sends the question again to an upstream that recovered; queries sent while it was down are
   * lost.
   */
  onReturn(server: UpstreamServer): void {
    const index = this.servers.indexOf(server);
    if (this.#settled || index < 0 || this.#tries[index] === 0 || server.refusal !== "") return;
    const left = this.#landed ? this.#rules.timeout : this.#left();
    if (left <= 0) return;
    this.#tries[index]++;
    this.#put(server, left, true);
  }

  /**
   * The end of an attempt whose failure was already handled, or that the result did not wait for.
   */
  #heardLate(server: UpstreamServer, response: Uint8Array | undefined): void {
    if (this.#settled) return;
    if (response !== undefined && isUseful(response)) {
      server.statistics.late++;
      return this.#land(response, server.name);
    }
    if (this.#landed) return;
    if (response !== undefined) this.#keepUseless(server, response);
    if (this.#active === 0) this.#goOn();
  }

  #keepUseless(server: UpstreamServer, response: Uint8Array): void {
    if (this.#useless !== undefined) return;
    this.#useless = response.slice();
    this.#uselessFrom = server.name;
  }

  #received(
    server: UpstreamServer,
    response: Uint8Array | undefined,
    why: AttemptFailure,
    detail: string,
  ): void {
    if (response !== undefined && isUseful(response)) {
      return this.#land(response, server.name);
    }
    const index = this.servers.indexOf(server);
    this.#failed[index] = true;
    if (response !== undefined) {
      this.#keepUseless(server, response);
      this.#tries[index] = MAX_TRIES;
    } else {
      this.#why = why === "final" ? "network" : why;
      if (why === "final") this.#tries[index] = MAX_TRIES;
      this.#detail = `${server.name}: ${detail}`;
    }
    if (!this.#starting) this.#goOn();
  }

  /** Finds another upstream after a failure; gives up when none is left and no attempt is open. */
  #goOn(): void {
    if (this.#landed || this.#askFresh() || this.#haveAllFailed() && this.#askFallback()) return;
    while (this.#active === 0 && !this.#landed) {
      if (this.#left() > 0 && (this.#askFallback() || this.#askAgain())) continue;
      return this.#rests() || this.#awaitsLate() ? undefined : this.#giveUp();
    }
  }

  /** Waits until the deadline for an upstream that recently responded late. */
  #awaitsLate(): boolean {
    if (this.#late === 0 || this.#left() <= 0) return false;
    for (let i = 0; i < this.servers.length; i++) {
      if (this.#tries[i] > 0 && this.servers[i].isSlow) return true;
    }
    return false;
  }

  /**
   * Waits once for dead upstreams that another question is probing. If one recovers, concurrent
   * questions need not fail.
   */
  #rests(): boolean {
    if (this.#rested || this.#left() <= DEAD_QUERY_INTERVAL) return false;
    for (let i = 0; i < this.servers.length; i++) {
      if (this.#failed[i] || !this.servers[i].isThrottled) continue;
      this.#rested = true;
      this.#tries[i] = 0;
    }
    if (this.#rested) this.#deps.timers.start(this.#timer, DEAD_QUERY_INTERVAL);
    return this.#rested;
  }

  #askFresh(): boolean {
    return this.#askUntried(0, this.#fallbacksAt);
  }

  #askFallback(): boolean {
    return this.#askUntried(this.#fallbacksAt, this.servers.length);
  }

  /**
   * Whether each server in use gave no useful response, or is skipped because it failed other
   * questions.
   */
  #haveAllFailed(): boolean {
    for (let i = 0; i < this.#fallbacksAt; i++) {
      if (!this.#failed[i] && !this.servers[i].isDown) return false;
    }
    return true;
  }

  #askUntried(from: number, to: number): boolean {
    for (let i = from; i < to; i++) if (this.#tries[i] === 0 && this.#ask(i)) return true;
    return false;
  }

  /**
   * Queries the least tried upstream once more; while an attempt is open, only upstreams on which a
   * datagram may be lost.
   */
  #askAgain(datagrams = false): boolean {
    let best = -1;
    for (let i = 0; i < this.servers.length; i++) {
      if (this.#tries[i] === 0 || this.#tries[i] >= MAX_TRIES) continue;
      if (datagrams && !DATAGRAMS.includes(this.servers[i].target.transport)) continue;
      if (best < 0 || this.#tries[i] < this.#tries[best]) best = i;
    }
    return best >= 0 && this.#ask(best);
  }

  #ask(index: number): boolean {
    const server = this.servers[index];
    const refusal = server.refusal;
    this.#tries[index]++;
    if (refusal !== "") {
      this.#detail = `${server.name}: ${refusal}`;
      if (server.isDown) this.#why = "timeout";
      this.#tries[index] = MAX_TRIES;
      return false;
    }
    const left = this.#left();
    if (left <= 0) return false;
    this.#put(server, left, this.#tries[index] > 1);
    return true;
  }

  #put(server: UpstreamServer, left: number, again: boolean): void {
    this.#active++;
    server.ask(this.#question, Math.min(this.#rules.timeout, left), again, this);
  }

  #left(): number {
    return this.#deadline - this.#deps.clock.ms;
  }

  /** Schedules the next event: a query to another upstream besides a silent one, or the end. */
  #arm(): void {
    const first = this.#fallbacksAt === 0 ? 0 : this.servers[0].statistics.latency;
    const patience = first === 0
      ? HEDGE_UNKNOWN
      : Math.min(Math.max(first * 2, HEDGE_LEAST), HEDGE_MOST);
    const next = this.#hedges < MAX_TRIES ? patience << this.#hedges : Infinity;
    this.#deps.timers.start(this.#timer, Math.max(1, Math.min(next, this.#left())));
  }

  #tick(): void {
    if (this.#left() <= 0) this.#giveUp();
    else if (this.#active === 0) {
      this.#arm();
      this.#goOn();
    } else {
      this.#hedges++;
      this.#arm();
      const beside = this.#rules.hedges &&
        (this.#askFresh() || this.#haveAllFailed() && this.#askFallback());
      if (!beside) this.#askAgain(true);
    }
    this.#endIfOver();
  }

  /** Returns a useful response, in time or late. */
  #land(response: Uint8Array, from: string): void {
    const isLate = this.#landed;
    const duration = this.#deps.clock.ms - this.#startedAt;
    this.#settled = true;
    this.#stop();
    if (isLate) this.#inquirer.onLateAnswer(response, from, duration);
    else this.#inquirer.onAnswer(response, from, duration, false);
  }

  #giveUp(): void {
    if (this.#landed) return;
    const pending = this.#active + this.#late > 0;
    this.#settled = !pending;
    this.#stop();
    if (this.#useless !== undefined) {
      const duration = this.#deps.clock.ms - this.#startedAt;
      return this.#inquirer.onAnswer(this.#useless, this.#uselessFrom, duration, pending);
    }
    const why = this.#why === "timeout" || this.#active > 0 ? "unreachable" : "network";
    this.#inquirer.onFailure(why, `No upstream answered: ${this.#detail || TIMEOUT_TEXT}`, pending);
  }

  #stop(): void {
    if (this.#landed) return;
    this.#landed = true;
    this.#deps.timers.stop(this.#timer);
    this.#deps.onResult();
  }

  /** Releases the object, once, when its result was returned and no attempt is open. */
  #endIfOver(): void {
    if (!this.#landed || this.#active + this.#late > 0 || this.#ended) return;
    this.#ended = true;
    if (!this.#settled) {
      this.#settled = true;
      this.#inquirer.onAbandoned();
    }
    this.#deps.onEnd(this);
  }
}

/** Whether another upstream could not give a better response. */
function isUseful(response: Uint8Array): boolean {
  const rcode = fullRcode(response);
  switch (rcode) {
    case RCODE.SERVFAIL:
    case RCODE.REFUSED:
      return isDeliberate(response);
    case RCODE.FORMERR:
    case RCODE.NOTIMP:
      return false;
    default:
      return rcode <= MAX_PLAIN_RCODE && !isReferral(response);
  }
}
