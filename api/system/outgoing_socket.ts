/**
 * Opens sockets to servers that do not use HTTP. The caller names the destination
 * (docs/decisions/0061).
 */
import { createSocket, type Socket } from "node:dgram";
import { isIPv6 } from "node:net";
import { destination, type DestinationId } from "../../policy/catalogue/destinations.ts";

/** Connects over TCP. Rejects with an Error without connecting for an undeclared destination. */
export async function connectTcp(
  to: DestinationId,
  options: Deno.ConnectOptions,
): Promise<Deno.TcpConn> {
  destination(to);
  return await Deno.connect(options);
}

/** Opens a UDP socket for sending to an address. Throws an Error for an undeclared destination. */
export function openDatagrams(to: DestinationId, address: string): Socket {
  destination(to);
  return createSocket(isIPv6(address) ? "udp6" : "udp4");
}
