/** DNS over HTTPS: requests at `/dns-query` go to the resolver from here, and never to main (RFC 8484; A 7.9.1). */
import { parseAddress } from "../../policy/model/address.ts";
import { responseTtl } from "../../resolver/wire/ttl.ts";
import type { Connection } from "./connection.ts";
import type { FrontLimits } from "./limits.ts";
import type { Resolving } from "./resolving.ts";

/** What answers queries over HTTPS. */
export interface DnsOverHttpsDeps {
  readonly resolving: Pick<Resolving, "ask">;
  /** Whether a host is the box itself: a name that is blocked leads to the box too. */
  readonly isOwn: (host: string) => boolean;
  readonly limits: FrontLimits;
}

const PATH = "/dns-query", MEDIA_TYPE = "application/dns-message", METHODS = "GET, HEAD, POST";
/** Octets of a message, and of its header; the bit of its third octet that says response (RFC 1035, 4.1.1). */
const LONGEST = 65_535, HEADER = 12, RESPONSE = 0x80;
/** Characters of base64url, without padding (RFC 8484, 4.1; RFC 4648, 5). */
const BASE64URL = /^[\w-]+$/;

/** Answers the requests that are queries. */
export class DnsOverHttps {
  readonly #deps: DnsOverHttpsDeps;
  /** Whether it is offered. */
  isOn = false;

  constructor(deps: DnsOverHttpsDeps) {
    this.#deps = deps;
  }

  /** The answer to a request, undefined = it is none for DNS. `completed` settles when the answer was delivered or failed. */
  answer(request: Request, connection: Connection, completed: Promise<void>): Promise<Response> | undefined {
    if (!this.isOn) return undefined;
    const { url } = request, start = url.indexOf("://") + 3, slash = url.indexOf("/", start);
    if (slash < 0 || !url.startsWith(PATH, slash)) return undefined;
    const query = slash + PATH.length;
    if (query !== url.length && url[query] !== "?") return undefined;
    const host = request.headers.get("host") ?? url.slice(start, slash);
    if (!this.#isHere(host)) return undefined;
    connection.began();
    completed.then(() => connection.ended(false), () => connection.ended(true));
    return this.#answered(request, url.slice(query + 1), connection, completed);
  }

  #isHere(host: string): boolean {
    const name = host.toLowerCase().replace(/:\d{0,5}$/, "").replace(/\.$/, "");
    return this.#deps.isOwn(name) || parseAddress(name.replace(/^\[(.*)\]$/, "$1")) !== undefined;
  }

  async #answered(
    request: Request,
    search: string,
    connection: Connection,
    completed: Promise<void>,
  ): Promise<Response> {
    const refused = (status: number, why: string, more: Record<string, string> = {}) => {
      if (request.body !== null) completed.then(() => connection.leaveBody(), () => {});
      return refusal(status, why, more);
    };
    const { method } = request;
    if (connection.running > this.#deps.limits.requestsOfOne) return refused(503, "Too many queries at a time", LATER);
    if (method !== "GET" && method !== "HEAD" && method !== "POST") {
      return refused(405, `Queries are asked with ${METHODS}`, { allow: METHODS });
    }
    const query = method === "POST" ? await this.#posted(request, connection) : queryIn(search);
    if (typeof query === "string") return refused(400, query);
    if (typeof query === "number") {
      const why = query === 415 ? `The type of a query is ${MEDIA_TYPE}` : `A query has at most ${LONGEST} octets`;
      return refused(query, why);
    }
    if (query.length < HEADER || (query[2] & RESPONSE) !== 0) return refused(400, "This is no DNS query");
    return await this.#resolved(query, connection, method === "HEAD");
  }

  #resolved(query: Uint8Array, { address }: Connection, isHead: boolean): Promise<Response> {
    return new Promise((resolve) =>
      this.#deps.resolving.ask("https", address, query, (response) => {
        if (response === undefined) return resolve(refusal(503, "The query is not answered now", LATER));
        const headers: Record<string, string> = {
          "content-type": MEDIA_TYPE,
          // Answers are for who asks: no cache may give them to others (RFC 8484, 5.1; RFC 9111, 5.2.2.7).
          "cache-control": `private, max-age=${Math.max(0, responseTtl(response))}`,
        };
        if (isHead) headers["content-length"] = String(response.length);
        resolve(new Response(isHead ? null : response, { headers }));
      })
    );
  }

  /** The body of a request; a status when it has another type or is too large, a sentence when it broke off. */
  async #posted(request: Request, connection: Connection): Promise<Uint8Array | number | string> {
    const { headers } = request, type = headers.get("content-type") ?? "", length = headers.get("content-length");
    if (type.split(";")[0].trim().toLowerCase() !== MEDIA_TYPE) return 415;
    if (Number(length ?? 0) > LONGEST) return 413;
    const timer = setTimeout(() => connection.close(), this.#deps.limits.queries.message);
    try {
      // With a length the runtime reads no more than that.
      if (length !== null) return new Uint8Array(await request.arrayBuffer());
      return await bounded(request.body) ?? 413;
    } catch {
      return "The query is not whole";
    } finally {
      clearTimeout(timer);
    }
  }
}

const LATER: Record<string, string> = { "retry-after": "1" };

function refusal(status: number, why: string, more: Record<string, string>): Response {
  const headers = { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store", ...more };
  return new Response(`${why}.\n`, { status, headers });
}

/** The query in the parameter `dns`; a sentence when there is none. */
function queryIn(search: string): Uint8Array | string {
  const text = search.split("&").find((each) => each.startsWith("dns="))?.slice(4);
  if (text === undefined) return "The parameter dns is missing: it is the query in base64url";
  if (!BASE64URL.test(text) || text.length % 4 === 1) return "The parameter dns is no base64url without padding";
  return Uint8Array.fromBase64(text, { alphabet: "base64url" });
}

/** All octets of a body without a length; undefined when there are too many. */
async function bounded(body: ReadableStream<Uint8Array> | null): Promise<Uint8Array | undefined> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of body ?? []) {
    length += part.length;
    if (length > LONGEST) return undefined;
    parts.push(part);
  }
  const whole = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
