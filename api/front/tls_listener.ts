/** TLS on one address: who may connect is looked at before the first octet, and a client that says nothing is cut off. */
import type { Socket } from "node:net";
import { createServer, type Server, type TLSSocket } from "node:tls";
import { addressToText } from "../../policy/model/address.ts";
import { peerAddress } from "../http/sources.ts";
import type { ListenAddress } from "../settings/listen.ts";
import type { Certificates } from "./certificates.ts";
import type { Connections } from "./connections.ts";
import type { FrontPeer, ListenFailure } from "./protocol.ts";

/** What a listener needs. */
export interface TlsListenerDeps {
  readonly certificates: Certificates;
  readonly connections: Connections;
  /** Takes a client whose handshake is over; `raw` is the connection below TLS. */
  readonly take: (socket: TLSSocket, raw: Socket, peer: FrontPeer) => void;
}

/** An open listener. */
export interface TlsListener {
  /** `[::]:443` */
  readonly shown: string;
  readonly server: Server;
}

/** Listens on an address, none = every address of the machine. Rejects with a ListenFailure. */
export async function listenTls({ address, port }: ListenAddress, deps: TlsListenerDeps): Promise<TlsListener> {
  const host = address || "::", shown = host.includes(":") ? `[${host}]:${port}` : `${host}:${port}`;
  try {
    return { shown, server: await listening(host, port, deps) };
  } catch (error) {
    const { code = "", message } = error as { code?: string; message: string };
    // A machine without IPv6 has no `::`.
    if (address === "" && (code === "EAFNOSUPPORT" || code === "EADDRNOTAVAIL")) {
      return await listenTls({ address: "0.0.0.0", port }, deps);
    }
    throw { shown, port, code, message } satisfies ListenFailure;
  }
}

function listening(host: string, port: number, deps: TlsListenerDeps): Promise<Server> {
  const { certificates, connections, take } = deps;
  const server = createServer({
    ALPNProtocols: ["h2", "http/1.1"],
    SNICallback: (name, done) => done(null, certificates.for(name)),
  });
  server.prependListener("connection", (raw: Socket) => void connections.admit(raw));
  server.on("secureConnection", (socket) => {
    // The handshake's socket of the runtime: Node has the same field.
    const raw = (socket as unknown as { readonly _parent?: Socket })._parent;
    const address = peerAddress(socket.remoteAddress ?? "");
    if (raw === undefined || address === undefined) return void socket.destroy();
    take(socket, raw, {
      address: addressToText(address),
      port: socket.remotePort ?? 0,
      servername: nameOf(socket),
      protocol: socket.alpnProtocol === "h2" ? "h2" : "http/1.1",
    });
  });
  // A failed handshake leaves the connection open (PLATFORM 2, pitfall c).
  server.on("tlsClientError", (_, socket) => socket.destroy());
  const { promise, resolve, reject } = Promise.withResolvers<Server>();
  server.once("error", reject);
  server.listen({ host, port }, () => {
    server.off("error", reject);
    // A failed accept (too many open files) is passed over: the listener goes on with the next connection.
    server.on("error", () => {});
    resolve(server);
  });
  return promise;
}

function nameOf(socket: TLSSocket): string {
  const { servername } = socket as unknown as { readonly servername?: string | false | null };
  return typeof servername === "string" ? servername.toLowerCase().slice(0, 253) : "";
}
