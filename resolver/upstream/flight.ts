/**
 * One question on its way through the upstreams: who is asked, who is asked beside, who next, and what is given back.
 * A useful answer ends it. SERVFAIL, REFUSED and the like lead to the next upstream, and come back only when no one knew better.
 */
import type { UpstreamTransport } from "../../policy/model/upstream_line.ts";
import { copyOctets } from "../exact.ts";
import { RCODE } from "../wire/codes.ts";
import { rcodeOf } from "../wire/message.ts";
import type { ForwardQuestion, Inquirer } from "./exchange.ts";
import { isDeliberate, isReferral } from "./message.ts";
import { type Asker, TRICKLE, type UpstreamServer } from "./server.ts";
import { Timer, type Timers } from "./timers.ts";
import type { Failure } from "./transport.ts";

/** Tries of one question at one upstream (RFC 9520 3.1). */
const MAX_TRIES = 3;
/** Milliseconds before another upstream is asked beside a silent one: twice its round trip within these bounds. */
const HEDGE_LEAST = 200, HEDGE_UNKNOWN = 400, HEDGE_MOST = 1000;

/** Where one packet may be lost and another come through. */
const DATAGRAMS: readonly UpstreamTransport[] = ["udp", "dnscrypt"];

/** How a question is put to upstreams. */
export interface FlightRules {
  /** How many are asked at once. */
  readonly width: number;
  /** Whether a silent upstream leads to the next one before its time is over. */
  readonly hedges: boolean;
  /** Milliseconds for one try. */
  readonly timeout: number;
}

/** What a flight uses of its pool. */
export interface FlightDeps {
  readonly clock: { readonly ms: number };
  readonly timers: Timers;
  /** Told when the flight gives its result. */
  landed(): void;
  /** Told when its last try has ended too: the flight may be used for another question. */
  ended(flight: Flight): void;
}

/** The question of a flight: a copy, because tries may go on when whoever asked has long been answered. */
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
    copyOctets(question.name, 0, question.nameLength, this.name, 0);
  }
}

/** A question under way; the record serves one question after the other. */
export class Flight implements Asker {
  /** Whom the question is put to, in order of preference; the fallbacks, asked when none of the others was of use, come last. */
  readonly servers: UpstreamServer[] = [];
  readonly #deps: FlightDeps;
  readonly #question = new FlownQuestion();
  readonly #timer: Timer;
  /** Tries so far at each of the servers; a useless answer counts for all of them. */
  readonly #tries: number[] = [];
  /** Which of the servers were of no use to this question. */
  readonly #failed: boolean[] = [];
  #rules!: FlightRules;
  #inquirer!: Inquirer;
  #fallbacksAt = 0;
  #startedAt = 0;
  #deadline = 0;
  #active = 0;
  #hedges = 0;
  #landed = true;
  #ended = true;
  #starting = false;
  /** Whether it waited for the return of an upstream that is dead. */
  #rested = false;
  #useless: Uint8Array | undefined;
  #uselessFrom = "";
  #why: Failure = "network";
  #detail = "";

  constructor(deps: FlightDeps) {
    this.#deps = deps;
    this.#timer = new Timer(() => this.#tick());
  }

  /** Asks the first of `servers`, which the caller has put in order; those from `fallbacksAt` on are fallbacks. `deadline` in milliseconds from now. */
  start(
    question: ForwardQuestion,
    rules: FlightRules,
    fallbacksAt: number,
    deadline: number,
    inquirer: Inquirer,
  ): void {
    this.#question.copy(question);
    this.#rules = rules;
    this.#inquirer = inquirer;
    this.#fallbacksAt = fallbacksAt;
    this.#startedAt = this.#deps.clock.ms;
    this.#deadline = this.#startedAt + deadline;
    this.#active = this.#hedges = 0;
    this.#landed = this.#ended = this.#rested = false;
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
    // Those that were away a moment ago are asked so that their return is noticed; nobody waits for it.
    else if (!this.#landed && this.#haveAllFailed()) this.#askFallback();
  }

  ended(
    server: UpstreamServer,
    response: Uint8Array | undefined,
    why: Failure,
    detail: string,
  ): void {
    this.#active--;
    if (!this.#landed) this.#heard(server, response, why, detail);
    this.#endIfOver();
  }

  #heard(
    server: UpstreamServer,
    response: Uint8Array | undefined,
    why: Failure,
    detail: string,
  ): void {
    if (response !== undefined && isUseful(response)) {
      return this.#land(response, server.target.text);
    }
    const index = this.servers.indexOf(server);
    this.#failed[index] = true;
    if (response !== undefined) {
      if (this.#useless === undefined) {
        this.#useless = response.slice();
        this.#uselessFrom = server.target.text;
      }
      this.#tries[index] = MAX_TRIES;
    } else {
      this.#why = why === "final" ? "network" : why;
      if (why === "final") this.#tries[index] = MAX_TRIES;
      this.#detail = `${server.target.text}: ${detail}`;
    }
    if (!this.#starting) this.#goOn();
  }

  /** Finds somebody else to ask after a failure; gives up when nobody is left and nothing is under way. */
  #goOn(): void {
    if (this.#landed || this.#askFresh() || this.#haveAllFailed() && this.#askFallback()) return;
    while (this.#active === 0 && !this.#landed) {
      if (this.#left() > 0 && (this.#askFallback() || this.#askAgain())) continue;
      return this.#rests() ? undefined : this.#giveUp();
    }
  }

  /** Waits once for what is dead and asked by another question: if it is back, nothing that was asked meanwhile need fail. */
  #rests(): boolean {
    if (this.#rested || this.#left() <= TRICKLE) return false;
    for (let i = 0; i < this.servers.length; i++) {
      if (this.#failed[i] || !this.servers[i].isTrickling) continue;
      this.#rested = true;
      this.#tries[i] = 0;
    }
    if (this.#rested) this.#deps.timers.start(this.#timer, TRICKLE);
    return this.#rested;
  }

  #askFresh(): boolean {
    return this.#askUntried(0, this.#fallbacksAt);
  }

  #askFallback(): boolean {
    return this.#askUntried(this.#fallbacksAt, this.servers.length);
  }

  /** Whether each of those in use was of no use to this question, or is passed over because it failed others. */
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

  /** The least tried one once more; while something is under way only those that may have lost a datagram. */
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
    const server = this.servers[index], refusal = server.refusal;
    this.#tries[index]++;
    if (refusal !== "") {
      this.#detail = `${server.target.text}: ${refusal}`;
      if (server.isDown) this.#why = "timeout";
      this.#tries[index] = MAX_TRIES;
      return false;
    }
    const left = this.#left();
    if (left <= 0) return false;
    this.#active++;
    server.ask(this.#question, Math.min(this.#rules.timeout, left), this.#tries[index] > 1, this);
    return true;
  }

  #left(): number {
    return this.#deadline - this.#deps.clock.ms;
  }

  /** The next thing that time brings: asking beside a silent upstream, or the end. */
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

  #land(response: Uint8Array, from: string): void {
    this.#landed = true;
    this.#deps.timers.stop(this.#timer);
    this.#deps.landed();
    this.#inquirer.answered(response, from, this.#deps.clock.ms - this.#startedAt);
  }

  #giveUp(): void {
    if (this.#landed) return;
    if (this.#useless !== undefined) return this.#land(this.#useless, this.#uselessFrom);
    this.#landed = true;
    this.#deps.timers.stop(this.#timer);
    this.#deps.landed();
    const why = this.#why === "timeout" || this.#active > 0 ? "unreachable" : "network";
    this.#inquirer.failed(why, `No upstream answered: ${this.#detail || "no answer in time"}`);
  }

  /** Gives the record back, once, when it has landed and no try of it is under way. */
  #endIfOver(): void {
    if (!this.#landed || this.#active > 0 || this.#ended) return;
    this.#ended = true;
    this.#deps.ended(this);
  }
}

/** Whether asking another upstream could not do better. */
function isUseful(response: Uint8Array): boolean {
  switch (rcodeOf(response)) {
    case RCODE.SERVFAIL:
    case RCODE.REFUSED:
      return isDeliberate(response);
    case RCODE.FORMERR:
    case RCODE.NOTIMP:
      return false;
    default:
      return !isReferral(response);
  }
}
