/** TLS on one address: who may connect is looked at before the first octet, and a client that says nothing is cut off. */
import { connect, type Socket } from "node:net";
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
  readonly tell: (problem: string) => void;
}

/** Milliseconds that a listener has to take a connection of our own. */
const PROBE = 2000;
/** Codes that say nothing of the listener: there is no descriptor to connect with. */
const NO_DESCRIPTOR = /^(EMFILE|ENFILE|ENOBUFS|ENOMEM)$/;

/**
 * An open listener. The runtime's accept loop ends without a word when there is no descriptor for a client (Deno 2.9.5), so that
 * one on which nobody connects is tried now and then, and opened anew when it is deaf.
 */
export class TlsListener {
  /** `[::]:443` */
  readonly shown: string;
  readonly #host: string;
  readonly #port: number;
  readonly #deps: TlsListenerDeps;
  #server: Server | undefined = undefined;
  #heard = false;
  #checking = false;
  /** Source ports of connections of our own. */
  readonly #probes = new Map<number, () => void>();

  private constructor(host: string, port: number, deps: TlsListenerDeps) {
    this.shown = host.includes(":") ? `[${host}]:${port}` : `${host}:${port}`;
    this.#host = host;
    this.#port = port;
    this.#deps = deps;
  }

  /** Listens on an address, none = every address of the machine. Rejects with a ListenFailure. */
  static async open({ address, port }: ListenAddress, deps: TlsListenerDeps): Promise<TlsListener> {
    const listener = new TlsListener(address || "::", port, deps);
    try {
      await listener.#listen();
      return listener;
    } catch (error) {
      const { code = "", message } = error as { code?: string; message: string };
      // A machine without IPv6 has no `::`.
      if (address === "" && (code === "EAFNOSUPPORT" || code === "EADDRNOTAVAIL")) {
        return await TlsListener.open({ address: "0.0.0.0", port }, deps);
      }
      throw { shown: listener.shown, port, code, message } satisfies ListenFailure;
    }
  }

  /** Looks whether connections are still taken, and opens the listener anew when they are not. Never rejects. */
  async check(): Promise<void> {
    const heard = this.#heard;
    this.#heard = false;
    if (heard || this.#checking) return;
    this.#checking = true;
    try {
      if (this.#server !== undefined && await this.#isHeard()) return;
      this.#deps.tell(`HTTPS on ${this.shown} takes no connections any more and is opened anew`);
      this.#server?.close();
      this.#server = undefined;
      await this.#listen();
    } catch (error) {
      this.#deps.tell(`HTTPS on ${this.shown} cannot be opened anew yet: ${(error as Error).message}`);
    } finally {
      this.#checking = false;
    }
  }

  /** Takes no more connections; those that are open stay. */
  close(): void {
    this.#checking = true;
    this.#server?.close();
  }

  #listen(): Promise<void> {
    const { certificates } = this.#deps;
    const server = createServer({
      ALPNProtocols: ["h2", "http/1.1"],
      SNICallback: (name, done) => done(null, certificates.for(name)),
    });
    server.prependListener("connection", (raw: Socket) => this.#connected(raw));
    server.on("secureConnection", (socket) => this.#secured(socket));
    // A failed handshake leaves the connection open (PLATFORM 2, pitfall c).
    server.on("tlsClientError", (_, socket) => socket.destroy());
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    server.once("error", reject);
    server.listen({ host: this.#host, port: this.#port }, () => {
      server.off("error", reject);
      server.on("error", () => {});
      this.#server = server;
      resolve();
    });
    return promise;
  }

  #connected(raw: Socket): void {
    this.#heard = true;
    const probe = this.#probes.get(raw.remotePort ?? 0);
    if (probe === undefined) return void this.#deps.connections.admit(raw);
    raw.on("error", () => {});
    raw.destroy();
    probe();
  }

  #secured(socket: TLSSocket): void {
    // The connection below; Node keeps it in the same field.
    const raw = (socket as unknown as { readonly _parent?: Socket })._parent;
    const address = peerAddress(socket.remoteAddress ?? "");
    if (raw === undefined || address === undefined) return void socket.destroy();
    this.#deps.take(socket, raw, {
      address: addressToText(address),
      port: socket.remotePort ?? 0,
      servername: nameOf(socket),
      protocol: socket.alpnProtocol === "h2" ? "h2" : "http/1.1",
    });
  }

  /** Whether a connection of our own is taken; true too when there is no way to know. */
  async #isHeard(): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const host = this.#host === "::" ? "::1" : this.#host === "0.0.0.0" ? "127.0.0.1" : this.#host;
    const probe = connect({ port: this.#port, host });
    const timer = setTimeout(() => resolve(false), PROBE);
    let from = 0;
    probe.on("error", (error: { code?: string }) => resolve(NO_DESCRIPTOR.test(error.code ?? "")));
    probe.once("connect", () => this.#probes.set(from = probe.localPort ?? 0, () => resolve(true)));
    const heard = await promise || this.#heard;
    clearTimeout(timer);
    this.#probes.delete(from);
    probe.destroy();
    return heard;
  }
}

function nameOf(socket: TLSSocket): string {
  const { servername } = socket as unknown as { readonly servername?: string | false | null };
  return typeof servername === "string" ? servername.toLowerCase().slice(0, 253) : "";
}
