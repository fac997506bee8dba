/**
 * Responses to queries over HTTP/2, whose heads are encoded once and reused (RFC 8484, 4.2, 5.1).
 */
import { responseTtl } from "../../../resolver/wire/ttl.ts";
import {
  canBeQuery,
  LATER,
  LONGEST_QUERY,
  MEDIA_TYPE,
  METHODS,
  parameterIn,
} from "../queries/dns_over_https.ts";
import {
  encodeHead,
  MAX_CONTENT_LENGTH_BYTES,
  writeContentLength,
} from "../../../resolver/wire/hpack.ts";
import type { Http2Head } from "./head.ts";
import { NOTHING } from "./reader.ts";

/** An answer as it is sent. */
export interface Http2Answer {
  /** Its head in HPACK; valid until the next response is made. */
  readonly head: Uint8Array;
  readonly body: Uint8Array;
}

/** Cached heads, one for each TTL. */
const MOST_HEADS = 256;

/** A cached head: responses with the same TTL differ only in their length. */
interface KeptHead {
  /** The fields that they share, with room for a content-length after them. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Bytes of those fields. */
  readonly shared: number;
  /** The head that was made last, and its content-length. */
  head: Uint8Array;
  length: number;
}

/** Heads of responses, by TTL. */
export class AnswerHeads {
  readonly #clock: () => number;
  readonly #heads = new Map<number, KeptHead>();
  #second = 0;

  /** `clock` gives Unix milliseconds. */
  constructor(clock: () => number) {
    this.#clock = clock;
  }

  /**
   * The HTTP response for a DNS response; without its body for HEAD. It states its length although
   * HTTP/2 frames imply it: some clients treat a response without one as empty (dig of BIND 9.18).
   */
  of(response: Uint8Array, isHead: boolean): Http2Answer {
    const second = Math.floor(this.#clock() / 1000);
    const ttl = Math.max(0, responseTtl(response));
    if (second !== this.#second || this.#heads.size >= MOST_HEADS) this.#heads.clear();
    this.#second = second;

    let kept = this.#heads.get(ttl);
    if (kept === undefined) this.#heads.set(ttl, kept = keptHead(second, ttl));

    if (kept.length !== response.length) {
      const end = writeContentLength(kept.bytes, kept.shared, response.length);
      kept.head = kept.bytes.subarray(0, end);
      kept.length = response.length;
    }
    return { head: kept.head, body: isHead ? NOTHING : response };
  }

  /** The response to a request that cannot be answered with a DNS response. */
  refused({ status, why, fields = [] }: RefusalReason): Http2Answer {
    const body = new TextEncoder().encode(`${why}.\n`);
    const all = [
      ["content-type", "text/plain; charset=utf-8"],
      ["content-length", `${body.length}`],
      ["cache-control", "no-store"],
      ["date", dateOf(Math.floor(this.#clock() / 1000))],
      ...fields,
    ] as const;
    return { head: encodeHead(status, all), body };
  }
}

function dateOf(second: number): string {
  return new Date(second * 1000).toUTCString();
}

type Fields = readonly (readonly [name: string, value: string])[];

function keptHead(second: number, ttl: number): KeptHead {
  const shared = encodeHead(200, [
    ["content-type", MEDIA_TYPE],
    // Responses are for one client: no shared cache may reuse them (RFC 8484, 5.1; RFC 9111,
    // 5.2.2.7).
    ["cache-control", `private, max-age=${ttl}`],
    ["date", dateOf(second)],
  ]);
  const bytes = new Uint8Array(shared.length + MAX_CONTENT_LENGTH_BYTES);
  bytes.set(shared);
  return { bytes, shared: shared.length, head: shared, length: -1 };
}

/** Why a request has no response. */
export interface RefusalReason {
  readonly status: number;
  readonly why: string;
  readonly fields?: Fields;
}

/** Buffer for the last query: the resolver call copies it. */
const room = new Uint8Array(16_384);

/** The query of a complete request, or why there is none; valid until the next one is read. */
export function queryOf(head: Http2Head, body: Uint8Array): Uint8Array | RefusalReason {
  const { method, path } = head;
  if (method !== "GET" && method !== "HEAD" && method !== "POST") return NO_METHOD;
  if (method === "POST" && head.type !== MEDIA_TYPE) return NO_TYPE;
  const query = method === "POST" ? body : parameterIn(searchOf(path), room);
  if (typeof query === "string") return { status: 400, why: query };
  return canBeQuery(query) ? query : NO_QUERY;
}

/** The part of a path after the question mark; "" = none. */
function searchOf(path: string): string {
  const mark = path.indexOf("?");
  return mark < 0 ? "" : path.slice(mark + 1);
}

const NO_METHOD: RefusalReason = {
  status: 405,
  why: `Queries are asked with ${METHODS}`,
  fields: [["allow", METHODS]],
};
const NO_TYPE: RefusalReason = { status: 415, why: `The type of a query is ${MEDIA_TYPE}` };
const NO_QUERY: RefusalReason = { status: 400, why: "This is no DNS query" };
/** A query that is too long. */
export const TOO_LONG: RefusalReason = {
  status: 413,
  why: `A query has at most ${LONGEST_QUERY} bytes`,
};
/** The resolver gives no response. */
export const UNANSWERED: RefusalReason = {
  status: 503,
  why: "The query is not answered now",
  fields: Object.entries(LATER),
};
/** For requests that are no query: clients retry on another connection (RFC 9110, 15.5.20). */
export const MISDIRECTED: RefusalReason = {
  status: 421,
  why: "This connection is for DNS queries",
};
