/**
 * One exchange with a server on the Internet, with the headers given and those that HTTP itself needs, and no others: `fetch`
 * adds its own. Addresses are found by the box itself, since its machine may ask nobody else (PLATFORM 12, hence node:http).
 */
import http, { type IncomingMessage, type RequestOptions } from "node:http";
import https from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { isServerAddress } from "../../policy/model/public_address.ts";
import { joined } from "../octets.ts";

/** A request, with the octets that its answer may have. */
export interface Outgoing {
  readonly method: "GET" | "HEAD" | "POST" | "PUT" | "DELETE";
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  /** Absent = none. */
  readonly body?: Uint8Array;
  /** Certificates in PEM to trust beside those of the system; absent or empty = none. */
  readonly ca?: string;
  /** Octets of the answer's body that are read at most, beyond which it is an error; absent = it is not read. */
  readonly answerOctets?: number;
  /** Ends it. */
  readonly signal: AbortSignal;
}

/** What a server answered. */
export interface Incoming {
  readonly status: number;
  /** The `Date` header in Unix milliseconds; NaN without one that can be read. */
  readonly date: number;
  /** Seconds of a `Retry-After` header; 0 without one in whole seconds. */
  readonly retryAfter: number;
  /** By lower-case name; of several with one name the first. */
  readonly headers: Readonly<Record<string, string>>;
  /** Empty when it was not to be read. */
  readonly body: Uint8Array;
}

/** A request of JSON. */
export interface JsonPost extends Pick<Outgoing, "url" | "headers" | "ca" | "signal"> {
  readonly body: unknown;
}

/** Finds the addresses of a host name; rejects when it has none. */
export type HostLookup = (host: string) => Promise<readonly string[]>;

/** Addresses of one host that are tried. */
const ADDRESSES = 8;

/** Sends JSON once and gives the status; redirects are not followed and the body of the answer is not read. */
export async function postJson(
  { body, headers, ...rest }: JsonPost,
  lookup: HostLookup,
): Promise<number> {
  const octets = new TextEncoder().encode(JSON.stringify(body));
  const given = { ...headers, "content-type": "application/json" };
  return (await sendOnce({ ...rest, method: "POST", headers: given, body: octets }, lookup)).status;
}

/** Sends a request once over a connection of its own; redirects are not followed. Rejects when no whole answer came. */
export async function sendOnce(outgoing: Outgoing, lookup: HostLookup): Promise<Incoming> {
  const { method, url, headers, body, ca = "", answerOctets = 0, signal } = outgoing;
  const options: RequestOptions = {
    method,
    agent: false,
    lookup: pinned(await addressesOf(url, signal, lookup)),
    signal,
    ...(ca === "" ? {} : { ca }),
    headers: {
      host: url.host,
      ...headers,
      ...(body === undefined ? {} : { "content-length": body.length }),
      connection: "close",
    },
  };
  return await new Promise<Incoming>((resolve, reject) => {
    // Several addresses fail together, and the first one says why.
    const failed = (error: Error) =>
      reject(
        signal.aborted ? signal.reason : error instanceof AggregateError ? error.errors[0] : error,
      );
    const sent = (url.protocol === "https:" ? https : http).request(url, options);
    sent.on("error", failed);
    sent.on("response", (message) => {
      message.on("error", failed);
      readAnswer(message, answerOctets).then(resolve, failed).finally(() => message.destroy());
    });
    sent.end(body);
  });
}

async function addressesOf(
  url: URL,
  signal: AbortSignal,
  lookup: HostLookup,
): Promise<readonly string[]> {
  const host = url.hostname.replace(/^\[|\]$/g, "");
  if (isIP(host) !== 0) return serversOf(host, [host]);
  const gone = new Promise<never>((_, reject) =>
    signal.addEventListener("abort", () => reject(signal.reason))
  );
  gone.catch(() => {});
  signal.throwIfAborted();
  const addresses = await Promise.race([lookup(host), gone]);
  if (addresses.length === 0) throw new Error(`the name ${host} has no address`);
  return serversOf(host, addresses).slice(0, ADDRESSES);
}

/** Who names a server names no metadata of a cloud and no multicast with it (reliability D1, SSRF). */
function serversOf(host: string, addresses: readonly string[]): readonly string[] {
  const servers = addresses.filter(isServerAddress);
  if (servers.length === 0) {
    throw new Error(`${host} is at an address that no server has: ${addresses[0]}`);
  }
  return servers;
}

/** Has the connection tried over these addresses, one after the other where the first ones do not answer (RFC 8305). */
function pinned(addresses: readonly string[]): LookupFunction {
  const found = addresses.map((address) => ({ address, family: isIP(address) }));
  const answer = (_host: string, options: { all?: boolean }, done: (...found: unknown[]) => void) =>
    options.all ? done(null, found) : done(null, found[0].address, found[0].family);
  return answer as unknown as LookupFunction;
}

async function readAnswer(message: IncomingMessage, most: number): Promise<Incoming> {
  const { date = "", "retry-after": pause = "" } = message.headers;
  const head = {
    status: message.statusCode ?? 0,
    date: Date.parse(date),
    retryAfter: /^\d{1,6}$/.test(pause) ? Number(pause) : 0,
    headers: Object.fromEntries(
      Object.entries(message.headers).map((
        [name, value],
      ) => [name, String(Array.isArray(value) ? value[0] : value)]),
    ),
  };
  if (most === 0) return { ...head, body: new Uint8Array(0) };
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of message as AsyncIterable<Uint8Array>) {
    length += part.length;
    if (length > most) throw new Error(`the answer is longer than ${most} octets`);
    parts.push(part);
  }
  if (!message.complete) throw new Error("the connection ended before the answer did");
  return { ...head, body: joined(parts) };
}
