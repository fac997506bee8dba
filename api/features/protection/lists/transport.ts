/**
 * HTTP for list downloads. The address is chosen and checked by the caller and the connection goes there and nowhere else, so
 * a name that changes its answer in between leads no request into the network, and a box that is its machine's only resolver
 * asks itself. `fetch` can do neither (docs/decisions/0011), hence node:http.
 */
import http, { type IncomingMessage, type RequestOptions } from "node:http";
import https from "node:https";
import type { LookupFunction } from "node:net";
import { parseAddress } from "../../../../policy/model/address.ts";
import { DomainError } from "../../../schema/errors.ts";
import { hostOf } from "./target.ts";

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

/** Asks for a URL at one of the addresses; rejects when none can be reached or the signal ends it. */
export type Transport = (
  url: URL,
  addresses: readonly string[],
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
) => Promise<ListResponse>;

/** The transport over HTTP/1.1, trying the addresses in order. Redirects are left to the caller. */
export const httpTransport: Transport = async (url, addresses, headers, signal) => {
  let failure: unknown;
  for (const address of addresses.slice(0, 4)) {
    try {
      return await request(url, address, headers, signal);
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      failure = error;
    }
  }
  throw new DomainError("list_refused", connectionText(failure, hostOf(url)));
};

function request(
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
    const asked = (url.protocol === "https:" ? https : http).get(url, options);
    asked.on("error", reject);
    asked.on("response", (message: IncomingMessage) => {
      // A late error of the socket comes out of the body; without a listener it would end the process.
      message.on("error", () => {});
      resolve({
        status: message.statusCode ?? 0,
        header: (name) => String(message.headers[name] ?? ""),
        body: message,
        close: () => void asked.destroy(),
      });
    });
  });
}

const CONNECTION_TEXTS: Readonly<Record<string, string>> = {
  ECONNREFUSED: "refused the connection",
  ECONNRESET: "cut the connection",
  ETIMEDOUT: "did not answer",
  EHOSTUNREACH: "cannot be reached",
  ENETUNREACH: "cannot be reached",
};

/** What happened to a connection, in words. */
export function connectionText(error: unknown, host: string): string {
  const { code, message } = error as { code?: string; message?: string };
  const known = CONNECTION_TEXTS[code ?? ""];
  if (known !== undefined) return `the server ${host} ${known}`;
  if (/cert|tls|ssl/i.test(message ?? "")) {
    return `the certificate of ${host} is not accepted: ${message}`;
  }
  return `the server ${host} could not be asked: ${message ?? String(error)}`;
}
