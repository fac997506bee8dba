/**
 * One question on its way through the upstreams: who is asked, who is asked beside, who next, and what is given back.
 * A useful answer ends it. SERVFAIL, REFUSED and the like lead to the next upstream, and come back only when no one knew better.
 */
import { RCODE } from "../wire/codes.ts";
import { rcodeOf } from "../wire/message.ts";
import { type Exchange, type ForwardQuestion, UpstreamError } from "./exchange.ts";
import { isDeliberate } from "./message.ts";
import type { Asker, UpstreamServer } from "./server.ts";
import { Timer, type Timers } from "./timers.ts";
import type { Failure } from "./transport.ts";

/** Tries of one question at one upstream (RFC 9520 3.1). */
const MAX_TRIES = 3;
/** Milliseconds before another upstream is asked beside a silent one: twice its round trip within these bounds. */
const HEDGE_LEAST = 200, HEDGE_UNKNOWN = 400, HEDGE_MOST = 1000;

/** Whom a question is put to. */
export interface FlightPlan {
  /** In order of preference. */
  readonly servers: readonly UpstreamServer[];
  /** Asked when none of the servers was of use. */
  readonly fallbacks: readonly UpstreamServer[];
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
  /** Told when the flight gave its result. */
  landed(): void;
}

/** A question under way. */
export class Flight implements Asker {
  readonly #question: ForwardQuestion;
  readonly #plan: FlightPlan;
  readonly #deps: FlightDeps;
  readonly #resolve: (exchange: Exchange) => void;
  readonly #reject: (error: UpstreamError) => void;
  readonly #startedAt: number;
  readonly #deadline: number;
  readonly #timer: Timer;
  /** Tries so far at servers, then at fallbacks; a useless answer counts for all of them. */
  readonly #tries: number[];
  #active = 0;
  #hedges = 0;
  #landed = false;
  #starting = true;
  #useless: Exchange | undefined;
  #why: Failure = "network";
  #detail = "";

  /** `deadline` is in milliseconds from now. */
  constructor(
    question: ForwardQuestion,
    plan: FlightPlan,
    deadline: number,
    deps: FlightDeps,
    resolve: (exchange: Exchange) => void,
    reject: (error: UpstreamError) => void,
  ) {
    this.#question = question;
    this.#plan = plan;
    this.#deps = deps;
    this.#resolve = resolve;
    this.#reject = reject;
    this.#timer = new Timer(() => this.#tick());
    this.#startedAt = deps.clock.ms;
    this.#deadline = this.#startedAt + deadline;
    // A typed array of its own would live outside the heap and cost as much as the rest of the flight.
    this.#tries = new Array(plan.servers.length + plan.fallbacks.length).fill(0);
  }

  /** Asks the first upstreams. */
  start(): void {
    this.#arm();
    for (let i = 0; i < this.#plan.width && !this.#landed; i++) this.#askFresh();
    this.#starting = false;
    if (this.#active === 0) this.#goOn();
  }

  ended(server: UpstreamServer, response: Uint8Array | undefined, why: Failure, detail: string): void {
    this.#active--;
    if (this.#landed) return;
    if (response !== undefined) {
      const duration = this.#deps.clock.ms - this.#startedAt;
      const exchange: Exchange = { response, upstream: server.target.text, duration };
      if (isUseful(response)) return this.#land(exchange);
      this.#useless ??= exchange;
      this.#tries[this.#indexOf(server)] = MAX_TRIES;
    } else {
      this.#why = why === "final" ? "network" : why;
      if (why === "final") this.#tries[this.#indexOf(server)] = MAX_TRIES;
      this.#detail = `${server.target.text}: ${detail}`;
    }
    if (!this.#starting) this.#goOn();
  }

  /** Finds somebody else to ask after a failure; gives up when nobody is left and nothing is under way. */
  #goOn(): void {
    if (this.#landed || this.#askFresh()) return;
    while (this.#active === 0 && !this.#landed) {
      if (this.#left() <= 0 || !(this.#askFallback() || this.#askAgain())) return this.#giveUp();
    }
  }

  #askFresh(): boolean {
    const servers = this.#plan.servers;
    for (let i = 0; i < servers.length; i++) {
      if (this.#tries[i] === 0 && this.#ask(servers[i], i)) return true;
    }
    return false;
  }

  #askFallback(): boolean {
    const { servers, fallbacks } = this.#plan;
    for (let i = 0; i < fallbacks.length; i++) {
      if (this.#tries[servers.length + i] === 0 && this.#ask(fallbacks[i], servers.length + i)) return true;
    }
    return false;
  }

  /** The least tried one once more; while something is under way only those that may have lost a datagram. */
  #askAgain(datagrams = false): boolean {
    let best = -1;
    for (let i = 0; i < this.#tries.length; i++) {
      if (this.#tries[i] === 0 || this.#tries[i] >= MAX_TRIES) continue;
      if (datagrams && this.#serverAt(i).target.transport !== "udp") continue;
      if (best < 0 || this.#tries[i] < this.#tries[best]) best = i;
    }
    return best >= 0 && this.#ask(this.#serverAt(best), best);
  }

  #ask(server: UpstreamServer, index: number): boolean {
    this.#tries[index]++;
    const refusal = server.refusal;
    if (refusal !== "") {
      this.#detail = `${server.target.text}: ${refusal}`;
      if (server.isDown) this.#why = "timeout";
      this.#tries[index] = MAX_TRIES;
      return false;
    }
    const left = this.#left();
    if (left <= 0) return false;
    this.#active++;
    server.ask(this.#question, Math.min(this.#plan.timeout, left), this);
    return true;
  }

  #serverAt(index: number): UpstreamServer {
    const servers = this.#plan.servers;
    return index < servers.length ? servers[index] : this.#plan.fallbacks[index - servers.length];
  }

  #indexOf(server: UpstreamServer): number {
    const at = this.#plan.servers.indexOf(server);
    return at >= 0 ? at : this.#plan.servers.length + this.#plan.fallbacks.indexOf(server);
  }

  #left(): number {
    return this.#deadline - this.#deps.clock.ms;
  }

  /** The next thing that time brings: asking beside a silent upstream, or the end. */
  #arm(): void {
    const first = this.#plan.servers[0]?.statistics.latency ?? 0;
    const patience = first === 0 ? HEDGE_UNKNOWN : Math.min(Math.max(first * 2, HEDGE_LEAST), HEDGE_MOST);
    const next = this.#hedges < MAX_TRIES ? patience << this.#hedges : Infinity;
    this.#deps.timers.start(this.#timer, Math.max(1, Math.min(next, this.#left())));
  }

  #tick(): void {
    if (this.#left() <= 0) return this.#giveUp();
    this.#hedges++;
    this.#arm();
    if (!(this.#plan.hedges && this.#askFresh())) this.#askAgain(true);
  }

  #land(exchange: Exchange): void {
    this.#end();
    this.#resolve(exchange);
  }

  #giveUp(): void {
    if (this.#landed) return;
    this.#end();
    if (this.#useless !== undefined) return this.#resolve(this.#useless);
    const code = this.#why === "timeout" || this.#active > 0 ? "unreachable" : "network";
    this.#reject(new UpstreamError(code, `No upstream answered: ${this.#detail || "no answer in time"}`));
  }

  #end(): void {
    this.#landed = true;
    this.#deps.timers.stop(this.#timer);
    this.#deps.landed();
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
      return true;
  }
}
