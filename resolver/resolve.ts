/**
 * The processing of one query. A listener passes bytes that `access` admitted. The steps follow in
 * order, each on a named line: read the snapshot, identify the client, look in the response cache,
 * parse, decide before the lookup, try answers of the box itself, use cache and upstreams
 * (forwarder.ts), decide after the lookup, finish and write the journal (response_writer.ts).
 */
import { decideAfter, decideBefore, explain, explainChoices } from "../policy/decide/decide.ts";
import { learnedDomain } from "../policy/decide/restricted.ts";
import { findSpyware } from "../policy/decide/spyware.ts";
import type {
  AnswerContent,
  ExplainedStep,
  Question,
  Verdict,
  YoungBlock,
} from "../policy/model/decision.ts";
import type { Address } from "../policy/model/address.ts";
import { nameFromText, type WireName } from "../policy/model/name.ts";
import type { ResolverSettings } from "../policy/snapshot/settings.ts";
import type { Snapshot } from "../policy/snapshot/snapshot.ts";
import type { DevicePolicy } from "../policy/snapshot/snapshot_parts.ts";
import { answerForOwnName, createLocalAnswer } from "./answers/local_answer.ts";
import type { SyntheticAnswer } from "./answers/synthetic_answer.ts";
import { BogusAddresses, NO_SUCH_NAME } from "./answers/bogus_addresses.ts";
import { followRewrite, joinChain } from "./answers/chain.ts";
import {
  ENDLESS_CHAIN,
  extendChain,
  isEndless,
  joinFound,
  joinLocal,
} from "./answers/open_chain.ts";
import { createRewriteAnswer } from "./answers/rewrite.ts";
import { AskReply, type AskResult, parseSource } from "./ask.ts";
import { type ActivePolicy, QueryContext } from "./query_context.ts";
import { type Client, ClientLookup } from "./clients/client_lookup.ts";
import { NeighborDiscovery } from "./clients/neighbor_discovery.ts";
import type { NeighborTable } from "./clients/neighbor_table.ts";
import { ResponseWriter, type ResponseWriterDeps } from "./response_writer.ts";
import { ExactArrays } from "./memory/exact_arrays.ts";
import { DomainAges } from "./memory/domain_ages.ts";
import { Forwarder } from "./forwarder.ts";
import type { QuerySource, Receiver, Reply } from "./listeners/reply.ts";
import type { FoundAnswer, Resolution } from "./resolution.ts";
import type { CacheStatistics } from "./protocol.ts";
import { ObjectPool } from "./memory/object_pool.ts";
import type { Upstreams } from "./upstream/exchange.ts";
import type { UpstreamSetNumbers } from "./upstream/upstream_sets.ts";
import { CLASS, RCODE, TYPE } from "./wire/codes.ts";
import { findOpenEnd, type OpenEnd } from "./wire/answer_chain.ts";
import { readAnswerContent } from "./wire/answer_content.ts";
import { type Continuation, PendingQuery } from "./pending_query.ts";
import { parseQuery, QUERY_OK } from "./wire/query.ts";

/** Dependencies of a resolver. */
export interface ResolverDeps extends ResponseWriterDeps {
  readonly upstreams: Upstreams;
  /** The numbers of the sets of upstreams that classes use; shared with `upstreams`. */
  readonly setNumbers?: UpstreamSetNumbers;
  /** The neighbour at each address; without it, clients are identified by their ranges alone. */
  readonly neighbours?: NeighborTable;
  /** Sends a neighbour probe for an address (resolver/net/neighbor_probe.ts). */
  readonly probeNeighbor?: (address: Address) => void;
  /** Called for each query of a machine that gets no answer. */
  readonly onDenied?: () => void;
  /** Asks for the age of a domain; absent = no age is ever known. */
  readonly askAge?: (domain: string) => void;
  /** Timers of the thread, in milliseconds. */
  readonly after: (milliseconds: number, then: () => void) => unknown;
  readonly cancel: (timer: never) => void;
}

/** The settings that affect the answers of upstreams. */
function upstreamsOf({ upstreams, fallbackUpstreams, privateUpstreams }: ResolverSettings) {
  return [upstreams, fallbackUpstreams, privateUpstreams];
}

/** The content used when no answer arrived. */
const NO_CONTENT: AnswerContent = { targets: [], addresses: [] };

/** Answers queries under the active policy. */
export class Resolver implements Receiver {
  readonly #deps: ResolverDeps;
  /**
   * The current query. It is settled, or copied to a PendingQuery, before the next one is
   * processed.
   */
  readonly #context = new QueryContext();
  readonly #names = new ExactArrays(255);
  readonly #waiting: ObjectPool<PendingQuery>;
  readonly #forwarding: Forwarder;
  readonly #deliver: ResponseWriter;
  readonly #introductions: NeighborDiscovery;
  readonly #ages: DomainAges;
  #policy: ActivePolicy;

  constructor(snapshot: Snapshot, deps: ResolverDeps) {
    const words = new Uint32Array(deps.secret.slice(0, 8).buffer);
    this.#deps = deps;
    this.#policy = this.#policyOf(snapshot);
    this.#waiting = new ObjectPool(() =>
      new PendingQuery((waiting, outcome) => this.#resume(waiting, outcome))
    );
    this.#forwarding = new Forwarder(snapshot.settings.cache, {
      ...deps,
      seed: [words[0], words[1]],
    });
    this.#deliver = new ResponseWriter(snapshot.settings, deps);
    const { neighbours, after, cancel, clock, askAge: ask = () => {} } = deps;
    this.#ages = new DomainAges({ now: () => clock.ms, after, cancel, ask });
    this.#introductions = new NeighborDiscovery({
      isKnown: (address) => !neighbours?.isUndiscovered(address),
      probe: deps.probeNeighbor ?? (() => {}),
      after,
    });
  }

  /**
   * Applies a new policy in one assignment. Queries in progress are answered under their own
   * policy.
   */
  applySnapshot(snapshot: Snapshot): void {
    const before = this.#policy.snapshot.settings;
    const { settings } = snapshot;
    this.#policy = this.#policyOf(snapshot);
    this.#deliver.configure(settings);
    this.#forwarding.configure(settings.cache);
    if (JSON.stringify(before) === JSON.stringify(settings)) return;
    this.#deliver.clear();
    // Other upstreams may give other answers.
    if (JSON.stringify(upstreamsOf(before)) !== JSON.stringify(upstreamsOf(settings))) this.flush();
  }

  /** The active policy. */
  get snapshot(): Snapshot {
    return this.#policy.snapshot;
  }

  /** Applies neighbour entries from the main thread (resolver/clients/neighbor_table.ts). */
  updateNeighbors(entries: Uint8Array): void {
    this.#deps.neighbours?.take(entries);
    this.#policy.clients.clear();
  }

  /** Applies changes of the kernel's neighbour tables, before the main thread sends them. */
  applyKernelChanges(changed: Parameters<NeighborTable["applyKernelChanges"]>[0]): void {
    if (this.#deps.neighbours?.applyKernelChanges(changed) === true) this.#policy.clients.clear();
  }

  #policyOf(snapshot: Snapshot): ActivePolicy {
    const { neighbours, clock, setNumbers } = this.#deps;
    return {
      snapshot,
      clients: new ClientLookup(snapshot, neighbours, () => clock.ms, setNumbers),
      bogus: new BogusAddresses(snapshot.settings.bogusNxdomain),
    };
  }

  /** Removes answers below a name, or all answers. Returns the number of entries removed. */
  flush(name?: string): number {
    this.#deliver.clear();
    return this.#forwarding.flush(name === undefined ? undefined : nameFromText(name));
  }

  /**
   * Takes the age of a domain, valid for some milliseconds. One that is young is blocked from the
   * next query on, also if its answer is cached.
   */
  takeAge(domain: string, isYoung: boolean, milliseconds: number): void {
    if (isYoung) this.#deliver.clear();
    this.#ages.take(domain, isYoung, milliseconds);
  }

  /** Size and use of the answer cache. */
  cacheStatistics(): CacheStatistics {
    return this.#forwarding.statistics();
  }

  receive(bytes: Uint8Array, start: number, end: number, source: QuerySource, reply: Reply): void {
    const client = this.#policy.clients.find(source);
    if (client.undiscovered && this.#introductions.hasRoom) {
      return this.#introduce(bytes.slice(start, end), client, reply);
    }
    this.#receive(bytes, start, end, source, client, reply);
  }

  /** Delays a query until the machine at its address is known. */
  #introduce(query: Uint8Array, { address }: Client, reply: Reply): void {
    const later = reply.detach();
    const source = { bytes: address, at: 0, length: address.length };
    this.#introductions.wait(address, () => {
      this.#receive(query, 0, query.length, source, this.#policy.clients.find(source, true), later);
    });
  }

  #receive(
    bytes: Uint8Array,
    start: number,
    end: number,
    source: QuerySource,
    client: Client,
    reply: Reply,
  ): void {
    const policy = this.#policy;
    if (client.denied) {
      this.#deps.onDenied?.();
      return reply.drop();
    }
    if (this.#deliver.sendCached(bytes, start, end, source, client, reply)) return;
    const { query } = this.#context;
    const code = parseQuery(bytes, start, end, query);
    if (code !== QUERY_OK) return this.#deliver.sendRefusal(code, query, client.address, reply);
    this.#settle(this.#take(policy, client, reply));
  }

  /**
   * Answers a query of the box itself, as if it came from the IP `from`, or from a scope such as
   * `person:2`; `then` is called once.
   */
  ask(wire: Uint8Array, from: string, explained: boolean, then: (result: AskResult) => void): void {
    const policy = this.#policy;
    const began = this.#deps.now();
    const client = policy.clients.findScope(from) ?? policy.clients.find(parseSource(from));
    const reply = new AskReply((result) =>
      then({ ...result, duration: Math.round((this.#deps.now() - began) * 1000) })
    );
    const { query } = this.#context;
    const code = parseQuery(wire, 0, wire.length, query);
    if (code !== QUERY_OK) return this.#deliver.sendRefusal(code, query, client.address, reply);
    const context = this.#take(policy, client, reply);
    if (explained) {
      context.explained = reply.explained;
      reply.explained.push(
        ...explain(context.question, client, policy.snapshot, this.#deps.clock.unix),
      );
    }
    this.#settle(context);
  }

  /**
   * What rules and choices say of a name, for each of some scopes such as `person:2`, without
   * resolving it. A scope that is unknown has no steps, like one that nothing concerns.
   */
  explainChoices(text: string, type: number, scopes: readonly string[]): ExplainedStep[][] {
    const { clients, snapshot } = this.#policy;
    const name = nameFromText(text);
    if (name === undefined) return scopes.map(() => []);
    const question = { name, type, class: CLASS.IN };
    // People of one class share their steps; a message holds what they share once.
    const ofClass = new Map<DevicePolicy, ExplainedStep[]>();
    return scopes.map((scope) => {
      const client = clients.findScope(scope);
      if (client === undefined) return [];
      const isShared = client.device === undefined && client.name === undefined;
      const known = isShared ? ofClass.get(client.policy) : undefined;
      const steps = known ?? explainChoices(question, client, snapshot, this.#deps.clock.unix);
      if (isShared) ofClass.set(client.policy, steps);
      return steps;
    });
  }

  /** Whether the box answers each name itself, before any protection. */
  answersItself(names: readonly string[]): boolean[] {
    const { localIndex, fingerprinter } = this.#policy.snapshot;
    return names.map((text) => {
      const name = nameFromText(text);
      return name !== undefined && localIndex.holds(fingerprinter, fingerprinter.ofWire(name));
    });
  }

  /** Makes the query just parsed the current one. */
  #take(policy: ActivePolicy, client: QueryContext["client"], reply: Reply): QueryContext {
    const context = this.#context;
    const { query, question } = context;
    question.name = this.#names.copy(query.name, 0, query.nameLength);
    question.type = query.type;
    question.class = query.class;
    context.client = client;
    context.policy = policy;
    context.reply = reply;
    context.received = this.#deps.clock.ms;
    context.hash = this.#deliver.lastHash;
    context.explained = undefined;
    context.learned = "";
    context.spyware = "";
    return context;
  }

  #settle(context: QueryContext): void {
    const { question, client, policy } = context;
    if (question.class !== CLASS.IN) return this.#deliver.sendChaos(context);
    const { verdict, ifYoung } = decideBefore(
      question,
      client,
      policy.snapshot,
      this.#deps.clock.unix,
    );
    if (ifYoung !== undefined && this.#ages.isYoung(ifYoung.domain)) {
      return this.#blockYoung(context, ifYoung);
    }
    if (client.policy.learns !== undefined && verdict.do !== "block" && verdict.do !== "local") {
      context.learned = learnedDomain(question.name, policy.snapshot);
    }
    switch (verdict.do) {
      case "local":
        return this.#local(context);
      case "block":
        return this.#deliver.sendBlocked(context, verdict);
      case "rewrite":
        return this.#rewrite(context, verdict);
      case "resolve":
        return this.#resolve(context, verdict, ifYoung);
    }
  }

  #blockYoung(context: QueryContext, { domain, verdict }: YoungBlock): void {
    const { explained } = context;
    const at =
      explained?.findIndex(({ origin, outcome }) =>
        origin === verdict.origin || outcome === "waits"
      ) ?? -1;
    if (explained !== undefined && at >= 0) {
      const text =
        `Blocked, reason ${verdict.reason}, origin ${verdict.origin}: ${domain} is young`;
      const { origin } = verdict;
      explained[at] = { ...explained[at], verdict: "settle", outcome: "blocked", origin, text };
    }
    this.#deliver.sendBlocked(context, verdict);
  }

  /**
   * Continues a query whose answer depends on the age of a domain. The answer is held while the
   * question is under way.
   */
  #afterAge(young: YoungBlock): Continuation {
    const settle: Continuation = (context, outcome) =>
      this.#ages.isYoung(young.domain)
        ? this.#blockYoung(context, young)
        : this.#arrived(context, outcome);
    return (context, outcome) => {
      if (this.#ages.find(young.domain) !== "asked") return settle(context, outcome);
      const waiting = this.#waiting.acquire();
      const kept = "failed" in outcome ? outcome : { ...outcome, bytes: outcome.bytes.slice() };
      const isHeld = this.#ages.hold(young.domain, context.received, () => {
        waiting.onResolved(kept);
      });
      if (isHeld) return waiting.capture(context, settle);
      this.#waiting.release(waiting);
      settle(context, outcome);
    };
  }

  #local(context: QueryContext): void {
    const { question, policy: { snapshot } } = context;
    const made = createLocalAnswer(question.name, question.type, snapshot);
    if (made === undefined) return this.#resolve(context, { do: "resolve" });
    if (question.type === TYPE.ANY && made.rcode === RCODE.NOERROR) {
      return this.#deliver.sendAny(context);
    }
    this.#make(context, made, { do: "local" });
  }

  #rewrite(
    context: QueryContext,
    verdict: Extract<Verdict, { do: "rewrite" }>,
    fleeting = false,
  ): void {
    const { question, policy } = context;
    this.#make(
      context,
      createRewriteAnswer(
        verdict.to,
        question.name,
        question.type,
        policy.snapshot.settings.blockedTtl,
      ),
      verdict,
      fleeting,
    );
  }

  /**
   * Sends an answer of the box. The end of its CNAME chain is resolved first, under the same policy
   * (A 7.6.9).
   */
  #make(context: QueryContext, made: SyntheticAnswer, verdict: Verdict, fleeting = false): void {
    if (made.resolve === undefined) {
      return this.#deliver.sendSynthetic(context, made, verdict, fleeting);
    }
    const target = { ...context.question, name: made.resolve };
    const { snapshot } = context.policy;
    noteSpyware(context, [made.resolve]);
    const via = verdict.do === "rewrite" ? "rewrite" : "local";
    const unix = this.#deps.clock.unix;
    const { verdict: found } = decideBefore(target, context.client, snapshot, unix, via);
    // The answer at the end of a chain is not inspected, so the decision without an answer applies.
    const onTarget = found.do === "resolve" && found.otherwise || found;
    if (onTarget.do === "block") return this.#deliver.sendBlocked(context, onTarget);
    const local = onTarget.do === "local"
      ? createLocalAnswer(target.name, target.type, snapshot)
      : undefined;
    if (local !== undefined) return this.#make(context, joinChain(made, local), verdict, true);
    const next = onTarget.do === "rewrite"
      ? followRewrite(made, onTarget, target.type, snapshot)
      : undefined;
    if (next !== undefined) return this.#make(context, next, verdict, true);
    this.#find(
      context,
      target,
      (later, outcome) => this.#endChain(later, made, verdict, outcome),
    );
  }

  /** Sends an answer of the box with its end, which may leave the chain open once more. */
  #endChain(
    context: QueryContext,
    made: SyntheticAnswer,
    verdict: Verdict,
    outcome: Resolution,
  ): void {
    if ("failed" in outcome) {
      return this.#deliver.sendSynthetic(context, made, verdict, true, outcome);
    }
    if (context.policy.bogus.find(outcome.bytes) !== undefined) {
      const absent = { ...NO_SUCH_NAME, records: made.records, zone: made.resolve! };
      return this.#deliver.sendSynthetic(context, absent, verdict, true);
    }
    noteSpyware(context, readAnswerContent(outcome.bytes).targets);
    const open = findOpenEnd(outcome.bytes);
    if (open === undefined) {
      return this.#deliver.sendSynthetic(context, made, verdict, true, outcome);
    }
    const next = extendChain(made, outcome.bytes, open);
    if (next === undefined) return this.#deliver.sendFailure(context, ENDLESS_CHAIN);
    this.#make(context, next, verdict, true);
  }

  /**
   * Resolves the end of a chain that an upstream left open, as an authoritative server does.
   * `decideAfter` judges its targets, like those of a complete answer.
   */
  #followChain(context: QueryContext, head: FoundAnswer, end: OpenEnd): void {
    if (isEndless(end)) return this.#deliver.sendFailure(context, ENDLESS_CHAIN);
    const { question, client, policy: { snapshot } } = context;
    const chain = { ...head, bytes: head.bytes.slice() };
    const target = { ...question, name: end.name };
    const { verdict } = decideBefore(target, client, snapshot, this.#deps.clock.unix, "rewrite");
    const made = this.#answerHere(target, verdict, snapshot);
    if (made !== undefined) {
      return this.#arrived(context, joinLocal(chain, end, made, snapshot.settings.blockedTtl));
    }
    this.#find(
      context,
      target,
      (later, tail) => this.#arrived(later, "failed" in tail ? tail : joinFound(chain, tail)),
    );
  }

  /** What local names and rewrites say of the end of a chain; undefined = upstreams know it. */
  #answerHere(target: Question, verdict: Verdict, snapshot: Snapshot): SyntheticAnswer | undefined {
    if (verdict.do === "local") return createLocalAnswer(target.name, target.type, snapshot);
    if (verdict.do !== "rewrite") return undefined;
    const { blockedTtl } = snapshot.settings;
    return createRewriteAnswer(verdict.to, target.name, target.type, blockedTtl);
  }

  #resolve(
    context: QueryContext,
    verdict: Extract<Verdict, { do: "resolve" }>,
    ifYoung?: YoungBlock,
  ): void {
    const { query, question, reply } = context;
    if (question.type === TYPE.ANY) return this.#deliver.sendAny(context);
    // Answers from the cache would reveal the queries of other clients (cache snooping), and there
    // is no other source.
    if (!query.recursionDesired) return this.#deliver.sendNotRecursive(context);
    if (verdict.match?.tcpOnly === true && reply.transport === "udp") {
      return this.#deliver.sendTruncated(context, verdict.match);
    }
    context.match = verdict.match;
    if (ifYoung === undefined) return this.#find(context, question, this.#arrived);
    // The age is asked for at once, beside the upstreams.
    this.#ages.find(ifYoung.domain);
    this.#find(context, question, this.#afterAge(ifYoung));
  }

  /**
   * Finds the response to a question: immediately from the cache, else from upstreams after copying
   * the query.
   */
  #find(context: QueryContext, question: QueryContext["question"], then: Continuation): void {
    const known = this.#forwarding.findKnown(question, context.query, context.client.route);
    if (known !== undefined) return then(context, known);
    const waiting = this.#waiting.acquire();
    waiting.capture(context, then);
    this.#forwarding.ask(waiting);
  }

  /**
   * Continues a query that waited. It is parsed again, which is cheaper than keeping the parsed
   * fields.
   */
  #resume(waiting: PendingQuery, outcome: Resolution): void {
    const { bytes, length, client, policy, reply, then } = waiting;
    parseQuery(bytes, 0, length, this.#context.query);
    const context = this.#take(policy!, client!, reply!);
    context.received = waiting.received;
    context.hash = waiting.hash;
    context.explained = waiting.explained;
    context.match = waiting.match;
    context.learned = waiting.learned;
    context.spyware = waiting.spyware;
    then!(context, outcome);
    waiting.clear();
    this.#waiting.release(waiting);
  }

  readonly #arrived: Continuation = (context, outcome) => {
    const { question, client, policy: { snapshot } } = context;
    const unix = this.#deps.clock.unix;
    // Without an answer, a name whose decision needs the answer gets the decision that applies
    // without it.
    const failed = "failed" in outcome;
    const open = failed ? undefined : findOpenEnd(outcome.bytes);
    // Zones may wait for the addresses at the end of the chain.
    if (!failed && open !== undefined && snapshot.ruleIndex.answerZones.length > 0) {
      return this.#followChain(context, outcome, open);
    }
    const content = failed ? NO_CONTENT : readAnswerContent(outcome.bytes);
    noteSpyware(context, content.targets);
    const after = decideAfter(question, client, content, snapshot, unix).verdict;
    if (after.do !== "resolve" || !failed && open === undefined) {
      context.explained?.push(
        ...explain(question, client, snapshot, unix, content).filter(({ protection }) =>
          protection.endsWith(", answer")
        ),
      );
    }
    if (after.do === "block") return this.#deliver.sendBlocked(context, after, outcome);
    if (after.do === "rewrite") return this.#rewrite(context, after, true);
    if (failed) return this.#deliver.sendFailure(context, outcome);
    if (open !== undefined) return this.#followChain(context, outcome, open);
    if (
      after.do === "resolve" && after.match?.tcpOnly === true && context.reply.transport === "udp"
    ) {
      return this.#deliver.sendTruncated(context, after.match);
    }
    const bogus = context.policy.bogus.find(outcome.bytes);
    if (bogus !== undefined) return this.#deliver.sendBogus(context, bogus, outcome);
    const absent = (outcome.bytes[3] & 15) === RCODE.NXDOMAIN;
    const here = absent ? answerForOwnName(question.name, snapshot.settings) : undefined;
    if (here !== undefined) {
      return this.#deliver.sendSynthetic(context, here, { do: "local" }, true);
    }
    this.#deliver.sendFound(context, outcome);
  };
}

/** Keeps the first server of spyware among the targets of a chain, for the journal. */
function noteSpyware(context: QueryContext, targets: readonly WireName[]): void {
  if (targets.length === 0 || context.spyware !== "") return;
  context.spyware = findSpyware(targets, context.policy.snapshot);
}
