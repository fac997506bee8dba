/**
 * Sends one request to a server on the Internet, with only the given headers and those that HTTP
 * itself needs: `fetch` adds its own. The box resolves addresses itself, since its machine may have
 * no other resolver (docs/decisions/0011, hence node:http). All HTTP requests of the box start here
 * and name their destination (docs/decisions/0061).
 */
import http, { type ClientRequest, type IncomingMessage, type RequestOptions } from "node:http";
import https from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { destination, type DestinationId } from "../../policy/catalogue/destinations.ts";
import { isServerAddress } from "../../policy/model/public_address.ts";
import { concatBytes } from "./bytes.ts";

/** A file that is sent as the body of a request, read piece by piece. */
export interface OutgoingFile {
  readonly path: string;
  readonly bytes: number;
  /** Called with the bytes that were sent so far. */
  readonly onSent?: (bytes: number) => void;
}

/** A request, with the size limit of its response. */
export interface OutgoingRequest {
  readonly destination: DestinationId;
  /** The methods of HTTP, and those of WebDAV (RFC 4918). */
  readonly method: "GET" | "HEAD" | "POST" | "PUT" | "DELETE" | "PROPFIND" | "MKCOL" | "MOVE";
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  /** Absent = no body. */
  readonly body?: Uint8Array | OutgoingFile;
  /** Certificates in PEM to trust in addition to those of the system; absent or empty = none. */
  readonly ca?: string;
  /**
   * Maximum bytes of the response body; a longer one is an error. Absent = the body is not read.
   */
  readonly answerBytes?: number;
  /**
   * Takes the body of a response with status 200 piece by piece, which is then not collected. Of
   * another status, only the first 64 KiB are read.
   */
  readonly take?: (part: Uint8Array) => Promise<void>;
  /** Aborts the request. */
  readonly signal: AbortSignal;
}

/** The response of a server. */
export interface IncomingResponse {
  readonly status: number;
  /** The `Date` header in Unix milliseconds; NaN if missing or invalid. */
  readonly date: number;
  /** Seconds of a `Retry-After` header; 0 if missing or not in whole seconds. */
  readonly retryAfter: number;
  /** Header values by lower-case name; the first of several with one name. */
  readonly headers: Readonly<Record<string, string>>;
  /** Empty if it was not read. */
  readonly body: Uint8Array;
}

/** A POST request with a JSON body. */
export interface JsonPost
  extends Pick<OutgoingRequest, "destination" | "url" | "headers" | "ca" | "signal"> {
  readonly body: unknown;
}

/** Finds the addresses of a host name; rejects when it has none. */
export type HostLookup = (host: string) => Promise<readonly string[]>;

/** Maximum number of addresses of one host that are tried. */
const ADDRESSES = 8;
/** Bytes of a file that are read and sent at once. */
const FILE_PART = 64 << 10;
/** Maximum bytes of another response that are read where the body is taken piece by piece. */
const REFUSAL = 64 << 10;

/**
 * Starts a request to a declared destination over HTTP or HTTPS, as the URL says. Throws an Error
 * without connecting for an undeclared destination.
 */
export function openRequest(to: DestinationId, url: URL, options: RequestOptions): ClientRequest {
  destination(to);
  return (url.protocol === "https:" ? https : http).request(url, options);
}

/**
 * Sends JSON once and returns the status. Redirects are not followed, and the response body is not
 * read.
 */
export async function postJson(
  { body, headers, ...rest }: JsonPost,
  lookup: HostLookup,
): Promise<number> {
  const bytes = new TextEncoder().encode(JSON.stringify(body));
  const given = { ...headers, "content-type": "application/json" };
  return (await sendOnce({ ...rest, method: "POST", headers: given, body: bytes }, lookup)).status;
}

/**
 * Sends a request once over a new connection. Redirects are not followed. Rejects without a
 * complete response.
 */
export async function sendOnce(
  outgoing: OutgoingRequest,
  lookup: HostLookup,
): Promise<IncomingResponse> {
  const { method, url, headers, body, ca = "", answerBytes = 0, signal } = outgoing;
  const options: RequestOptions = {
    method,
    agent: false,
    lookup: pinnedLookup(await addressesOf(url, signal, lookup)),
    signal,
    ...(ca === "" ? {} : { ca }),
    headers: {
      host: url.host,
      ...headers,
      ...(body === undefined ? {} : { "content-length": bytesOf(body) }),
      connection: "close",
    },
  };
  return await new Promise<IncomingResponse>((resolve, reject) => {
    // When several addresses fail together, the error of the first is reported.
    const failed = (error: Error) => {
      const cause = error instanceof AggregateError ? error.errors[0] : error;
      reject(signal.aborted ? signal.reason : cause);
    };
    const sent = openRequest(outgoing.destination, url, options);
    sent.on("error", failed);
    sent.on("response", (message) => {
      message.on("error", failed);
      readAnswer(message, answerBytes, outgoing.take).then(resolve, failed)
        .finally(() => message.destroy());
    });
    if (body === undefined || body instanceof Uint8Array) sent.end(body);
    else sendFile(sent, body).catch((error) => sent.destroy(error as Error));
  });
}

function bytesOf(body: Uint8Array | OutgoingFile): number {
  return body instanceof Uint8Array ? body.length : body.bytes;
}

/** Writes a file as the body, at the speed of the connection. */
async function sendFile(sent: ClientRequest, { path, bytes, onSent }: OutgoingFile): Promise<void> {
  using file = await Deno.open(path, { read: true });
  const buffer = new Uint8Array(FILE_PART);
  for (let at = 0; at < bytes;) {
    const read = await file.read(buffer);
    if (read === null) throw new Error("the file became shorter while it was sent");
    const part = buffer.slice(0, Math.min(read, bytes - at));
    at += part.length;
    await new Promise<void>((resolve, reject) => {
      sent.once("close", () => reject(new Error("the server closed the connection")));
      sent.write(part, (error) => error ? reject(error) : resolve());
    }).finally(() => sent.removeAllListeners("close"));
    onSent?.(at);
  }
  sent.end();
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

/**
 * Filters out cloud metadata and multicast addresses, which a configured name must not reach
 * (SSRF). Throws an Error when none remains.
 */
function serversOf(host: string, addresses: readonly string[]): readonly string[] {
  const servers = addresses.filter(isServerAddress);
  if (servers.length === 0) {
    throw new Error(`${host} is at an address that no server has: ${addresses[0]}`);
  }
  return servers;
}

/**
 * A lookup function that returns these addresses, which the connection tries in order (RFC 8305).
 */
export function pinnedLookup(addresses: readonly string[]): LookupFunction {
  const found = addresses.map((address) => ({ address, family: isIP(address) }));
  return (_host, options, done) => {
    if (options.all) done(null, found);
    else done(null, found[0].address, found[0].family);
  };
}

/** An answer that is longer than accepted. */
export class LongAnswerError extends Error {
  /** Its HTTP status. */
  readonly status: number;

  constructor(status: number, bytes: number) {
    super(`the answer is longer than ${bytes} bytes`);
    this.name = "LongAnswerError";
    this.status = status;
  }
}

/** The seconds of a `Retry-After` header; 0 if it is missing or not in whole seconds. */
export function retryAfterSeconds(header = ""): number {
  return /^\d{1,6}$/.test(header) ? Number(header) : 0;
}

async function readAnswer(
  message: IncomingMessage,
  most: number,
  take: OutgoingRequest["take"],
): Promise<IncomingResponse> {
  const { date = "", "retry-after": pause } = message.headers;
  const head = {
    status: message.statusCode ?? 0,
    date: Date.parse(date),
    retryAfter: retryAfterSeconds(pause),
    headers: Object.fromEntries(
      Object.entries(message.headers).map((
        [name, value],
      ) => [name, String(Array.isArray(value) ? value[0] : value)]),
    ),
  };
  if (most === 0) return { ...head, body: new Uint8Array(0) };
  const parts: Uint8Array[] = [];
  let length = 0;
  const isTaken = take !== undefined && head.status === 200;
  for await (const part of message as AsyncIterable<Uint8Array>) {
    length += part.length;
    if (length > most) throw new LongAnswerError(head.status, most);
    if (isTaken) await take(part);
    else parts.push(part);
    if (take !== undefined && !isTaken && length >= REFUSAL) {
      return { ...head, body: concatBytes(parts).subarray(0, REFUSAL) };
    }
  }
  if (!message.complete) throw new Error("the connection ended before the answer did");
  return { ...head, body: concatBytes(parts) };
}
