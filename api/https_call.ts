/**
 * One call over HTTPS whose answer is read, within bounds: addresses found by the box itself, since its machine may ask nobody
 * else (PLATFORM 12, hence node:https), no redirect followed, a size and a time that no server can stretch.
 */
import https, { type RequestOptions } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import type { IncomingMessage } from "node:http";
import type { HostLookup } from "./cloud/post.ts";

/** What to send. */
export interface HttpsCall {
  readonly method: "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE";
  readonly url: URL;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly signal: AbortSignal;
}

/** What came back. */
export interface HttpsReply {
  readonly status: number;
  /** By lower-case name; of several with one name the first. */
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

/** Makes a call; rejects with an Error that says why there was no answer, or with the reason of the signal. */
export type HttpsCaller = (call: HttpsCall) => Promise<HttpsReply>;

/** What calls are made with. */
export interface HttpsCallerOptions {
  readonly lookup: HostLookup;
  /** As in `box/1.2.3`. */
  readonly userAgent: string;
  /** Certificates in PEM to trust in place of those of the system; absent = those of the system. */
  readonly ca?: string;
  /** Milliseconds that a call takes at most, its name found and its answer read. */
  readonly deadline?: number;
  /** Octets of an answer that are read at most. */
  readonly most?: number;
}

const DEADLINE = 30_000;
const MOST = 1 << 20;

/** A caller with these options. */
export function httpsCaller(options: HttpsCallerOptions): HttpsCaller {
  const { deadline = DEADLINE } = options;
  return async (call) => {
    const late = AbortSignal.timeout(deadline), signal = AbortSignal.any([call.signal, late]);
    try {
      return await sent(call, signal, options);
    } catch (error) {
      if (call.signal.aborted) throw call.signal.reason;
      if (late.aborted) throw new Error(`no whole answer within ${Math.ceil(deadline / 1000)} seconds`);
      throw error;
    }
  };
}

async function sent(call: HttpsCall, signal: AbortSignal, options: HttpsCallerOptions): Promise<HttpsReply> {
  const { url, method, body } = call, octets = body === undefined ? undefined : new TextEncoder().encode(body);
  if (url.protocol !== "https:") throw new Error(`only https is called, not ${url.protocol}//${url.host}`);
  const address = await addressOf(url, signal, options.lookup);
  const request: RequestOptions = {
    method,
    agent: false,
    signal,
    lookup: pinned(address),
    ...(options.ca === undefined ? {} : { ca: options.ca }),
    headers: {
      host: url.host,
      "user-agent": options.userAgent,
      ...call.headers,
      ...(octets === undefined ? {} : { "content-length": octets.length }),
      connection: "close",
    },
  };
  return await new Promise<HttpsReply>((resolve, reject) => {
    const out = https.request(url, request);
    out.on("error", reject);
    out.on("response", (message) => read(message, options.most ?? MOST).then(resolve, reject));
    out.end(octets);
  });
}

/** The address to connect to: that of the URL, or the first that the box finds. */
async function addressOf(url: URL, signal: AbortSignal, lookup: HostLookup): Promise<string> {
  const host = url.hostname.replace(/^\[|\]$/g, "");
  if (isIP(host) !== 0) return host;
  signal.throwIfAborted();
  const gone = Promise.withResolvers<never>(), abort = () => gone.reject(signal.reason);
  signal.addEventListener("abort", abort, { once: true });
  try {
    const [address] = await Promise.race([lookup(host), gone.promise]);
    if (address === undefined) throw new Error(`the name ${host} has no address`);
    return address;
  } finally {
    signal.removeEventListener("abort", abort);
  }
}

function pinned(address: string): LookupFunction {
  const family = isIP(address);
  return ((_host: string, options: { all?: boolean }, done: (...found: unknown[]) => void) =>
    options.all ? done(null, [{ address, family }]) : done(null, address, family)) as unknown as LookupFunction;
}

/** Reads an answer; rejects when it is longer than `most` octets or breaks off. */
function read(message: IncomingMessage, most: number): Promise<HttpsReply> {
  const { promise, resolve, reject } = Promise.withResolvers<HttpsReply>();
  const decoder = new TextDecoder();
  let text = "", size = 0;
  message.on("error", reject);
  message.on("aborted", () => reject(new Error("the answer broke off")));
  message.on("data", (octets: Uint8Array) => {
    size += octets.length;
    if (size > most) {
      reject(new Error(`the answer is longer than ${most} octets`));
      message.destroy();
    } else text += decoder.decode(octets, { stream: true });
  });
  message.on("end", () => resolve({ status: message.statusCode ?? 0, headers: headersOf(message), text }));
  return promise;
}

function headersOf(message: IncomingMessage): Record<string, string> {
  const entries = Object.entries(message.headers).map(([name, value]) =>
    [name, Array.isArray(value) ? value[0] : value ?? ""] as const
  );
  return Object.fromEntries(entries);
}
