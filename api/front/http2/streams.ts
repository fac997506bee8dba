/** The requests of one connection of HTTP/2 that are queries, from their heads to the last octets of their answers (RFC 8484). */
import type { Address } from "../../../policy/model/address.ts";
import { type DnsOverHttps, LONGEST_QUERY, MOST_DISCARDED } from "../queries/dns_over_https.ts";
import {
  type AnswerHeads,
  type Http2Answer,
  MISDIRECTED,
  queryOf,
  type Refusal,
  TOO_LONG,
  UNANSWERED,
} from "./answers.ts";
import type { Http2Head } from "./head.ts";
import { ERROR, expect, joined, NOTHING } from "./reader.ts";
import {
  END_HEADERS,
  END_STREAM,
  FIRST_WINDOW,
  FRAME,
  type Http2Writer,
  LARGEST_WINDOW,
  type Sending,
} from "./writer.ts";
import type { FrontLimits } from "../limits.ts";
import type { Resolving } from "../queries/resolving.ts";

/** Octets of a body after which a client is told that it may send so many more. */
export const WINDOW_STEP = 32_768;
/** A head that begins so keeps nothing in a table. */
const TABLE_OF_NOTHING = Uint8Array.of(0x20);
/** Streams ended by this side before their client had sent all, of which a rest may still come. */
const MOST_CUT = 128;
/** Milliseconds within which requests that the client gave up, or that were none, are counted. */
const GIVEN_UP_WITHIN = 10_000;

/** What answers queries. */
export interface Http2StreamsDeps {
  readonly queries: Pick<DnsOverHttps, "isFor">;
  readonly resolving: Pick<Resolving, "ask">;
  readonly heads: AnswerHeads;
  /** The client's. */
  readonly address: Address;
  /** Milliseconds of a clock that never goes back. */
  readonly now: () => number;
  readonly limits: FrontLimits;
}

/** A request on its way. */
interface Stream extends Sending {
  /** Let go of when all of it has come: hundreds of requests may be under way. */
  head: Http2Head | undefined;
  /** Whether its answer is to have no body. */
  readonly isHead: boolean;
  readonly since: number;
  /** Its body, without what is too long. */
  body: Uint8Array;
  bodyLength: number;
  /** Octets that the client was not told yet that it may send again. */
  unconfirmed: number;
  /** Whether its client has sent all of it. */
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
  /** Whether the next head must say that no table is used: the client's settings may have made it smaller (RFC 7541, 4.2). */
  resized = true;

  constructor(writer: Http2Writer, deps: Http2StreamsDeps) {
    this.#writer = writer;
    this.#deps = deps;
    this.#idleSince = this.#now = deps.now();
  }

  /** Since when there is none; undefined while there is one. */
  get idleSince(): number | undefined {
    return this.#streams.size === 0 ? this.#idleSince : undefined;
  }

  /** Whether a client takes too long to send a request, or to take its answer, or has none. */
  isOverdue(): boolean {
    const now = this.#deps.now(), { stalled, idle, queries: { message } } = this.#deps.limits;
    if (this.#streams.size === 0) return now - this.#idleSince > idle;
    for (const { since, isWhole } of this.#streams.values()) {
      if (now - since > (isWhole ? stalled : message)) return true;
    }
    return false;
  }

  /** Octets have come: what they begin begins now. */
  turn(): void {
    this.#now = this.#deps.now();
  }

  /** Forgets all of them. */
  clear(): void {
    this.#streams.clear();
  }

  /** Takes the head of a new request; `isLast` = there is no body. */
  open(id: number, head: Http2Head, isLast: boolean): void {
    const isRefused = this.#streams.size >= this.#deps.limits.requestsOfOne;
    if ((isRefused || head.isMalformed) && !isLast) this.#cutOff(id);
    if (isRefused) return this.#refuse(id, ERROR.REFUSED_STREAM);
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

  /** Takes the trailers of a request. Of one that was answered or refused meanwhile, nothing is wanted any more. */
  trailers(id: number, head: Http2Head, isLast: boolean): void {
    const stream = this.#streams.get(id);
    expect(stream === undefined ? this.#cut.has(id) : !stream.isWhole, ERROR.STREAM_CLOSED);
    if (stream === undefined) return;
    expect(isLast, ERROR.PROTOCOL_ERROR);
    if (head.isTrailers) this.#whole(stream);
    else this.#malformed(id);
  }

  /** Takes a part of a body, in a frame of so many octets. */
  data(id: number, octets: Uint8Array, framed: number, isLast: boolean): void {
    const stream = this.#streams.get(id);
    if (stream === undefined) return;
    // To end the stream alone would let a client have any number of queries under way (MadeYouReset, CVE-2025-8671).
    expect(!stream.isWhole, ERROR.STREAM_CLOSED);
    append(stream, octets);
    if (isLast) return this.#whole(stream);
    expect(!this.#isFull, ERROR.ENHANCE_YOUR_CALM);
    // What is too long is read all the same: a client whose stream is reset while it sends does not see why.
    if (stream.bodyLength > MOST_DISCARDED) return this.#refused(stream, TOO_LONG);
    stream.unconfirmed += framed;
    if (stream.unconfirmed < WINDOW_STEP) return;
    this.#writer.words(FRAME.WINDOW_UPDATE, id, stream.unconfirmed);
    stream.unconfirmed = 0;
  }

  /** The client gives a request up; throws an Http2Error when it does so too often (rapid reset, CVE-2023-44487). */
  reset(id: number): void {
    const stream = this.#streams.get(id);
    if (stream === undefined) return;
    stream.isWhole = true;
    this.#done(id);
    this.#gaveUp();
  }

  /** The client allows so many octets more, for one stream. */
  allow(id: number, more: number): void {
    const stream = this.#streams.get(id);
    if (stream === undefined) return;
    stream.window += more;
    expect(stream.window <= LARGEST_WINDOW, ERROR.FLOW_CONTROL_ERROR);
    this.resume();
  }

  /** The client allows so many octets for each stream, LARGEST_WINDOW at most. */
  resize(window: number): void {
    for (const stream of this.#streams.values()) {
      stream.window += window - this.#window;
      expect(stream.window <= LARGEST_WINDOW, ERROR.FLOW_CONTROL_ERROR);
    }
    this.#window = window;
    this.resume();
  }

  /** Sends what waited for a window. */
  resume(): void {
    for (const stream of this.#streams.values()) {
      if (stream.rest.length > 0 && this.#writer.body(stream)) this.#done(stream.id);
    }
  }

  /** All of a request has come. */
  #whole(stream: Stream): void {
    const { id, head, body, bodyLength } = stream,
      { queries, resolving, heads, address } = this.#deps;
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

  #refused(stream: Stream, refusal: Refusal): void {
    this.#answer(stream, this.#deps.heads.refused(refusal));
  }

  #answer(stream: Stream, { head, body }: Http2Answer): void {
    const { id } = stream;
    // The client gave it up, or is gone.
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

  /** Keeps what the client's windows do not allow yet: a copy, since a response is a part of many. */
  #wait(stream: Stream): void {
    stream.rest = stream.rest.slice();
    if (this.#isFull) this.#refuse(stream.id, ERROR.ENHANCE_YOUR_CALM);
  }

  /** Whether requests and answers that are not whole take more memory than one client may. */
  get #isFull(): boolean {
    let octets = 0;
    for (const { body, rest } of this.#streams.values()) octets += body.length + rest.length;
    return octets > this.#deps.limits.queries.unsent;
  }

  /** Ends a stream that holds no request. */
  #malformed(id: number): void {
    this.#refuse(id, ERROR.PROTOCOL_ERROR);
    this.#gaveUp();
  }

  #gaveUp(): void {
    const now = this.#deps.now();
    if (now - this.#givenUpSince > GIVEN_UP_WITHIN) [this.#givenUp, this.#givenUpSince] = [0, now];
    expect(++this.#givenUp <= this.#deps.limits.givenUp, ERROR.ENHANCE_YOUR_CALM);
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

/** Room is doubled, so that many small frames cost no more than one. */
function append(stream: Stream, octets: Uint8Array): void {
  const length = stream.bodyLength + octets.length;
  if (length <= LONGEST_QUERY) {
    if (length > stream.body.length) {
      const larger = new Uint8Array(
        Math.min(Math.max(length, stream.body.length * 2), LONGEST_QUERY),
      );
      larger.set(stream.body.subarray(0, stream.bodyLength));
      stream.body = larger;
    }
    stream.body.set(octets, stream.bodyLength);
  }
  stream.bodyLength = length;
}
