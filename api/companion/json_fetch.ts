/**
 * Requests JSON from third-party servers: over HTTPS and at admitted addresses only, with limits of
 * size, time and redirects.
 */
import https from "node:https";
import { isIP } from "node:net";
import { concatBytes } from "../system/bytes.ts";
import { pinnedLookup, retryAfterSeconds } from "../system/outgoing_request.ts";

/** Dependencies of the requests. */
export interface JsonFetchDeps {
  /** The addresses of a host. */
  readonly lookup: (host: string) => Promise<readonly string[]>;
  /** Whether an address may be connected to. */
  readonly admits: (address: string) => boolean;
  readonly userAgent: string;
  /** Headers of every request; with a secret among them, `redirects` must be 0. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Maximum number of redirects. */
  readonly redirects: number;
  /** Timeout of a request with its redirects, in seconds. */
  readonly seconds: number;
  /** Certificates in PEM to trust in addition to those of the system; absent = none. */
  readonly ca?: string;
}

/** Requests JSON of at most `bytes` bytes. Rejects with an Error whose message is a clause. */
export type JsonFetch = (url: URL, bytes: number) => Promise<unknown>;

/** A response with a status other than 200. */
export class StatusError extends Error {
  readonly status: number;
  /** Seconds of a `Retry-After` header; 0 = none. */
  readonly retryAfter: number;

  constructor(status: number, retryAfter: number) {
    super(`it answers with status ${status}`);
    this.name = "StatusError";
    this.status = status;
    this.retryAfter = retryAfter;
  }
}

/** Creates the request function. */
export function createJsonFetch(deps: JsonFetchDeps): JsonFetch {
  return async (url, bytes) => {
    const signal = AbortSignal.timeout(deps.seconds * 1000);
    let at = url;
    for (let redirects = 0;; redirects++) {
      const answer = await requestOnce(at, bytes, signal, deps);
      if ("json" in answer) return answer.json;
      if (redirects >= deps.redirects) throw new Error("it redirects too often");
      at = answer.to;
    }
  };
}

/** The addresses of a host, from the resolver of this machine. */
export async function machineLookup(host: string): Promise<readonly string[]> {
  const types = ["A", "AAAA"] as const;
  return (await Promise.all(types.map((type) => Deno.resolveDns(host, type).catch(() => []))))
    .flat();
}

type Answer = { readonly json: unknown } | { readonly to: URL };

async function requestOnce(
  url: URL,
  most: number,
  signal: AbortSignal,
  { lookup, admits, userAgent, headers: given, ca }: JsonFetchDeps,
): Promise<Answer> {
  if (url.protocol !== "https:") throw new Error(`it is not asked over HTTPS: ${url.host}`);
  const host = url.hostname.replace(/^\[|\]$/g, "");
  const found = isIP(host) !== 0 ? [host] : await lookup(host);
  const addresses = found.filter(admits);
  if (addresses.length === 0) throw new Error(`${host} has no address that may be asked`);
  const headers = {
    accept: "application/rdap+json, application/json",
    "user-agent": userAgent,
    ...given,
  };
  const options = { agent: false, lookup: pinnedLookup(addresses), signal, headers };
  return await new Promise<Answer>((resolve, reject) => {
    const sent = https.request(url, { ...options, ...(ca === undefined ? {} : { ca }) });
    sent.on("error", reject);
    sent.on("response", (message) => {
      const chunks: Uint8Array[] = [];
      let size = 0;
      message.on("error", reject);
      message.on("data", (chunk: Uint8Array) => {
        size += chunk.length;
        if (size > most) sent.destroy(new Error(`it answers with more than ${most} bytes`));
        else chunks.push(chunk);
      });
      message.on("end", () => {
        const { statusCode: status = 0, headers: { location = "", "retry-after": pause } } =
          message;
        try {
          if (status >= 300 && status <= 399) resolve({ to: targetOf(url, location) });
          else if (status !== 200) throw new StatusError(status, retryAfterSeconds(pause));
          else resolve({ json: parsed(concatBytes(chunks)) });
        } catch (error) {
          reject(error);
        } finally {
          sent.destroy();
        }
      });
    });
    sent.end();
  });
}

/** Errors of `JSON.parse` quote the text, which must not reach a log. */
function parsed(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    throw new Error("it answers no JSON");
  }
}

function targetOf(url: URL, location: string): URL {
  const to = URL.parse(location, url);
  if (to === null) throw new Error("it redirects to nowhere");
  return to;
}
