/**
 * Sends HTTPS requests and reads the response as text, with limits of size and time that no server
 * can extend; redirects are not followed.
 */
import type { DestinationId } from "../../policy/catalogue/destinations.ts";
import { type HostLookup, sendOnce } from "./outgoing_request.ts";

/** An HTTPS request. */
export interface HttpsCall {
  readonly destination: DestinationId;
  readonly method: "GET" | "HEAD" | "POST" | "PUT" | "DELETE";
  readonly url: URL;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly signal: AbortSignal;
}

/** The response to an HTTPS request. */
export interface HttpsReply {
  readonly status: number;
  /** Header values by lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

/**
 * Sends a request. Rejects with an Error that says why there was no response, or with the reason of
 * the signal.
 */
export type HttpsCaller = (call: HttpsCall) => Promise<HttpsReply>;

/** Options of a caller. */
export interface HttpsCallerOptions {
  readonly lookup: HostLookup;
  /** The User-Agent, such as `box/1.2.3`. */
  readonly userAgent: string;
  /** Certificates in PEM to trust in addition to those of the system; absent = none. */
  readonly ca?: string;
  /**
   * Time limit of a call in milliseconds, including name resolution and reading the response;
   * absent = 30 seconds.
   */
  readonly deadline?: number;
  /** Maximum bytes of a response; absent = 1 MiB. */
  readonly most?: number;
}

const DEADLINE = 30_000;
const MOST = 1 << 20;

/** Creates a caller with these options. */
export function createHttpsCaller(options: HttpsCallerOptions): HttpsCaller {
  const { deadline = DEADLINE, most = MOST, lookup, userAgent, ca } = options;
  return async ({ destination, url, method, headers, body, signal }) => {
    if (url.protocol !== "https:") {
      throw new Error(`only https is called, not ${url.protocol}//${url.host}`);
    }
    const late = AbortSignal.timeout(deadline);
    try {
      const { status, headers: received, body: bytes } = await sendOnce({
        destination,
        method,
        url,
        headers: { "user-agent": userAgent, ...headers },
        answerBytes: most,
        signal: AbortSignal.any([signal, late]),
        ...(body === undefined ? {} : { body: new TextEncoder().encode(body) }),
        ...(ca === undefined ? {} : { ca }),
      }, lookup);
      return { status, headers: received, text: new TextDecoder().decode(bytes) };
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      if (late.aborted) {
        throw new Error(`no whole answer came within ${Math.ceil(deadline / 1000)} seconds`);
      }
      throw error;
    }
  };
}
