/**
 * TLS to servers whose certificates are pinned: the runtime's own sockets do not expose the
 * verified certificates (Deno 2.9.5).
 */
import { connect, type DetailedPeerCertificate, rootCertificates, type TLSSocket } from "node:tls";
import type { Address } from "../../../policy/model/address.ts";
import { connectFirst } from "../connect_first.ts";
import type { Stream } from "../stream.ts";
import { isPinned } from "./pins.ts";

/** Unread bytes after which the socket is paused. */
const MOST_WAITING = 65_536;
const LONGEST_CHAIN = 10;

/** The target of a connection. */
export interface PinnedTarget {
  readonly port: number;
  /** A host name or an IP that the certificate must contain. */
  readonly name: string;
  readonly alpn: string;
  /** SHA-256 of signed parts of certificates. */
  readonly pins: readonly string[];
  /** Certificates (PEM) trusted in addition to those of the runtime. */
  readonly caCerts: readonly string[] | undefined;
}

/**
 * Connects to the first of the addresses that answers, and checks name, trust and pins before
 * anything is sent.
 */
export function connectPinned(
  addresses: readonly Address[],
  purpose: PinnedTarget,
): Promise<Stream> {
  return connectFirst(
    addresses,
    "",
    (host, signal) => open(host, purpose, signal),
    (stream) => stream.close(),
  );
}

function open(host: string, purpose: PinnedTarget, signal: AbortSignal): Promise<Stream> {
  const { port, name, alpn, pins, caCerts } = purpose;
  const { promise, resolve, reject } = Promise.withResolvers<Stream>();
  const socket = connect({
    host,
    port,
    ALPNProtocols: [alpn],
    // RFC 6066 3: an address is not a server name.
    ...(/^[\d.]+$|:/.test(name) ? {} : { servername: name }),
    ...(caCerts === undefined ? {} : { ca: [...rootCertificates, ...caCerts] }),
  });
  const leave = () => socket.destroy(new Error("no connection in time"));
  signal.addEventListener("abort", leave);
  socket.once("secureConnect", () => {
    signal.removeEventListener("abort", leave);
    if (socket.alpnProtocol !== alpn) {
      return void socket.destroy(new Error("NoApplicationProtocol"));
    }
    if (!isPinned(chainOf(socket), pins)) {
      return void socket.destroy(new Error("its certificate is not the one that the stamp names"));
    }
    resolve(new SocketStream(socket));
  });
  socket.on("error", reject);
  socket.once("close", () => reject(new Error("the upstream closed the connection")));
  return promise;
}

/** The certificates that the server sent, its own first. */
function chainOf(socket: TLSSocket): Uint8Array[] {
  const chain: Uint8Array[] = [];
  for (
    let each: DetailedPeerCertificate | undefined = socket.getPeerCertificate(true);
    each?.raw !== undefined && chain.length < LONGEST_CHAIN;
    each = each.issuerCertificate === each ? undefined : each.issuerCertificate
  ) chain.push(each.raw);
  return chain;
}

/** A socket that is read on demand. */
class SocketStream implements Stream {
  readonly #socket: TLSSocket;
  readonly #pieces: Uint8Array[] = [];
  #waiting = 0;
  #over: Error | "ended" | undefined;
  #wake = () => {};

  constructor(socket: TLSSocket) {
    this.#socket = socket;
    socket.setNoDelay(true);
    socket.on("data", (piece: Uint8Array) => {
      this.#pieces.push(piece);
      this.#waiting += piece.length;
      if (this.#waiting >= MOST_WAITING) socket.pause();
      this.#wake();
    });
    const end = (why: Error | "ended") => {
      this.#over ??= why;
      this.#wake();
    };
    socket.on("error", end);
    socket.on("end", () => end("ended"));
    socket.on("close", () => end("ended"));
  }

  async read(into: Uint8Array): Promise<number | null> {
    while (this.#pieces.length === 0) {
      if (this.#over instanceof Error) throw this.#over;
      if (this.#over !== undefined) return null;
      await new Promise<void>((wake) => this.#wake = wake);
    }
    const piece = this.#pieces[0];
    const count = Math.min(piece.length, into.length);
    into.set(piece.subarray(0, count));
    if (count === piece.length) this.#pieces.shift();
    else this.#pieces[0] = piece.subarray(count);
    this.#waiting -= count;
    if (this.#waiting < MOST_WAITING) this.#socket.resume();
    return count;
  }

  write(bytes: Uint8Array): Promise<number> {
    return new Promise((resolve, reject) =>
      this.#socket.write(bytes, (error) => error ? reject(error) : resolve(bytes.length))
    );
  }

  close(): void {
    this.#socket.destroy();
  }
}
