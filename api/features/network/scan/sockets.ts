/**
 * The datagrams of a scan: one socket per address of the box, so that queries leave through the
 * right network.
 */

/** Receives a response. */
export type OnMessage = (bytes: Uint8Array, from: string, port: number) => void;

/** A socket of a scan. */
export interface ScanSocket {
  /** Sends a datagram; a failure (no machine, no route) is not an error. */
  send(bytes: Uint8Array, to: string, port: number): Promise<void>;
  close(): void;
}

/** Opens a socket at an address of the box. Throws when the box no longer has the address. */
export type OpenScanSocket = (from: string, received: OnMessage) => ScanSocket;

/** Maximum number of responses read from one socket, so that a scan ends during a flood. */
const MOST_ANSWERS = 20_000;

/** Opens a real socket. */
export const openScanSocket: OpenScanSocket = (hostname, received) => {
  const socket = Deno.listenDatagram({ transport: "udp", hostname, port: 0 });
  let closed = false;
  const read = async () => {
    for (let count = 0; !closed && count < MOST_ANSWERS; count++) {
      try {
        const [bytes, from] = await socket.receive();
        if (from.transport === "udp") received(bytes, from.hostname, from.port);
      } catch {
        // An error of an earlier datagram (port closed) is read here; a closed socket ends the
        // loop.
      }
    }
  };
  void read();
  return {
    async send(bytes, to, port) {
      if (closed) return;
      try {
        await socket.send(bytes, { transport: "udp", hostname: to, port });
      } catch {
        // No machine at this address.
      }
    },
    close() {
      if (closed) return;
      closed = true;
      socket.close();
    },
  };
};
