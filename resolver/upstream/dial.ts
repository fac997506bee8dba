/**
 * Opens streams to upstreams: the first of several addresses that answers (RFC 8305), and TLS with
 * the name checked (RFC 8310 8.1).
 */
import type { Address } from "../../policy/model/address.ts";
import { CONNECT_TIMEOUT, connectFirst } from "./connect_first.ts";
import type { Stream } from "./stream.ts";

/** Connects over TCP, as `connectFirst` does. */
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
  return connectFirst(addresses, zone, open, (connection) => connection.close());
}

/**
 * Connects and performs the TLS handshake; `name` (a host name or an IP) must be in the
 * certificate.
 */
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
  const limit = setTimeout(() => connection.close(), CONNECT_TIMEOUT);
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
