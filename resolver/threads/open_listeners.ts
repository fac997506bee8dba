/**
 * Opens the sockets of the threads, and separates active sockets from those whose address does not
 * exist yet.
 */
import { EADDRNOTAVAIL, EAFNOSUPPORT, SystemError } from "../net/libc.ts";
import { listenTcp, listenUdp } from "../net/sockets.ts";
import type { ListeningSocket } from "../protocol.ts";

/** Where to listen. */
export interface ListenAddress {
  readonly address: string;
  readonly port: number;
}

/** A socket that could not be opened. */
export interface ListenFailure {
  readonly transport: "udp" | "tcp";
  readonly port: number;
  /** `listen on 0.0.0.0:53: address already in use` */
  readonly message: string;
  /** errno(3); 0 = unknown. */
  readonly errno: number;
}

/**
 * The sockets of one worker: active ones, those whose address no interface has yet, and the
 * failures.
 */
export interface ListenerSet {
  readonly sockets: ListeningSocket[];
  readonly awaited: ListeningSocket[];
  readonly errors: ListenFailure[];
}

/** Opens the sockets of every address for one worker. A failure closes none of the others. */
export function openListeners(
  addresses: readonly ListenAddress[],
  workers: number,
): ListenerSet {
  const sockets: ListeningSocket[] = [];
  const awaited: ListeningSocket[] = [];
  const errors: ListenFailure[] = [];
  for (const { address, port } of addresses) {
    for (const transport of ["udp", "tcp"] as const) {
      const listen = transport === "udp" ? listenUdp : listenTcp;
      const socket = { transport, address, port };
      try {
        sockets.push({ fd: listen(address, port, workers > 1), ...socket });
      } catch (error) {
        // A machine without IPv6 has no `::`, which is not an error.
        const errno = error instanceof SystemError ? error.errno : 0;
        if (errno === EAFNOSUPPORT && address === "::") continue;
        errors.push({ transport, port, message: (error as Error).message, errno });
        if (errno !== EADDRNOTAVAIL) continue;
        try {
          // An address that appears later, from DHCP or with the other box of a pair, is served
          // from then on.
          awaited.push({ fd: listen(address, port, workers > 1, true), ...socket });
        } catch {
          // The first reason is reported.
        }
      }
    }
  }
  return { sockets, awaited, errors };
}
