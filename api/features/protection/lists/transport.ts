/**
 * HTTP for list downloads. The caller selects and checks the address, and the connection uses only
 * that one. So a name that changes its answer in between cannot redirect into the network, and the
 * resolver of the box is used. `fetch` supports neither (docs/decisions/0011), hence node:http.
 */
import type { IncomingMessage, RequestOptions } from "node:http";
import type { LookupFunction } from "node:net";
import type { DestinationId } from "../../../../policy/catalogue/destinations.ts";
import { parseAddress } from "../../../../policy/model/address.ts";
import { DomainError } from "../../../schema/errors.ts";
import { openRequest } from "../../../system/outgoing_request.ts";
import { hostOf } from "./target.ts";
import { type Sentence, sentence } from "../../../../policy/model/sentence.ts";

/** A response whose body has not been read yet. */
export interface ListResponse {
  readonly status: number;
  /** A header by its lower-case name, "" when absent. */
  header(name: string): string;
  /** The body as sent, not decoded. Iterating rejects when the connection is cut before its end. */
  readonly body: AsyncIterable<Uint8Array>;
  /** Ends the connection. */
  close(): void;
}

/** Requests a URL at one of the addresses; rejects when none is reachable or the signal aborts. */
export type Transport = (
  url: URL,
  addresses: readonly string[],
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
) => Promise<ListResponse>;

/**
 * The transport to a destination over HTTP/1.1, trying the addresses in order. Redirects are left
 * to the caller.
 */
export function httpTransport(destination: DestinationId): Transport {
  return async (url, addresses, headers, signal) => {
    let failure: unknown;
    for (const address of addresses.slice(0, 4)) {
      try {
        return await request(destination, url, address, headers, signal);
      } catch (error) {
        if (signal.aborted) throw signal.reason;
        failure = error;
      }
    }
    throw new DomainError("list_refused", connectionText(failure, hostOf(url)));
  };
}

function request(
  destination: DestinationId,
  url: URL,
  address: string,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<ListResponse> {
  const family = parseAddress(address)?.length === 16 ? 6 : 4;
  const pinned =
    ((_host: string, options: { all?: boolean }, done: (...found: unknown[]) => void) =>
      options.all
        ? done(null, [{ address, family }])
        : done(null, address, family)) as unknown as LookupFunction;
  const options: RequestOptions = {
    agent: false,
    headers,
    lookup: pinned,
    maxHeaderSize: 32_768,
    signal,
  };
  return new Promise((resolve, reject) => {
    const asked = openRequest(destination, url, options);
    asked.on("error", reject);
    asked.on("response", (message: IncomingMessage) => {
      // A late error of the socket is reported by the body; without a listener it would end the
      // process.
      message.on("error", () => {});
      resolve({
        status: message.statusCode ?? 0,
        header: (name) => String(message.headers[name] ?? ""),
        body: message,
        close: () => void asked.destroy(),
      });
    });
    asked.end();
  });
}

const unreachable = (host: string) => sentence`the server ${host} cannot be reached`;
const CONNECTION_TEXTS: Readonly<Record<string, (host: string) => Sentence>> = {
  ECONNREFUSED: (host) => sentence`the server ${host} refused the connection`,
  ECONNRESET: (host) => sentence`the server ${host} cut the connection`,
  ETIMEDOUT: (host) => sentence`the server ${host} did not answer`,
  EHOSTUNREACH: unreachable,
  ENETUNREACH: unreachable,
};

/** Returns a connection error in words. */
export function connectionText(error: unknown, host: string): Sentence {
  const { code, message } = error as { code?: string; message?: string };
  const known = CONNECTION_TEXTS[code ?? ""];
  if (known !== undefined) return known(host);
  if (/cert|tls|ssl/i.test(message ?? "")) {
    return sentence`the certificate of ${host} is not accepted: ${message ?? ""}`;
  }
  return sentence`the server ${host} could not be used: ${message ?? String(error)}`;
}
