/**
 * Requests to RDAP servers, whose addresses others choose: by HTTPS only, to public addresses only,
 * small, and with few redirects.
 */
import https from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { concatBytes } from "../../system/bytes.ts";
import { COMPANION_LIMITS } from "../limits.ts";

const { redirects: MOST_REDIRECTS, requestSeconds: SECONDS } = COMPANION_LIMITS.ages;

/** Dependencies of the requests. */
export interface RdapFetchDeps {
  /** The addresses of a host. */
  readonly lookup: (host: string) => Promise<readonly string[]>;
  /** Whether an address may be connected to. */
  readonly admits: (address: string) => boolean;
  readonly userAgent: string;
  /** Certificates in PEM to trust in addition to those of the system; absent = none. */
  readonly ca?: string;
}

/** Reads JSON of at most some bytes. Rejects with a sentence. */
export type RdapFetch = (url: URL, bytes: number) => Promise<unknown>;

/** An answer with status 404: the server does not know the domain. */
export class RdapNotFoundError extends Error {
  constructor() {
    super("the server does not know it");
    this.name = "RdapNotFoundError";
  }
}

/** Creates the function that requests. */
export function createRdapFetch(deps: RdapFetchDeps): RdapFetch {
  return async (url, bytes) => {
    const signal = AbortSignal.timeout(SECONDS * 1000);
    let at = url;
    for (let redirects = 0;; redirects++) {
      const answer = await requestOnce(at, bytes, signal, deps);
      if ("json" in answer) return answer.json;
      if (redirects >= MOST_REDIRECTS) throw new Error("it redirects too often");
      at = answer.to;
    }
  };
}

type Answer = { readonly json: unknown } | { readonly to: URL };

async function requestOnce(
  url: URL,
  most: number,
  signal: AbortSignal,
  { lookup, admits, userAgent, ca }: RdapFetchDeps,
): Promise<Answer> {
  if (url.protocol !== "https:") throw new Error(`it is not asked over HTTPS: ${url.host}`);
  const host = url.hostname.replace(/^\[|\]$/g, "");
  const found = isIP(host) !== 0 ? [host] : await lookup(host);
  const addresses = found.filter(admits);
  if (addresses.length === 0) throw new Error(`${host} has no public address`);
  const headers = { accept: "application/rdap+json, application/json", "user-agent": userAgent };
  const options = { agent: false, lookup: pinned(addresses), signal, headers };
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
        const { statusCode: status = 0, headers: { location = "" } } = message;
        try {
          resolve(judge(url, status, location, concatBytes(chunks)));
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

function judge(url: URL, status: number, location: string, body: Uint8Array): Answer {
  if (status === 404) throw new RdapNotFoundError();
  if (status >= 300 && status <= 399) {
    const to = URL.parse(location, url);
    if (to === null) throw new Error("it redirects to nowhere");
    return { to };
  }
  if (status !== 200) throw new Error(`it answers with status ${status}`);
  return { json: JSON.parse(new TextDecoder().decode(body)) };
}

/** A lookup function that returns these addresses. */
function pinned(addresses: readonly string[]): LookupFunction {
  const found = addresses.map((address) => ({ address, family: isIP(address) }));
  return (_host, options, then) => {
    if (options.all) then(null, found);
    else then(null, found[0].address, found[0].family);
  };
}
