/**
 * DNS over HTTPS: requests at `/dns-query` go directly to the resolver, and never to the main
 * thread (RFC 8484; A 7.9.1).
 */
import { parseAddress } from "../../../policy/model/address.ts";
import { responseTtl } from "../../../resolver/wire/ttl.ts";
import type { ClientFaults } from "../../http/client_faults.ts";
import type { Connection } from "../http/connection.ts";
import type { FrontLimits } from "../limits.ts";
import type { ResolverLink } from "./resolver_link.ts";
import { concatBytes } from "../../system/bytes.ts";

/** Dependencies of DNS over HTTPS. */
export interface DnsOverHttpsDeps {
  readonly resolving: Pick<ResolverLink, "ask">;
  /** Whether a host is the box itself: blocked names also resolve to the box. */
  readonly isOwn: (host: string) => boolean;
  readonly limits: FrontLimits;
  readonly faults: ClientFaults;
}

/** The media type of queries and responses (RFC 8484, 4.1). */
export const MEDIA_TYPE = "application/dns-message";
/** The allowed methods (RFC 8484, 4.1). */
export const METHODS = "GET, HEAD, POST";
/** Bytes of a query at most. */
export const LONGEST_QUERY = 65_535;
/** When the same query may be tried again. */
export const LATER: Record<string, string> = { "retry-after": "1" };
const PATH = "/dns-query";
/**
 * Bytes of the header of a message, and the bit of its third byte that says response (RFC 1035,
 * 4.1.1).
 */
const HEADER = 12;
const RESPONSE = 0x80;
/** Bytes of an unwanted body that are still read. */
export const MOST_DISCARDED: number = 1 << 20;
/** Characters of base64url, without padding (RFC 8484, 4.1; RFC 4648, 5). */
const PARAMETER = "dns=";
const BASE64URL = /^[\w-]+$/;
const ALPHABET = { alphabet: "base64url" } as const;

/** Handles the requests that are queries. */
export class DnsOverHttps {
  readonly #deps: DnsOverHttpsDeps;
  /** The last host. */
  #host = hostOf("");
  /** Whether DNS over HTTPS is enabled. */
  isOn = false;

  constructor(deps: DnsOverHttpsDeps) {
    this.#deps = deps;
  }

  /** Whether a request is a query: by its path, query string and host. */
  isFor(target: string, host: string): boolean {
    const isQuery = target.startsWith(PATH) &&
      (target.length === PATH.length || target[PATH.length] === "?");
    return this.isOn && isQuery && this.#isHere(host);
  }

  /**
   * The response to a request, undefined = it is not for DNS. `completed` settles when the response
   * was delivered or failed.
   */
  answer(
    request: Request,
    connection: Connection,
    completed: Promise<void>,
  ): Promise<Response> | undefined {
    const { url } = request;
    const start = url.indexOf("://") + 3;
    const slash = url.indexOf("/", start);
    const query = slash + PATH.length;
    if (
      slash < 0 ||
      !this.isFor(url.slice(slash), request.headers.get("host") ?? url.slice(start, slash))
    ) {
      return undefined;
    }
    connection.began();
    completed.then(() => connection.ended(false), () => {
      this.#deps.faults.count("query_aborted");
      connection.ended(true);
    });
    return this.#answered(request, url.slice(query + 1), connection, completed);
  }

  #isHere(host: string): boolean {
    // Requests repeat the same host.
    if (host !== this.#host.text) this.#host = hostOf(host);
    return this.#host.isAddress || this.#deps.isOwn(this.#host.name);
  }

  async #answered(
    request: Request,
    search: string,
    connection: Connection,
    completed: Promise<void>,
  ): Promise<Response> {
    const { method } = request;
    const timer = request.body &&
      setTimeout(() => connection.close(), this.#deps.limits.queries.message);
    const query = this.#refused(method, connection) ??
      (method === "POST" ? await posted(request) : queryIn(search));
    const isRead = request.body === null || request.bodyUsed || await discard(request.body);
    if (timer !== null) clearTimeout(timer);
    if (query instanceof Uint8Array) {
      return await this.#resolved(query, connection, method === "HEAD");
    }
    if (!isRead) completed.then(() => connection.leaveBody(), () => {});
    return query;
  }

  #refused(method: string, { running }: Connection): Response | undefined {
    if (running > this.#deps.limits.requestsOfOne) {
      return refusal(503, "Too many queries at a time", LATER);
    }
    if (method === "GET" || method === "HEAD" || method === "POST") return undefined;
    return refusal(405, `Queries are asked with ${METHODS}`, { allow: METHODS });
  }

  #resolved(query: Uint8Array, { address }: Connection, isHead: boolean): Promise<Response> {
    return new Promise((resolve) =>
      this.#deps.resolving.ask("https", address, query, (response) => {
        if (response === undefined) {
          return resolve(refusal(503, "The query is not answered now", LATER));
        }
        const headers: Record<string, string> = {
          "content-type": MEDIA_TYPE,
          "content-length": String(response.length),
          // Responses are for one client: no shared cache may reuse them (RFC 8484, 5.1; RFC 9111,
          // 5.2.2.7).
          "cache-control": `private, max-age=${Math.max(0, responseTtl(response))}`,
        };
        resolve(new Response(isHead ? null : response, { headers }));
      })
    );
  }
}

/** Normalizes a host: its name in lower case, without port and final dot. */
function hostOf(
  text: string,
): { readonly text: string; readonly name: string; readonly isAddress: boolean } {
  const name = text.toLowerCase().replace(/:\d{0,5}$/, "").replace(/\.$/, "");
  return { text, name, isAddress: parseAddress(name.replace(/^\[(.*)\]$/, "$1")) !== undefined };
}

function refusal(status: number, why: string, more: Record<string, string> = {}): Response {
  const body = new TextEncoder().encode(`${why}.\n`);
  const headers = {
    "content-type": "text/plain; charset=utf-8",
    "content-length": String(body.length),
    "cache-control": "no-store",
    ...more,
  };
  return new Response(body, { status, headers });
}

/**
 * The bytes of the parameter `dns` of a query string, in `room` when given; a sentence when there
 * are none.
 */
export function parameterIn(search: string, room?: Uint8Array): Uint8Array | string {
  const isAlone = search.startsWith(PARAMETER) && !search.includes("&");
  const text = (isAlone ? search : search.split("&").find((each) => each.startsWith(PARAMETER)))
    ?.slice(
      PARAMETER.length,
    );
  if (text === undefined) return "The parameter dns is missing: it is the query in base64url";
  if (!BASE64URL.test(text) || text.length % 4 === 1) {
    return "The parameter dns is no base64url without padding";
  }
  if (room === undefined || text.length > room.length) return Uint8Array.fromBase64(text, ALPHABET);
  return room.subarray(0, room.setFromBase64(text, ALPHABET).written);
}

/** Whether bytes can be a query at all. */
export function canBeQuery(bytes: Uint8Array): boolean {
  return bytes.length >= HEADER && (bytes[2] & RESPONSE) === 0;
}

/** The query in a query string, or the error response. */
function queryIn(search: string): Uint8Array | Response {
  const bytes = parameterIn(search);
  return typeof bytes === "string" ? refusal(400, bytes) : queryOf(bytes);
}

/** The query in the body of a request, or the error response. */
async function posted(request: Request): Promise<Uint8Array | Response> {
  const { headers } = request;
  const type = headers.get("content-type") ?? "";
  const length = headers.get("content-length");
  if (type.split(";")[0].trim().toLowerCase() !== MEDIA_TYPE) {
    return refusal(415, `The type of a query is ${MEDIA_TYPE}`);
  }
  const tooLarge = () => refusal(413, `A query has at most ${LONGEST_QUERY} bytes`);
  if (Number(length ?? 0) > LONGEST_QUERY) return tooLarge();
  try {
    // With a length the runtime reads no more than that.
    const body = length === null
      ? await bounded(request.body)
      : new Uint8Array(await request.arrayBuffer());
    return body === undefined ? tooLarge() : queryOf(body);
  } catch {
    return refusal(400, "The query is not whole");
  }
}

function queryOf(bytes: Uint8Array): Uint8Array | Response {
  return canBeQuery(bytes) ? bytes : refusal(400, "This is no DNS query");
}

/**
 * Reads an unwanted body; false when it is too long. This happens before the refusal is sent: an
 * HTTP/2 client whose stream is reset while it sends does not see the reason.
 */
async function discard(body: ReadableStream<Uint8Array>): Promise<boolean> {
  let length = 0;
  try {
    for await (const part of body) if ((length += part.length) > MOST_DISCARDED) return false;
  } catch {
    // The client is gone.
  }
  return true;
}

/**
 * All bytes of a body without a length; undefined when there are too many, which are read and
 * discarded.
 */
async function bounded(body: ReadableStream<Uint8Array> | null): Promise<Uint8Array | undefined> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of body ?? []) {
    length += part.length;
    if (length <= LONGEST_QUERY) parts.push(part);
    else if (length > MOST_DISCARDED) break;
  }
  if (length > LONGEST_QUERY) return undefined;
  return concatBytes(parts);
}
