/**
 * The life of one query (DESIGN 4). A listener hands in bytes that `access` let pass; then, each step a named line: the snapshot
 * is read once, who asks, the memo of finished answers, parsing, the decision before, answers of the box itself, cache and
 * upstreams (forward.ts), the decision after, the finish, the journal (deliver.ts).
 */
import { decideAfter, decideBefore, explain } from "../policy/decide/decide.ts";
import type { AnswerContent, Verdict } from "../policy/model/decision.ts";
import type { Address } from "../policy/model/address.ts";
import { nameFromText } from "../policy/model/name.ts";
import type { ResolverSettings } from "../policy/snapshot/settings.ts";
import type { Snapshot } from "../policy/snapshot/snapshot.ts";
import { existingHere, localAnswer } from "./answers/local.ts";
import type { MadeAnswer } from "./answers/made.ts";
import { joined, nextOf } from "./answers/chain.ts";
import { rewriteAnswer } from "./answers/rewrite.ts";
import { AskReply, type AskResult, sourceOf } from "./ask.ts";
import { Asked, type Policy } from "./asked.ts";
import { type Client, Clients } from "./clients/clients.ts";
import { Introductions } from "./clients/introductions.ts";
import type { Neighbours } from "./clients/neighbours.ts";
import { Deliver, type DeliverDeps } from "./deliver.ts";
import { ExactArrays } from "./exact.ts";
import { Forwarding } from "./forward.ts";
import type { Receiver, Reply, Source } from "./listeners/reply.ts";
import type { Outcome } from "./outcome.ts";
import type { CacheStatistics } from "./protocol.ts";
import { Recycler } from "./recycler.ts";
import type { Upstreams } from "./upstream/exchange.ts";
import { CLASS, RCODE, TYPE } from "./wire/codes.ts";
import { readAnswerContent } from "./wire/content.ts";
import { type Continuation, Waiting } from "./waiting.ts";
import { parseQuery, QUERY_OK } from "./wire/query.ts";

/** What a resolver is made of. */
export interface ResolverDeps extends DeliverDeps {
  readonly upstreams: Upstreams;
  /** Who sits at which address; without one, clients are known by their ranges alone. */
  readonly neighbours?: Neighbours;
  /** Has the network asked who sits at an address (resolver/net/nudge.ts). */
  readonly nudge?: (address: Address) => void;
  /** Timers of the thread, in milliseconds. */
  readonly after: (milliseconds: number, then: () => void) => unknown;
  readonly cancel: (timer: never) => void;
}

/** The settings on which it depends what an upstream answers. */
function upstreamsOf({ upstreams, fallbackUpstreams, privateUpstreams }: ResolverSettings) {
  return [upstreams, fallbackUpstreams, privateUpstreams];
}

/** What an answer that did not come leads to. */
const NO_CONTENT: AnswerContent = { targets: [], addresses: [] };

/** Answers queries under the policy in force. */
export class Resolver implements Receiver {
  readonly #deps: ResolverDeps;
  /** The query at hand: each is settled, or kept as a Waiting, before the next one is looked at. */
  readonly #asked = new Asked();
  readonly #names = new ExactArrays(255);
  readonly #waiting: Recycler<Waiting>;
  readonly #forwarding: Forwarding;
  readonly #deliver: Deliver;
  readonly #introductions: Introductions;
  #policy: Policy;

  constructor(snapshot: Snapshot, deps: ResolverDeps) {
    const words = new Uint32Array(deps.secret.slice(0, 8).buffer);
    this.#deps = deps;
    this.#policy = { snapshot, clients: this.#clientsOf(snapshot) };
    this.#waiting = new Recycler(() =>
      new Waiting((waiting, outcome) => this.#resume(waiting, outcome))
    );
    this.#forwarding = new Forwarding(snapshot.settings.cache, {
      ...deps,
      seed: [words[0], words[1]],
    });
    this.#deliver = new Deliver(snapshot.settings, deps);
    const { neighbours, nudge = () => {}, after } = deps;
    this.#introductions = new Introductions({
      isMet: (address) => !neighbours?.isUnmet(address),
      nudge,
      after,
    });
  }

  /** Takes a new policy: one assignment; what is on its way is answered under the policy it came under. */
  take(snapshot: Snapshot): void {
    const before = this.#policy.snapshot.settings, { settings } = snapshot;
    this.#policy = { snapshot, clients: this.#clientsOf(snapshot) };
    this.#deliver.configure(settings);
    this.#forwarding.configure(settings.cache);
    if (JSON.stringify(before) === JSON.stringify(settings)) return;
    this.#deliver.forget();
    // Other upstreams may know other answers.
    if (JSON.stringify(upstreamsOf(before)) !== JSON.stringify(upstreamsOf(settings))) this.flush();
  }

  /** The policy in force. */
  get snapshot(): Snapshot {
    return this.#policy.snapshot;
  }

  /** Takes what main tells of the neighbours (resolver/clients/neighbours.ts). */
  meet(entries: Uint8Array): void {
    this.#deps.neighbours?.take(entries);
    this.#policy.clients.forget();
  }

  #clientsOf(snapshot: Snapshot): Clients {
    return new Clients(snapshot, this.#deps.neighbours, () => this.#deps.clock.ms);
  }

  /** Forgets answers below a name, or all; the entries removed. */
  flush(name?: string): number {
    this.#deliver.forget();
    return this.#forwarding.flush(name === undefined ? undefined : nameFromText(name));
  }

  /** Size and use of the answer cache. */
  cacheStatistics(): CacheStatistics {
    return this.#forwarding.statistics();
  }

  receive(bytes: Uint8Array, start: number, end: number, source: Source, reply: Reply): void {
    const client = this.#policy.clients.find(source);
    if (client.unmet && this.#introductions.hasRoom) {
      return this.#introduce(bytes.slice(start, end), client, reply);
    }
    this.#receive(bytes, start, end, source, client, reply);
  }

  /** Has a query wait until it is known whose machine it comes from. */
  #introduce(query: Uint8Array, { address }: Client, reply: Reply): void {
    const later = reply.detach(), source = { bytes: address, at: 0, length: address.length };
    this.#introductions.wait(address, () => {
      this.#receive(query, 0, query.length, source, this.#policy.clients.find(source, true), later);
    });
  }

  #receive(
    bytes: Uint8Array,
    start: number,
    end: number,
    source: Source,
    client: Client,
    reply: Reply,
  ): void {
    const policy = this.#policy;
    if (this.#deliver.repeat(bytes, start, end, source, client, reply)) return;
    const { query } = this.#asked, code = parseQuery(bytes, start, end, query);
    if (code !== QUERY_OK) return this.#deliver.refuse(code, query, client.address, reply);
    this.#settle(this.#take(policy, client, reply));
  }

  /** Answers a query of the box itself, as if it came from the IP `from`, or from a scope such as `person:2`; `then` is called once. */
  ask(wire: Uint8Array, from: string, explained: boolean, then: (result: AskResult) => void): void {
    const policy = this.#policy, began = this.#deps.now();
    const client = policy.clients.as(from) ?? policy.clients.find(sourceOf(from));
    const reply = new AskReply((result) =>
      then({ ...result, duration: Math.round((this.#deps.now() - began) * 1000) })
    );
    const { query } = this.#asked, code = parseQuery(wire, 0, wire.length, query);
    if (code !== QUERY_OK) return this.#deliver.refuse(code, query, client.address, reply);
    const asked = this.#take(policy, client, reply);
    if (explained) {
      asked.explained = reply.explained;
      reply.explained.push(
        ...explain(asked.question, client, policy.snapshot, this.#deps.clock.unix),
      );
    }
    this.#settle(asked);
  }

  /** The query just parsed as the one at hand. */
  #take(policy: Policy, client: Asked["client"], reply: Reply): Asked {
    const asked = this.#asked, { query, question } = asked;
    question.name = this.#names.copy(query.name, 0, query.nameLength);
    question.type = query.type;
    question.class = query.class;
    asked.client = client;
    asked.policy = policy;
    asked.reply = reply;
    asked.received = this.#deps.clock.ms;
    asked.hash = this.#deliver.hashed;
    asked.explained = undefined;
    return asked;
  }

  #settle(asked: Asked): void {
    const { question, client, policy } = asked;
    if (question.class !== CLASS.IN) return this.#deliver.chaos(asked);
    const { verdict } = decideBefore(question, client, policy.snapshot, this.#deps.clock.unix);
    switch (verdict.do) {
      case "local":
        return this.#local(asked);
      case "block":
        return this.#deliver.blocked(asked, verdict);
      case "rewrite":
        return this.#rewrite(asked, verdict);
      case "resolve":
        return this.#resolve(asked, verdict);
    }
  }

  #local(asked: Asked): void {
    const { question, policy: { snapshot } } = asked;
    const made = localAnswer(question.name, question.type, snapshot);
    if (made === undefined) return this.#resolve(asked, { do: "resolve" });
    if (question.type === TYPE.ANY && made.rcode === RCODE.NOERROR) return this.#deliver.any(asked);
    this.#make(asked, made, { do: "local" });
  }

  #rewrite(asked: Asked, verdict: Extract<Verdict, { do: "rewrite" }>, fleeting = false): void {
    const { question, policy } = asked;
    this.#make(
      asked,
      rewriteAnswer(verdict.to, question.name, question.type, policy.snapshot.settings.blockedTtl),
      verdict,
      fleeting,
    );
  }

  /** Sends a made answer; the end of its CNAME chain is resolved first, under the same policy (A 7.6.9). */
  #make(asked: Asked, made: MadeAnswer, verdict: Verdict, fleeting = false): void {
    if (made.resolve === undefined) return this.#deliver.made(asked, made, verdict, fleeting);
    const target = { ...asked.question, name: made.resolve };
    const { snapshot } = asked.policy;
    const led = verdict.do === "rewrite", unix = this.#deps.clock.unix;
    const { verdict: found } = decideBefore(target, asked.client, snapshot, unix, led);
    // The answer for the end of a chain is not looked at: what holds without it does.
    const onTarget = found.do === "resolve" && found.otherwise || found;
    if (onTarget.do === "block") return this.#deliver.blocked(asked, onTarget);
    const local = onTarget.do === "local"
      ? localAnswer(target.name, target.type, snapshot)
      : undefined;
    if (local !== undefined) return this.#make(asked, joined(made, local), verdict, true);
    const next = onTarget.do === "rewrite"
      ? nextOf(made, onTarget, target.type, snapshot)
      : undefined;
    if (next !== undefined) return this.#make(asked, next, verdict, true);
    this.#find(
      asked,
      target,
      (later, outcome) => this.#deliver.made(later, made, verdict, true, outcome),
    );
  }

  #resolve(asked: Asked, verdict: Extract<Verdict, { do: "resolve" }>): void {
    const { query, question, reply } = asked;
    if (question.type === TYPE.ANY) return this.#deliver.any(asked);
    // Answering from the cache would tell strangers what others asked (cache snooping); there is nothing else to answer from.
    if (!query.recursionDesired) return this.#deliver.notRecursive(asked);
    if (verdict.match?.tcpOnly === true && reply.transport === "udp") {
      return this.#deliver.overTcp(asked, verdict.match);
    }
    asked.match = verdict.match;
    this.#find(asked, question, this.#arrived);
  }

  /** Finds the response to a question: at once from what is known, else from upstreams with the query kept as it came. */
  #find(asked: Asked, question: Asked["question"], then: Continuation): void {
    const known = this.#forwarding.known(question, asked.query);
    if (known !== undefined) return then(asked, known);
    const waiting = this.#waiting.take();
    waiting.keep(asked, then);
    this.#forwarding.ask(waiting);
  }

  /** Goes on with a query that waited: it is read once more from its octets, which is cheaper than to keep what was read. */
  #resume(waiting: Waiting, outcome: Outcome): void {
    const { bytes, length, client, policy, reply, received, hash, explained, match, then } =
      waiting;
    parseQuery(bytes, 0, length, this.#asked.query);
    const asked = this.#take(policy!, client!, reply!);
    asked.received = received;
    asked.hash = hash;
    asked.explained = explained;
    asked.match = match;
    then!(asked, outcome);
    waiting.forget();
    this.#waiting.give(waiting);
  }

  readonly #arrived: Continuation = (asked, outcome) => {
    const { question, client, policy: { snapshot } } = asked, unix = this.#deps.clock.unix;
    // A name that waited for its answer and gets none is what it would be without.
    const failed = "failed" in outcome,
      content = failed ? NO_CONTENT : readAnswerContent(outcome.bytes);
    const after = decideAfter(question, client, content, snapshot, unix).verdict;
    if (!failed || after.do !== "resolve") {
      asked.explained?.push(
        ...explain(question, client, snapshot, unix, content).filter(({ protection }) =>
          protection.endsWith(", answer")
        ),
      );
    }
    if (after.do === "block") return this.#deliver.blocked(asked, after, outcome);
    if (after.do === "rewrite") return this.#rewrite(asked, after, true);
    if (failed) return this.#deliver.failed(asked, outcome);
    if (
      after.do === "resolve" && after.match?.tcpOnly === true && asked.reply.transport === "udp"
    ) {
      return this.#deliver.overTcp(asked, after.match);
    }
    const absent = (outcome.bytes[3] & 15) === RCODE.NXDOMAIN;
    const here = absent ? existingHere(question.name, snapshot.settings) : undefined;
    if (here !== undefined) return this.#deliver.made(asked, here, { do: "local" }, true);
    this.#deliver.found(asked, outcome);
  };
}
