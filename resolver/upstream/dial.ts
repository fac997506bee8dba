/** Opening streams to upstreams: the first of several addresses that answers (RFC 8305), TLS with the name checked (RFC 8310 8.1). */
import { type Address, addressToText } from "../../policy/model/address.ts";
import type { Stream } from "./stream.ts";

/** Milliseconds before the next address is tried beside the first (RFC 8305 5), and for a connection with its handshake. */
const STAGGER = 250, LIMIT = 5000;

/**
 * Opens a way to whichever address answers first, tried in order; `zone` is the interface of a link-local one. `open` is given the
 * address as text, and a signal that nobody waits any more; what opens too late goes to `discard`. Rejects with the last error, or
 * when none did in 5 s.
 */
export function firstToOpen<Way>(
  addresses: readonly Address[],
  zone: string,
  open: (hostname: string, signal: AbortSignal) => Promise<Way>,
  discard: (way: Way) => void,
): Promise<Way> {
  const { promise, resolve, reject } = Promise.withResolvers<Way>();
  const aborts = new Set<AbortController>();
  let next = 0, settled = false, stagger: ReturnType<typeof setTimeout> | undefined;
  const settle = () => {
    settled = true;
    clearTimeout(stagger);
    clearTimeout(limit);
    for (const abort of aborts) abort.abort();
  };
  const start = async () => {
    clearTimeout(stagger);
    if (settled || next >= addresses.length) return;
    const address = addressToText(addresses[next++]), abort = new AbortController();
    aborts.add(abort);
    if (next < addresses.length) stagger = setTimeout(start, STAGGER);
    try {
      const way = await open(zone === "" ? address : `${address}%${zone}`, abort.signal);
      aborts.delete(abort);
      if (settled) return discard(way);
      settle();
      resolve(way);
    } catch (error) {
      aborts.delete(abort);
      if (settled) return;
      if (next < addresses.length) return start();
      if (aborts.size > 0) return;
      settle();
      reject(error);
    }
  };
  const limit = setTimeout(() => {
    settle();
    reject(new Error(`no connection within ${LIMIT / 1000} s`));
  }, LIMIT);
  if (addresses.length === 0) {
    settle();
    reject(new Error("no address known"));
  } else start();
  return promise;
}

/** Connects over TCP, as `firstToOpen` does. */
export function connectAny(
  addresses: readonly Address[],
  port: number,
  zone = "",
): Promise<Deno.TcpConn> {
  const open = async (hostname: string, signal: AbortSignal) => {
    const connection = await Deno.connect({ hostname, port, signal });
    connection.setNoDelay(true);
    return connection;
  };
  return firstToOpen(addresses, zone, open, (connection) => connection.close());
}

/** Connects and performs the TLS handshake; `name` (a host name or an IP) must be in the certificate. */
export async function connectTls(
  addresses: readonly Address[],
  port: number,
  name: string,
  caCerts: readonly string[] | undefined,
  zone = "",
): Promise<Stream> {
  const plain = await connectAny(addresses, port, zone);
  const options = {
    hostname: name,
    alpnProtocols: ["dot"],
    ...(caCerts === undefined ? {} : { caCerts: [...caCerts] }),
  };
  let connection: Deno.Conn = plain;
  const limit = setTimeout(() => connection.close(), LIMIT);
  try {
    const tls = await Deno.startTls(plain, options);
    connection = tls;
    await tls.handshake();
    return tls;
  } catch (error) {
    try {
      connection.close();
    } catch {
      // The runtime closed it with the failed handshake.
    }
    throw error;
  } finally {
    clearTimeout(limit);
  }
}
