/** Asks a box on this machine over HTTP and DNS whether it is well (B 7.3.4). */
import { createSocket } from "node:dgram";
import { isIPv6 } from "node:net";

/** Timeout in milliseconds; a check runs every 5 seconds. */
export const PROBE_PATIENCE = 3000;

/** Address and port of a DNS server. */
export interface DnsServer {
  readonly address: string;
  readonly port: number;
}

/** Parses `192.0.2.1`, `192.0.2.1:5300`, `[::1]:53`; undefined = it is no address of a server. */
export function parseServer(text: string): DnsServer | undefined {
  const match = /^\[([^\]]+)\](?::(\d{1,5}))?$/.exec(text) ??
    /^([^:]+)(?::(\d{1,5}))?$/.exec(text) ??
    /^([0-9a-fA-F:.]+)$/.exec(text);
  const port = Number(match?.[2] ?? 53);
  return match === null || port < 1 || port > 65_535 ? undefined : { address: match[1], port };
}

/**
 * The addresses of a box that can be checked here, from its listeners (`udp 0.0.0.0:53`): of its
 * health page, then of DNS.
 */
export function healthTargets(listeners: readonly string[]): readonly string[] {
  const first = (kind: string) => {
    const listener = listeners.find((listener) => listener.startsWith(`${kind} `))?.slice(
      kind.length + 1,
    );
    return listener?.replace(/^0\.0\.0\.0:/, "127.0.0.1:").replace(
      /^\[::\]:/,
      kind === "http" ? "127.0.0.1:" : "[::1]:",
    );
  };
  const http = first("http");
  const dns = first("udp");
  return [
    ...http === undefined ? [] : [`http://${http}/healthz`],
    ...dns === undefined ? [] : [dns],
  ];
}

/** Asks a health page; resolves with the problem, "" = none. */
export async function askHttp(url: string): Promise<string> {
  try {
    const response = await fetch(url, {
      redirect: "manual",
      signal: AbortSignal.timeout(PROBE_PATIENCE),
    });
    await response.body?.cancel();
    return response.ok ? "" : `it answered ${response.status}`;
  } catch (error) {
    return error instanceof DOMException ? "no answer within 3 seconds" : "no answer";
  }
}

/**
 * Queries `version.bind TXT CH`, which the box answers without any upstream. Any response but
 * SERVFAIL passes. Resolves with the problem, "" = none.
 */
export function askDns({ address, port }: DnsServer): Promise<string> {
  const head = [0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0];
  const query = new Uint8Array([...head, ...label("version"), ...label("bind"), 0, 0, 16, 0, 3]);
  crypto.getRandomValues(query.subarray(0, 2));
  const socket = createSocket(isIPv6(address) ? "udp6" : "udp4");
  const { promise, resolve } = Promise.withResolvers<string>();
  const timer = setTimeout(() => resolve("no answer within 3 seconds"), PROBE_PATIENCE);
  socket.on("error", (error: Error) => resolve(error.message));
  socket.on("message", (message: Uint8Array) => {
    if (
      message.length < 12 || message[0] !== query[0] || message[1] !== query[1] ||
      (message[2] & 0x80) === 0
    ) return;
    resolve((message[3] & 15) === 2 ? "it answered SERVFAIL" : "");
  });
  socket.send(query, port, address, (error) => {
    if (error) resolve(error.message);
  });
  return promise.finally(() => {
    clearTimeout(timer);
    socket.close();
  });
}

function label(text: string): number[] {
  return [text.length, ...new TextEncoder().encode(text)];
}
