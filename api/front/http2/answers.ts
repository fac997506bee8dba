/** Answers to queries over HTTP/2, their heads written once for many (RFC 8484, 4.2, 5.1). */
import { responseTtl } from "../../../resolver/wire/ttl.ts";
import {
  canBeQuery,
  LATER,
  LONGEST_QUERY,
  MEDIA_TYPE,
  METHODS,
  parameterIn,
} from "../queries/dns_over_https.ts";
import { writtenHead } from "../../../resolver/wire/hpack.ts";
import type { Http2Head } from "./head.ts";
import { NOTHING } from "./reader.ts";

/** An answer as it is sent. */
export interface Http2Answer {
  /** Its head as HPACK has it. */
  readonly head: Uint8Array;
  readonly body: Uint8Array;
}

/** Heads that are kept, one for each time that answers hold. */
const MOST_HEADS = 256;

/** Heads of responses, by how long they hold. */
export class AnswerHeads {
  readonly #clock: () => number;
  readonly #heads = new Map<number, Uint8Array>();
  #second = 0;

  /** `clock` gives Unix milliseconds. */
  constructor(clock: () => number) {
    this.#clock = clock;
  }

  /** The answer that is a response; without its body when the head alone was asked for. */
  of(response: Uint8Array, isHead: boolean): Http2Answer {
    const second = Math.floor(this.#clock() / 1000), ttl = Math.max(0, responseTtl(response));
    if (isHead) {
      return {
        head: headOf(second, ttl, [["content-length", `${response.length}`]]),
        body: NOTHING,
      };
    }
    if (second !== this.#second || this.#heads.size >= MOST_HEADS) this.#heads.clear();
    this.#second = second;
    let head = this.#heads.get(ttl);
    if (head === undefined) this.#heads.set(ttl, head = headOf(second, ttl));
    return { head, body: response };
  }

  /** The answer to a request that has no response. */
  refused({ status, why, fields = [] }: Refusal): Http2Answer {
    const date = ["date", dateOf(Math.floor(this.#clock() / 1000))] as const;
    const all = [
      ["content-type", "text/plain; charset=utf-8"],
      ["cache-control", "no-store"],
      date,
      ...fields,
    ] as const;
    return { head: writtenHead(status, all), body: new TextEncoder().encode(`${why}.\n`) };
  }
}

function dateOf(second: number): string {
  return new Date(second * 1000).toUTCString();
}

type Fields = readonly (readonly [name: string, value: string])[];

function headOf(second: number, ttl: number, more: Fields = []): Uint8Array {
  return writtenHead(200, [
    ["content-type", MEDIA_TYPE],
    // Answers are for who asks: no cache may give them to others (RFC 8484, 5.1; RFC 9111, 5.2.2.7).
    ["cache-control", `private, max-age=${ttl}`],
    ["date", dateOf(second)],
    ...more,
  ]);
}

/** Why a request has no response. */
export interface Refusal {
  readonly status: number;
  readonly why: string;
  readonly fields?: Fields;
}

/** Room for the query that was read last: who asks the resolver copies it. */
const room = new Uint8Array(16_384);

/** The query of a request that came whole, or why there is none; it holds until the next one is read. */
export function queryOf(head: Http2Head, body: Uint8Array): Uint8Array | Refusal {
  const { method, path } = head, mark = path.indexOf("?");
  if (method !== "GET" && method !== "HEAD" && method !== "POST") return NO_METHOD;
  if (method === "POST" && head.type !== MEDIA_TYPE) return NO_TYPE;
  const query = method === "POST" ? body : parameterIn(mark < 0 ? "" : path.slice(mark + 1), room);
  if (typeof query === "string") return { status: 400, why: query };
  return canBeQuery(query) ? query : NO_QUERY;
}

const NO_METHOD: Refusal = {
  status: 405,
  why: `Queries are asked with ${METHODS}`,
  fields: [["allow", METHODS]],
};
const NO_TYPE: Refusal = { status: 415, why: `The type of a query is ${MEDIA_TYPE}` };
const NO_QUERY: Refusal = { status: 400, why: "This is no DNS query" };
/** A query that is too long. */
export const TOO_LONG: Refusal = {
  status: 413,
  why: `A query has at most ${LONGEST_QUERY} octets`,
};
/** The resolver gives no response. */
export const UNANSWERED: Refusal = {
  status: 503,
  why: "The query is not answered now",
  fields: Object.entries(LATER),
};
/** What is no query: clients ask again on another connection (RFC 9110, 15.5.20). */
export const MISDIRECTED: Refusal = { status: 421, why: "This connection is for DNS queries" };
