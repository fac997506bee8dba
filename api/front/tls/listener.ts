/**
 * Accepts connections on one address. The client's address is checked before the first byte, and
 * the server name is read before TLS starts.
 */
import { createServer, type Server, type Socket } from "node:net";
import type { ClientFaults } from "../../http/client_faults.ts";
import type { ListenAddress } from "../../settings/listen.ts";
import type { Certificates } from "../certificates/certificates.ts";
import { ClientHello } from "./client_hello.ts";
import type { Connections } from "../connections.ts";
import { ListenerProbe } from "./listener_probe.ts";
import type { FrontListener } from "../listening.ts";
import { type ListenFailure, PROTOCOL_NAMES } from "../protocol.ts";
import type { TlsEnd, TlsProtocol } from "./server.ts";

/** Dependencies of a listener. */
export interface TlsListenerDeps {
  readonly protocol: TlsProtocol;
  readonly certificates: Certificates<TlsEnd>;
  readonly connections: Connections;
  /** Most connections in the backlog. */
  readonly waiting: number;
  readonly faults: ClientFaults;
  readonly tell: (problem: string) => void;
}

/** An open listener, which is reopened when the runtime has stopped accepting connections. */
export class TlsListener implements FrontListener {
  /** `[::]:443` */
  readonly shown: string;
  readonly #host: string;
  readonly #port: number;
  readonly #deps: TlsListenerDeps;
  #server: Server | undefined = undefined;
  readonly #hearing: ListenerProbe;
  #checking = false;
  #closed = false;

  private constructor(host: string, port: number, deps: TlsListenerDeps) {
    this.shown = host.includes(":") ? `[${host}]:${port}` : `${host}:${port}`;
    this.#host = host;
    this.#port = port;
    this.#deps = deps;
    this.#hearing = new ListenerProbe(host, port);
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
      throw {
        protocol: deps.protocol,
        shown: listener.shown,
        port,
        code,
        message,
      } satisfies ListenFailure;
    }
  }

  /**
   * Checks whether connections are still accepted, and reopens the listener if not. Never rejects.
   */
  async check(): Promise<void> {
    if (this.#checking || this.#closed) return;
    this.#checking = true;
    try {
      if (this.#server !== undefined && !await this.#hearing.isDeaf() || this.#closed) return;
      this.#deps.tell(
        `${this.#name} on ${this.shown} accepts no connections any more and is reopened`,
      );
      this.#server?.close();
      this.#server = undefined;
      await this.#listen();
    } catch (error) {
      this.#deps.tell(
        `${this.#name} on ${this.shown} cannot be reopened yet: ${(error as Error).message}`,
      );
    } finally {
      this.#checking = false;
    }
  }

  /** Stops accepting connections; open connections stay. */
  close(): void {
    this.#closed = true;
    this.#server?.close();
  }

  get #name(): string {
    return PROTOCOL_NAMES[this.#deps.protocol];
  }

  #listen(): Promise<void> {
    const server = createServer(
      // A response never waits for the client to acknowledge the one before it (RFC 7766, 8).
      { noDelay: true, allowHalfOpen: this.#deps.protocol === "tls" },
      (raw) => this.#connected(raw),
    );
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    server.once("error", reject);
    server.listen({ host: this.#host, port: this.#port, backlog: this.#deps.waiting }, () => {
      server.off("error", reject);
      server.on("error", () => {});
      this.#server = server;
      resolve();
    });
    return promise;
  }

  #connected(raw: Socket): void {
    if (!this.#hearing.hears(raw) && this.#deps.connections.admit(raw)) this.#greet(raw);
  }

  /** Waits for the server name of the client, and starts TLS with its certificate. */
  #greet(raw: Socket): void {
    const hello = new ClientHello();
    const receive = (bytes: Uint8Array) => {
      const name = hello.push(bytes);
      if (name === undefined) return;
      if (name === false) {
        this.#deps.faults.count("bad_handshake");
        return void raw.destroy();
      }
      raw.off("data", receive);
      raw.off("end", leave);
      raw.pause();
      raw.unshift(hello.bytes);
      void this.#encrypt(raw, name);
    };
    const leave = () => raw.destroy();
    raw.on("data", receive);
    raw.on("end", leave);
  }

  /** Starts TLS with the certificate of a name, which may have to be made first. */
  async #encrypt(raw: Socket, name: string): Promise<void> {
    const { certificates, protocol } = this.#deps;
    try {
      const found = certificates.for(name, { dot: protocol === "tls" });
      const end = found instanceof Promise ? await found : found;
      if (end === undefined || raw.destroyed) raw.destroy();
      else end.take(raw, protocol);
    } catch (error) {
      raw.destroy();
      this.#deps.tell(
        `No certificate can be shown: ${(error as Error).message}, asked for ${name || "no name"}`,
      );
    }
  }
}
