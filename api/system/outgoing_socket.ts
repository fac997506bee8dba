/**
 * Sockets to servers that speak no HTTP. Whoever opens one names its destination
 * (docs/decisions/0061).
 */
import { createSocket, type Socket } from "node:dgram";
import { isIPv6 } from "node:net";
import { destination, type DestinationId } from "../../policy/catalogue/destinations.ts";

/**
 * Connects over TCP. Rejects with an Error, and opens nothing, for a destination that is not
 * declared.
 */
export async function connectTcp(
  to: DestinationId,
  options: Deno.ConnectOptions,
): Promise<Deno.TcpConn> {
  destination(to);
  return await Deno.connect(options);
}

/**
 * Opens a socket for datagrams to an address. Throws an Error, and opens nothing, for a destination
 * that is not declared.
 */
export function openDatagrams(to: DestinationId, address: string): Socket {
  destination(to);
  return createSocket(isIPv6(address) ? "udp6" : "udp4");
}
