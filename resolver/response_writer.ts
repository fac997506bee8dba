/**
 * The last step of a query: writes the response for its transport, stores it in the response cache,
 * writes the journal and sends it.
 */
import { addressToText } from "../policy/model/address.ts";
import type { ExplainedStep, RuleMatch, Verdict } from "../policy/model/decision.ts";
import type { ResolverSettings } from "../policy/snapshot/settings.ts";
import type { Snapshot } from "../policy/snapshot/snapshot.ts";
import { writeAny } from "./answers/any.ts";
import { type BlockAnswer, namedList, writeBlocked } from "./answers/blocked.ts";
import { NO_SUCH_NAME } from "./answers/bogus_addresses.ts";
import { writeChaos } from "./answers/chaos.ts";
import { STALE_ERROR, writeError, writeTruncated } from "./answers/error_response.ts";
import { type SyntheticAnswer, writeSyntheticAnswer } from "./answers/synthetic_answer.ts";
import { BlockPageAddresses } from "./answers/block_page_addresses.ts";
import { AskReply } from "./ask.ts";
import type { AnswerMetadata, QueryContext } from "./query_context.ts";
import type { BlockMemory } from "./memory/block_memory.ts";
import type { LearnedNames } from "./memory/learned_names.ts";
import type { Client } from "./clients/client_lookup.ts";
import { computeTransportVersion, nextPolicyChange } from "./clients/client_version.ts";
import type { Clock } from "./clock.ts";
import type { QuerySource, Reply } from "./listeners/reply.ts";
import { ResponseCache } from "./response_cache.ts";
import type { FoundAnswer, Resolution, ResolutionFailure } from "./resolution.ts";
import { type JournalSink, Recorder } from "./journal/recorder.ts";
import { EdnsOptions } from "./edns_options.ts";
import { EDE, RCODE } from "./wire/codes.ts";
import { type EdnsParameters, encodeExtendedError } from "./wire/edns.ts";
import { finishResponse } from "./wire/finish.ts";
import { type ParsedQuery, QUERY_COOKIE, QUERY_DROP } from "./wire/query.ts";
import { lowerTtls, ttlOffsets } from "./wire/ttl.ts";

/** Dependencies of sending responses. */
export interface ResponseWriterDeps {
  readonly clock: Clock;
  readonly journal: JournalSink;
  /** 16 bytes for server cookies and hashes. */
  readonly secret: Uint8Array;
  /** A fine monotonic clock in milliseconds, read when an answer took time. */
  readonly now: () => number;
  /**
   * Recently blocked names, from which pages state the reason; absent = no block is answered with a
   * page.
   */
  readonly blocked?: BlockMemory;
  /** The domains that devices in learning mode ask for; absent = none is recorded. */
  readonly learned?: LearnedNames;
}

/**
 * Seconds for which the response cache stores an answer of the box itself. A new policy version
 * ends it earlier.
 */
const OWN_ANSWER_KEPT = 3600;
/** Used instead of an upstream answer when the name alone decided, or when there was no answer. */
const BY_NAME = { upstream: "", keep: OWN_ANSWER_KEPT };
const UNANSWERED = { upstream: "", keep: 0 };
const MOST_SHARED = 4096;
const NO_AGE_LIMIT = 0x7fffffff;
const NONE: readonly Uint8Array[] = [];
const STALE: readonly Uint8Array[] = [STALE_ERROR];
const NOT_RECURSIVE: readonly Uint8Array[] = [
  encodeExtendedError(EDE.NOT_AUTHORITATIVE, "Ask with recursion desired"),
];

/** Sends responses. */
export class ResponseWriter {
  readonly #deps: ResponseWriterDeps;
  readonly #memo = new ResponseCache<AnswerMetadata>();
  /** The response cache slot found last, and its metadata objects. */
  #repeated = 0;
  #jumps = 0;
  readonly #sharedFacts = new Map<string, AnswerMetadata>();
  readonly #recorder: Recorder;
  readonly #edns: EdnsOptions;
  readonly #pages: BlockPageAddresses;
  readonly #ttls = new Uint16Array(64);
  /** Metadata of the current answer. Code that stores it must copy it. */
  readonly #facts: { -readonly [Name in keyof AnswerMetadata]: AnswerMetadata[Name] } = {
    status: "failed",
    reason: "",
    origin: "",
    match: undefined,
    list: -1,
    upstream: "",
    spyware: "",
    extendedRcode: 0,
  };

  constructor(settings: ResolverSettings, deps: ResponseWriterDeps) {
    this.#deps = deps;
    this.#recorder = new Recorder(deps.journal, deps.clock, deps.now);
    this.#edns = new EdnsOptions(deps.secret, settings);
    this.#pages = new BlockPageAddresses(deps.blocked, settings);
  }

  /** Applies new settings. */
  configure(settings: ResolverSettings): void {
    this.#edns.configure(settings);
    this.#pages.configure(settings);
  }

  /** Removes the finished answers. */
  clear(): void {
    this.#memo.clear();
  }

  /** The hash of the query that `sendCached` did not find. */
  get lastHash(): number {
    return this.#memo.lastHash;
  }

  /** Answers a query whose bytes were answered before. Returns false when they were not. */
  sendCached(
    bytes: Uint8Array,
    start: number,
    end: number,
    source: QuerySource,
    client: Client,
    reply: Reply,
  ): boolean {
    const { seconds, jumps } = this.#deps.clock;
    if (jumps !== this.#jumps) {
      this.#jumps = jumps;
      this.clear();
    }
    const version = computeTransportVersion(client.cacheVersion, reply.transport);
    const slot = version < 0 ? -1 : this.#memo.find(bytes, start, end, version, seconds);
    if (slot < 0) return false;
    this.#repeated = slot;
    const at = reply.open();
    const length = this.#memo.copy(slot, bytes, start, reply.buffer, at, seconds);
    this.#recorder.recordCached(this.#memo.metadata(slot), bytes, start, source, reply, at, length);
    reply.commit(length);
    return true;
  }

  /**
   * Answers a query that cannot be resolved with an RCODE of parseQuery; a query without question
   * gets its cookie (RFC 7873 5.4).
   */
  sendRefusal(code: number, query: ParsedQuery, address: Uint8Array, reply: Reply): void {
    if (code === QUERY_DROP) return reply.drop();
    const edns = this.#edns.of(
      query,
      reply.transport,
      reply.room,
      address,
      this.#deps.clock.unix,
    );
    const at = reply.open();
    reply.commit(
      writeError(query, code === QUERY_COOKIE ? RCODE.NOERROR : code, edns, reply.buffer, at),
    );
  }

  /**
   * Sends the answer to a blocked name, or nothing when the block requires that. `found` is the
   * outcome of its question, if that caused the block.
   */
  sendBlocked(
    context: QueryContext,
    verdict: Extract<Verdict, { do: "block" }>,
    found?: Resolution,
  ): void {
    const { reply, query, policy: { snapshot } } = context;
    const at = reply.open();
    const { upstream, keep } = sourceOf(found);
    const { reason, origin, match } = verdict;
    const { answersKept = NO_AGE_LIMIT } = context.client.policy;
    const facts = this.#factsOf("blocked", upstream, context, match, reason, origin);
    const category = categoryOf(match, snapshot);
    const page = this.#pages.find(context, verdict, category, facts.list);
    const block: BlockAnswer = {
      reason,
      origin,
      list: namedList(match, snapshot.lists),
      ...(verdict.answer !== undefined && { answer: verdict.answer }),
      ...(page !== undefined && { page }),
    };
    const length = writeBlocked(
      block,
      query,
      snapshot.settings,
      this.#ednsOf(context),
      reply.buffer,
      at,
    );
    if (snapshot.settings.blockedTtl > answersKept) {
      lowerTtls(reply.buffer, at, at + length, answersKept);
    }
    // A page is valid for this client only, but all clients of its policy class share the response
    // cache.
    this.#end(
      context,
      at,
      length,
      facts,
      upstream === "" && page === undefined ? Math.min(keep, OWN_ANSWER_KEPT) : 0,
    );
  }

  /**
   * Sends local data or a rewrite, with the outcome for the end of its chain. `fleeting` = the
   * answer depends on more than the question name, so it is not cached.
   */
  sendSynthetic(
    context: QueryContext,
    made: SyntheticAnswer,
    verdict: Verdict,
    fleeting: boolean,
    tail?: Resolution,
  ): void {
    if (tail !== undefined && "failed" in tail) return this.sendFailure(context, tail);
    const { reply, query, policy: { snapshot: { settings } } } = context;
    const at = reply.open();
    const resolved = tail === undefined
      ? undefined
      : { stored: tail.bytes, age: 0, atMost: NO_AGE_LIMIT };
    const own = verdict.do === "local" && tail === undefined;
    const atMost = own ? NO_AGE_LIMIT : this.#mostKept(context);
    const length = writeSyntheticAnswer(
      made,
      query,
      settings.blockedTtl,
      this.#ednsOf(context),
      reply.buffer,
      at,
      resolved,
    );
    if (atMost !== NO_AGE_LIMIT) lowerTtls(reply.buffer, at, at + length, atMost);
    const rewrite = verdict.do === "rewrite" ? verdict : undefined;
    const facts = this.#factsOf(
      "local",
      tail?.upstream ?? "",
      context,
      rewrite?.match,
      rewrite?.reason,
      rewrite?.origin,
    );
    this.#end(
      context,
      at,
      length,
      facts,
      fleeting || !own && atMost !== NO_AGE_LIMIT ? 0 : OWN_ANSWER_KEPT,
    );
  }

  /** Sends a response of an upstream after finishing it for the client. */
  sendFound(context: QueryContext, found: FoundAnswer): void {
    const { reply, query } = context;
    const at = reply.open();
    const edns = this.#ednsOf(context, found.status === "stale" ? STALE : NONE);
    const atMost = this.#mostKept(context);
    const length = finishResponse(found.bytes, query, edns, 0, atMost, reply.buffer, at);
    const { status, upstream } = found;
    const { match } = context;
    this.#end(
      context,
      at,
      length,
      this.#factsOf(
        status,
        upstream,
        context,
        match,
        "",
        match?.personal?.origin ?? match?.reported,
      ),
      Math.min(found.keep, atMost),
      true,
    );
  }

  /** Sends NXDOMAIN in place of an answer with a bogus address (answers/bogus_addresses.ts). */
  sendBogus(context: QueryContext, address: Uint8Array, { upstream, keep }: FoundAnswer): void {
    const { reply, query, policy: { snapshot: { settings } } } = context;
    const text = addressToText(address);
    const error = encodeExtendedError(EDE.FORGED, `${text} means that the name does not exist`);
    const atMost = this.#mostKept(context);
    const at = reply.open();
    const length = writeSyntheticAnswer(
      NO_SUCH_NAME,
      query,
      Math.min(settings.blockedTtl, atMost),
      this.#ednsOf(context, [error]),
      reply.buffer,
      at,
    );
    context.explained?.push(explainBogus(text));
    const facts = this.#factsOf("local", upstream, context, undefined, "", `bogus:${text}`);
    this.#end(context, at, length, facts, Math.min(keep, atMost));
  }

  /** Sends SERVFAIL with the reason (RFC 8914). */
  sendFailure(context: QueryContext, failure: ResolutionFailure): void {
    const error = encodeExtendedError(failure.failed, failure.text);
    this.#error(context, RCODE.SERVFAIL, [error], failure);
  }

  /**
   * Makes a UDP client retry over TCP: sends a truncated answer without records (RPZ rpz-tcp-only).
   */
  sendTruncated(context: QueryContext, match: RuleMatch): void {
    const { reply, query } = context;
    const at = reply.open();
    const length = writeTruncated(query, this.#ednsOf(context), reply.buffer, at);
    this.#end(context, at, length, this.#factsOf("local", "", context, match), 0);
  }

  /** Sends REFUSED to a client that does not request recursion. */
  sendNotRecursive(context: QueryContext): void {
    this.#error(context, RCODE.REFUSED, NOT_RECURSIVE);
  }

  /** Answers ANY with one synthesized record (RFC 8482). */
  sendAny(context: QueryContext): void {
    const { reply, query } = context;
    const at = reply.open();
    const length = writeAny(query, this.#ednsOf(context), reply.buffer, at);
    this.#end(context, at, length, this.#factsOf("local", "", context), OWN_ANSWER_KEPT);
  }

  /**
   * Answers a question of class CH about the box itself (RFC 4892). Health checks send it, so the
   * journal omits it.
   */
  sendChaos(context: QueryContext): void {
    const { query, reply, policy: { snapshot: { settings } } } = context;
    const at = reply.open();
    reply.commit(writeChaos(query, settings, this.#ednsOf(context), reply.buffer, at));
  }

  #error(
    context: QueryContext,
    rcode: number,
    errors: readonly Uint8Array[],
    { upstream = "", extendedRcode = 0 }: Partial<ResolutionFailure> = {},
  ): void {
    const at = context.reply.open();
    const length = writeError(
      context.query,
      rcode,
      this.#ednsOf(context, errors),
      context.reply.buffer,
      at,
    );
    const facts = this.#factsOf("failed", upstream, context);
    this.#end(context, at, length, { ...facts, extendedRcode }, 0);
  }

  #ednsOf(
    { query, reply, client }: QueryContext,
    errors: readonly Uint8Array[] = NONE,
  ): EdnsParameters {
    return this.#edns.of(
      query,
      reply.transport,
      reply.room,
      client.address,
      this.#deps.clock.unix,
      errors,
    );
  }

  /**
   * Stores the response for `keep` seconds (its TTLs age when `ages`), writes the journal and sends
   * it.
   */
  #end(
    context: QueryContext,
    at: number,
    length: number,
    facts: AnswerMetadata,
    keep: number,
    ages = false,
  ): void {
    const { reply } = context;
    if (keep > 0 && length > 0) this.#remember(context, at, length, facts, keep, ages);
    if (reply instanceof AskReply) reply.metadata = { ...facts };
    else if (context.learned !== "" && facts.status !== "blocked") this.#learn(context);
    this.#recorder.recordAnswered(context, facts, at, length);
    if (length > 0) reply.commit(length);
    else reply.drop();
  }

  #learn({ client, learned }: QueryContext): void {
    const { learns } = client.policy;
    if (learns !== undefined) this.#deps.learned?.record(learns, learned, this.#deps.clock.unix);
  }

  #remember(
    context: QueryContext,
    at: number,
    length: number,
    facts: AnswerMetadata,
    keep: number,
    ages: boolean,
  ): void {
    const { query, reply, client, hash } = context;
    const { seconds } = this.#deps.clock;
    const { bytes, start, end } = query;
    const version = computeTransportVersion(client.cacheVersion, reply.transport);
    // A query with a cookie is never repeated byte for byte.
    if (version < 0 || query.cookieLength > 0 || !this.#memo.admits(hash)) return;
    keep = Math.min(keep, this.#secondsHeld(context));
    if (keep <= 0) return;
    const ttlCount = ages ? ttlOffsets(reply.buffer, at, at + length, this.#ttls) : 0;
    if (ttlCount < 0) return;
    const shared = this.#shared(facts);
    const text = facts.match?.rule ?? "";
    const answer = {
      bytes: reply.buffer,
      at,
      length,
      ttlAt: this.#ttls,
      ttlCount,
      facts: shared,
      text,
    };
    this.#memo.store({ bytes, start, end, hash }, version, answer, seconds, seconds + keep);
  }

  /**
   * Maximum TTL of upstream answers for the client in seconds. For minors it is short and ends at
   * the next change of their policy, so that a closing time applies soon (A 4.2).
   */
  #mostKept(context: QueryContext): number {
    const { answersKept } = context.client.policy;
    return answersKept === undefined
      ? NO_AGE_LIMIT
      : Math.max(1, Math.min(answersKept, this.#secondsHeld(context)));
  }

  /**
   * Whole seconds from the arrival of the query until the first rule ends or the policy class
   * changes. Nothing is cached longer.
   */
  #secondsHeld({ received, client, policy: { snapshot } }: QueryContext): number {
    const { ms, unix } = this.#deps.clock;
    const came = unix - (ms - received);
    const next = Math.min(snapshot.personalRules.nextEnd(came), nextPolicyChange(client, came));
    return Math.floor((next - unix) / 1000);
  }

  /**
   * Metadata for the response cache, one object for all equal answers. The text of a rule is read
   * from the slot found last.
   */
  #shared(facts: AnswerMetadata): AnswerMetadata {
    const { status, reason, origin, match, list, upstream, spyware } = facts;
    const source = `${match?.list}\n${list}\n${upstream}`;
    const key = `${status}\n${reason}\n${origin}\n${spyware}\n${source}`;
    const known = this.#sharedFacts.get(key);
    if (known !== undefined) return known;
    const repeated = match && new RepeatedMatch(match.list, () => this.#memo.text(this.#repeated));
    if (this.#sharedFacts.size >= MOST_SHARED) this.#sharedFacts.clear();
    const shared = { ...facts, match: repeated };
    this.#sharedFacts.set(key, shared);
    return shared;
  }

  #factsOf(
    status: AnswerMetadata["status"],
    upstream: string,
    { policy: { snapshot }, spyware }: QueryContext,
    match?: RuleMatch,
    reason: AnswerMetadata["reason"] = "",
    origin = "",
  ): AnswerMetadata {
    const facts = this.#facts;
    facts.status = status;
    facts.reason = reason;
    facts.origin = origin;
    facts.match = match;
    facts.list = match === undefined ? -1 : snapshot.lists[match.list]?.id ?? -1;
    facts.upstream = upstream;
    facts.spyware = spyware;
    return facts;
  }
}

function explainBogus(address: string): ExplainedStep {
  const text = `Answered NXDOMAIN: ${address} is a bogus address`;
  const nothing = { rule: "", list: "", scope: "", skipped: [] };
  const decided = { verdict: "settle", outcome: "answered", origin: `bogus:${address}` } as const;
  return { protection: "bogus addresses", ...decided, ...nothing, text };
}

function sourceOf(found: Resolution | undefined): Pick<FoundAnswer, "upstream" | "keep"> {
  if (found === undefined) return BY_NAME;
  return "failed" in found ? UNANSWERED : found;
}

/** The category of the deciding list or service, "" = none. */
function categoryOf(match: RuleMatch | undefined, { lists }: Snapshot): string {
  return match === undefined ? "" : match.category ?? lists[match.list]?.category ?? "";
}

/** A match from the response cache. Its text is read only when it is shown, which is rare. */
class RepeatedMatch implements RuleMatch {
  readonly list: number;
  readonly #text: () => string;

  constructor(list: number, text: () => string) {
    this.list = list;
    this.#text = text;
  }

  get rule(): string {
    return this.#text();
  }
}
