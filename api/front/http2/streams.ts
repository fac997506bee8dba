/**
 * The queries of one HTTP/2 connection, from their heads to the last bytes of their responses (RFC
 * 8484).
 */
import type { Address } from "../../../policy/model/address.ts";
import type { ClientFaults } from "../../http/client_faults.ts";
import { type DnsOverHttps, LONGEST_QUERY, MOST_DISCARDED } from "../queries/dns_over_https.ts";
import {
  type AnswerHeads,
  type Http2Answer,
  MISDIRECTED,
  queryOf,
  type RefusalReason,
  TOO_LONG,
  UNANSWERED,
} from "./answers.ts";
import type { Http2Head } from "./head.ts";
import { assertProtocol, ERROR, joined, NOTHING } from "./reader.ts";
import {
  END_HEADERS,
  END_STREAM,
  FIRST_WINDOW,
  FRAME,
  type Http2Writer,
  LARGEST_WINDOW,
  type PendingBody,
} from "./writer.ts";
import type { FrontLimits } from "../limits.ts";
import type { ResolverLink } from "../queries/resolver_link.ts";
import type { Runtime } from "../../system/runtime.ts";

/** Received bytes of a body after which a WINDOW_UPDATE is sent. */
export const WINDOW_STEP = 32_768;
/** A header block that starts with this instruction adds nothing to the dynamic table. */
const TABLE_OF_NOTHING = Uint8Array.of(0x20);
/**
 * Streams that this side ended before the client had sent everything, so that more frames may
 * follow.
 */
const MOST_CUT = 128;
/**
 * Milliseconds within which requests that the client cancelled, or that were malformed, are
 * counted.
 */
const GIVEN_UP_WITHIN = 10_000;

/** Dependencies of the streams. */
export interface Http2StreamsDeps {
  readonly queries: Pick<DnsOverHttps, "isFor">;
  readonly resolving: Pick<ResolverLink, "ask">;
  readonly heads: AnswerHeads;
  /** The client's address. */
  readonly address: Address;
  /** Milliseconds of a monotonic clock. */
  readonly now: Runtime["now"];
  readonly limits: FrontLimits;
  readonly faults: ClientFaults;
}

/** A request in progress. */
interface Stream extends PendingBody {
  /** Released when the request is complete: hundreds of requests may be in progress. */
  head: Http2Head | undefined;
  /** Whether its response must have no body. */
  readonly isHead: boolean;
  readonly since: number;
  /** Its body, up to the longest query. */
  body: Uint8Array;
  bodyLength: number;
  /** Received bytes for which no WINDOW_UPDATE was sent yet. */
  unconfirmed: number;
  /** Whether the client has sent all of it. */
  isWhole: boolean;
}

/** The open streams. */
export class Http2Streams {
  readonly #writer: Http2Writer;
  readonly #deps: Http2StreamsDeps;
  readonly #streams = new Map<number, Stream>();
  readonly #cut = new Set<number>();
  #window = FIRST_WINDOW;
  #idleSince: number;
  #now: number;
  #givenUp = 0;
  #givenUpSince = 0;
  /**
   * Whether the next head must signal an empty dynamic table: the client's settings may have made
   * it smaller (RFC 7541, 4.2).
   */
  resized = true;

  constructor(writer: Http2Writer, deps: Http2StreamsDeps) {
    this.#writer = writer;
    this.#deps = deps;
    this.#idleSince = this.#now = deps.now();
  }

  /** Since when there has been none; undefined while there is one. */
  get idleSince(): number | undefined {
    return this.#streams.size === 0 ? this.#idleSince : undefined;
  }

  /**
   * Whether a client takes too long to send a request or to read its response, or has been idle too
   * long.
   */
  isOverdue(): boolean {
    const now = this.#deps.now();
    const { stalled, idle, queries: { message } } = this.#deps.limits;
    if (this.#streams.size === 0) return now - this.#idleSince > idle;
    for (const { since, isWhole } of this.#streams.values()) {
      if (now - since > (isWhole ? stalled : message)) return true;
    }
    return false;
  }

  /** Bytes have arrived: requests that start in this turn start now. */
  turn(): void {
    this.#now = this.#deps.now();
  }

  /** Drops all of them: the client is gone. */
  clear(): void {
    if (this.#streams.size > 0) this.#deps.faults.count("query_aborted", this.#streams.size);
    this.#streams.clear();
  }

  /** Opens a stream for the head of a new request; `isLast` = there is no body. */
  open(id: number, head: Http2Head, isLast: boolean): void {
    const isRefused = this.#streams.size >= this.#deps.limits.requestsOfOne;
    if ((isRefused || head.isMalformed) && !isLast) this.#cutOff(id);
    if (isRefused) {
      this.#refuse(id, ERROR.REFUSED_STREAM);
      return this.#gaveUp();
    }
    if (head.isMalformed) return this.#malformed(id);
    const stream: Stream = {
      id,
      head,
      isHead: head.method === "HEAD",
      since: this.#now,
      window: this.#window,
      body: NOTHING,
      bodyLength: 0,
      unconfirmed: 0,
      rest: NOTHING,
      isWhole: false,
    };
    this.#streams.set(id, stream);
    if (isLast) this.#whole(stream);
  }

  /** Takes the trailers of a request. They are ignored if it was answered or refused meanwhile. */
  trailers(id: number, head: Http2Head, isLast: boolean): void {
    const stream = this.#streams.get(id);
    assertProtocol(stream === undefined ? this.#cut.has(id) : !stream.isWhole, ERROR.STREAM_CLOSED);
    if (stream === undefined) return;
    assertProtocol(isLast, ERROR.PROTOCOL_ERROR);
    if (head.isTrailers) this.#whole(stream);
    else this.#malformed(id);
  }

  /** Takes a part of a body, in a frame whose payload has `framed` bytes. */
  data(id: number, bytes: Uint8Array, framed: number, isLast: boolean): void {
    const stream = this.#streams.get(id);
    if (stream === undefined) return;
    // Ending only the stream would let a client have any number of queries in progress
    // (MadeYouReset, CVE-2025-8671).
    assertProtocol(!stream.isWhole, ERROR.STREAM_CLOSED);
    append(stream, bytes);
    if (isLast) return this.#whole(stream);
    assertProtocol(!this.#isFull, ERROR.ENHANCE_YOUR_CALM);
    // A body that is too long is still read: a client whose stream is reset while it sends does not
    // see the reason.
    if (stream.bodyLength > MOST_DISCARDED) return this.#refused(stream, TOO_LONG);
    stream.unconfirmed += framed;
    if (stream.unconfirmed < WINDOW_STEP) return;
    this.#writer.words(FRAME.WINDOW_UPDATE, id, stream.unconfirmed);
    stream.unconfirmed = 0;
  }

  /**
   * The client cancels a request; throws an Http2Error when it does so too often (rapid reset,
   * CVE-2023-44487).
   */
  reset(id: number): void {
    const stream = this.#streams.get(id);
    if (stream === undefined) return;
    stream.isWhole = true;
    this.#deps.faults.count("query_aborted");
    this.#done(id);
    this.#gaveUp();
  }

  /** The client increases the window of one stream by this many bytes. */
  allow(id: number, more: number): void {
    const stream = this.#streams.get(id);
    if (stream === undefined) return;
    stream.window += more;
    assertProtocol(stream.window <= LARGEST_WINDOW, ERROR.FLOW_CONTROL_ERROR);
    this.resume();
  }

  /** The client sets the window of each stream to this many bytes, LARGEST_WINDOW at most. */
  resize(window: number): void {
    for (const stream of this.#streams.values()) {
      stream.window += window - this.#window;
      assertProtocol(stream.window <= LARGEST_WINDOW, ERROR.FLOW_CONTROL_ERROR);
    }
    this.#window = window;
    this.resume();
  }

  /** Sends what waited for window space. */
  resume(): void {
    for (const stream of this.#streams.values()) {
      if (stream.rest.length > 0 && this.#writer.body(stream)) this.#done(stream.id);
    }
  }

  /** A request is complete. */
  #whole(stream: Stream): void {
    const { id, head, body, bodyLength } = stream;
    const { queries, resolving, heads, address } = this.#deps;
    stream.isWhole = true;
    stream.head = undefined;
    if (head === undefined) return;
    if (head.length !== undefined && head.length !== bodyLength) return this.#malformed(id);
    if (bodyLength > LONGEST_QUERY) return this.#refused(stream, TOO_LONG);
    if (!queries.isFor(head.path, head.host)) return this.#refused(stream, MISDIRECTED);
    const query = queryOf(head, body.length === bodyLength ? body : body.subarray(0, bodyLength));
    if (!(query instanceof Uint8Array)) return this.#refused(stream, query);
    stream.body = NOTHING;
    resolving.ask("https", address, query, (response) => {
      if (response === undefined) this.#refused(stream, UNANSWERED);
      else this.#answer(stream, heads.of(response, stream.isHead));
    });
  }

  #refused(stream: Stream, refusal: RefusalReason): void {
    this.#answer(stream, this.#deps.heads.refused(refusal));
  }

  #answer(stream: Stream, { head, body }: Http2Answer): void {
    const { id } = stream;
    // The client cancelled it, or is gone.
    if (this.#streams.get(id) !== stream) return;
    const isEmpty = body.length === 0 || stream.isHead;
    const block = this.resized ? joined(TABLE_OF_NOTHING, head) : head;
    this.#writer.frame(FRAME.HEADERS, END_HEADERS | (isEmpty ? END_STREAM : 0), id, block);
    this.resized = false;
    stream.rest = body;
    if (!isEmpty && !this.#writer.body(stream)) return this.#wait(stream);
    // The client need not send the rest of its request (RFC 9113, 8.1).
    if (!stream.isWhole) this.#writer.words(FRAME.RST_STREAM, id, ERROR.NO_ERROR);
    this.#done(id);
  }

  /**
   * Queues what the client's windows do not allow yet. It is copied, since one buffer may contain
   * many responses.
   */
  #wait(stream: Stream): void {
    stream.rest = stream.rest.slice();
    if (this.#isFull) this.#refuse(stream.id, ERROR.ENHANCE_YOUR_CALM);
  }

  /** Whether incomplete requests and responses take more memory than one client may use. */
  get #isFull(): boolean {
    let bytes = 0;
    for (const { body, rest } of this.#streams.values()) bytes += body.length + rest.length;
    return bytes > this.#deps.limits.queries.unsent;
  }

  /** Ends a stream without a valid request. */
  #malformed(id: number): void {
    this.#refuse(id, ERROR.PROTOCOL_ERROR);
    this.#gaveUp();
  }

  #gaveUp(): void {
    const now = this.#deps.now();
    if (now - this.#givenUpSince > GIVEN_UP_WITHIN) [this.#givenUp, this.#givenUpSince] = [0, now];
    assertProtocol(++this.#givenUp <= this.#deps.limits.givenUp, ERROR.ENHANCE_YOUR_CALM);
  }

  #refuse(id: number, code: number): void {
    this.#writer.words(FRAME.RST_STREAM, id, code);
    this.#done(id);
  }

  #cutOff(id: number): void {
    this.#cut.add(id);
    if (this.#cut.size > MOST_CUT) this.#cut.delete(this.#cut.values().next().value!);
  }

  #done(id: number): void {
    if (this.#streams.get(id)?.isWhole === false) this.#cutOff(id);
    this.#streams.delete(id);
    if (this.#streams.size === 0) this.#idleSince = this.#deps.now();
  }
}

/** The buffer doubles, so that many small frames cost no more than one. */
function append(stream: Stream, bytes: Uint8Array): void {
  const length = stream.bodyLength + bytes.length;
  if (length <= LONGEST_QUERY) {
    if (length > stream.body.length) {
      const larger = new Uint8Array(
        Math.min(Math.max(length, stream.body.length * 2), LONGEST_QUERY),
      );
      larger.set(stream.body.subarray(0, stream.bodyLength));
      stream.body = larger;
    }
    stream.body.set(bytes, stream.bodyLength);
  }
  stream.bodyLength = length;
}
