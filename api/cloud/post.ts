/**
 * One POST to the online service, with the headers given and those that HTTP itself needs, and no others: `fetch` adds its own.
 * Addresses are found by the box itself, since its machine may ask nobody else (PLATFORM 12, hence node:http).
 */
import http, { type RequestOptions } from "node:http";
import https from "node:https";
import { isIP, type LookupFunction } from "node:net";

/** A request of JSON. */
export interface JsonPost {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
  /** Certificates in PEM to trust beside those of the system; absent or empty = none. */
  readonly ca?: string;
  /** Ends it. */
  readonly signal: AbortSignal;
}

/** Finds the addresses of a host name; rejects when it has none. */
export type HostLookup = (host: string) => Promise<readonly string[]>;

/** Sends JSON once and gives the status; redirects are not followed and the body of the answer is not read. */
export async function postJson({ url, headers, body, ca = "", signal }: JsonPost, lookup: HostLookup): Promise<number> {
  const host = url.hostname.replace(/^\[|\]$/g, "");
  const gone = new Promise<never>((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
  gone.catch(() => {});
  const address = isIP(host) !== 0 ? host : (await Promise.race([lookup(host), gone]))[0];
  if (address === undefined) throw new Error(`the name ${host} has no address`);
  const octets = new TextEncoder().encode(JSON.stringify(body));
  const pinned =
    ((_host: string, options: { all?: boolean }, done: (...found: unknown[]) => void) =>
      options.all
        ? done(null, [{ address, family: isIP(address) }])
        : done(null, address, isIP(address))) as unknown as LookupFunction;
  const options: RequestOptions = {
    method: "POST",
    agent: false,
    lookup: pinned,
    signal,
    ...(ca === "" ? {} : { ca }),
    headers: {
      host: url.host,
      ...headers,
      "content-type": "application/json",
      "content-length": octets.length,
      connection: "close",
    },
  };
  return await new Promise<number>((resolve, reject) => {
    const sent = (url.protocol === "https:" ? https : http).request(url, options);
    sent.on("error", (error) => reject(signal.aborted ? signal.reason : error));
    sent.on("response", (message) => {
      message.on("error", () => {});
      resolve(message.statusCode ?? 0);
      message.destroy();
    });
    sent.end(octets);
  });
}
