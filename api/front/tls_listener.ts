/** Takes connections on one address: who may connect is looked at before the first octet, and which name is asked for before TLS. */
import { connect, createServer, type Server, type Socket } from "node:net";
import type { Server as TlsServer } from "node:tls";
import type { ListenAddress } from "../settings/listen.ts";
import type { Certificates } from "./certificates.ts";
import { LONGEST_HELLO, readClientHello } from "./client_hello.ts";
import type { Connections } from "./connections.ts";
import type { ListenFailure } from "./protocol.ts";

/** What a listener needs. */
export interface TlsListenerDeps {
  readonly certificates: Certificates<TlsServer>;
  readonly connections: Connections;
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
    const server = createServer((raw) => this.#connected(raw));
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
    if (probe === undefined) return void (this.#deps.connections.admit(raw) && this.#greet(raw));
    raw.on("error", () => {});
    raw.destroy();
    probe();
  }

  /** Waits for the name that the client asks for, and begins TLS with its certificate. */
  #greet(raw: Socket): void {
    let octets = new Uint8Array(0);
    const receive = (more: Uint8Array) => {
      const joined = new Uint8Array(octets.length + more.length);
      joined.set(octets);
      joined.set(more, octets.length);
      octets = joined;
      const name = readClientHello(octets);
      if (name === false || (name === undefined && octets.length > LONGEST_HELLO)) return void raw.destroy();
      if (name === undefined) return;
      raw.off("data", receive);
      raw.off("end", leave);
      raw.pause();
      raw.unshift(octets);
      this.#deps.certificates.for(name).emit("connection", raw);
    };
    const leave = () => raw.destroy();
    raw.on("data", receive);
    raw.on("end", leave);
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
