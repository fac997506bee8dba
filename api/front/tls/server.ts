/** Terminates TLS with one certificate, on connections from a listener. */
import type { Socket } from "node:net";
import { createServer, type Server, type TLSSocket } from "node:tls";
import { addressToText } from "../../../policy/model/address.ts";
import type { ClientFaults } from "../../http/client_faults.ts";
import { peerAddress } from "../../http/sources.ts";
import type { FrontPeer, FrontProtocol, Pem } from "../protocol.ts";

/** Protocols over TLS over TCP. */
export type TlsProtocol = Exclude<FrontProtocol, "quic">;

/** Receives a client whose handshake is complete; `raw` is the connection below TLS. */
export type OnClient = (socket: TLSSocket, raw: Socket, peer: FrontPeer) => void;

/**
 * The protocols that clients may negotiate (RFC 7301; RFC 7858, 7.1 for `dot`). A client that
 * offers none is accepted too. Clients of HTTP/1.0 may offer only that (curl --http1.0); the
 * HTTP/1.1 server answers them too.
 */
const ALPN: Readonly<Record<TlsProtocol, readonly string[]>> = {
  https: ["h2", "http/1.1", "http/1.0"],
  tls: ["dot"],
};

/** The read methods of a socket. */
interface Reading {
  readStart(): void;
  readStop(): void;
}

/** One certificate, with a server for each protocol that is created for its first client. */
export class TlsEnd {
  readonly #pem: Pem;
  readonly #handshake: number;
  readonly #takes: Readonly<Record<TlsProtocol, OnClient>>;
  readonly #faults: ClientFaults;
  readonly #servers: { [protocol in TlsProtocol]?: Server } = {};

  /** `handshake` in milliseconds; `takes` by protocol. */
  constructor(
    pem: Pem,
    handshake: number,
    takes: Readonly<Record<TlsProtocol, OnClient>>,
    faults: ClientFaults,
  ) {
    this.#faults = faults;
    this.#pem = pem;
    this.#handshake = handshake;
    this.#takes = takes;
  }

  /** Starts the handshake of a client. */
  take(raw: Socket, protocol: TlsProtocol): void {
    const server = this.#servers[protocol] ??= tlsServer(
      protocol,
      this.#pem,
      this.#handshake,
      this.#takes[protocol],
      this.#faults,
    );
    server.emit("connection", raw);
  }
}

/**
 * A server that never listens: `emit("connection", socket)` starts the handshake. There is one for
 * each certificate, because a handshake that fails with an SNICallback leaks 16 KB (Deno 2.9.5).
 */
function tlsServer(
  protocol: TlsProtocol,
  { cert, key }: Pem,
  handshake: number,
  take: OnClient,
  faults: ClientFaults,
): Server {
  const server = createServer({
    cert,
    key,
    minVersion: "TLSv1.2",
    ALPNProtocols: [...ALPN[protocol]],
    // A client that sends no more queries still waits for responses.
    allowHalfOpen: protocol === "tls",
    // Connections disconnects slow clients. This timer keeps the memory of a failed handshake until
    // it fires (Deno 2.9.5).
    handshakeTimeout: handshake,
  });
  server.on("secureConnection", (socket) => {
    // The connection below; Node keeps it in the same field.
    const raw = (socket as unknown as { readonly _parent?: Socket })._parent;
    const address = peerAddress(socket.remoteAddress ?? "");
    if (raw === undefined || address === undefined) return void socket.destroy();
    holdBelow(socket, raw);
    take(socket, raw, {
      address: addressToText(address),
      port: socket.remotePort ?? 0,
      servername: nameOf(socket),
      protocol: socket.alpnProtocol === "h2" ? "h2" : "http/1.1",
    });
  });
  // A failed handshake leaves the connection open.
  server.on("tlsClientError", (_, socket) => {
    faults.count("bad_handshake");
    socket.destroy();
  });
  return server;
}

/**
 * Applies a pause of a socket below TLS too. Otherwise the runtime continues to read and buffers
 * everything that a client sends (300 MB in half a second, Deno 2.9.5).
 */
function holdBelow(socket: TLSSocket, raw: Socket): void {
  const { pause, resume } = socket;
  let isHeld = false;
  const hold = (holds: boolean) => {
    if (isHeld === holds) return;
    isHeld = holds;
    const handle = (raw as unknown as { readonly _handle?: Reading | null })._handle;
    if (holds) handle?.readStop();
    else handle?.readStart();
  };
  socket.pause = () => {
    hold(true);
    return pause.call(socket);
  };
  socket.resume = () => {
    hold(false);
    return resume.call(socket);
  };
}

function nameOf(socket: TLSSocket): string {
  const { servername } = socket as unknown as { readonly servername?: string | false | null };
  return typeof servername === "string" ? servername.toLowerCase().slice(0, 253) : "";
}
