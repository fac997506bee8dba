/**
 * DNS over QUIC (RFC 9250). A QUIC endpoint of the runtime is bound once for each address and kept.
 * Its port is freed only when the garbage collector has collected everything that belongs to it, so
 * a disabled endpoint stays bound and accepts no clients.
 */
import type { ListenAddress } from "../../settings/listen.ts";
import type { Connections } from "../connections.ts";
import type { FrontListener } from "../listening.ts";
import type { BoundSocket, ListenFailure, Pem } from "../protocol.ts";
import { DOQ, QuicConnection, type QuicConnectionDeps } from "./connection.ts";

/** The dependencies of DNS over QUIC. */
export interface QuicDeps extends QuicConnectionDeps {
  readonly connections: Connections;
  /** Resolves once the kernel drops disallowed datagrams for a socket, or cannot. */
  readonly filtered: (socket: BoundSocket) => Promise<void>;
  readonly tell: (problem: string) => void;
}

/** DNS over QUIC on every address, with one certificate: the runtime cannot choose by name. */
export class Quic {
  readonly #deps: QuicDeps;
  readonly #endpoints = new Map<string, QuicAddress>();
  #certificate: Pem | undefined = undefined;

  constructor(deps: QuicDeps) {
    this.#deps = deps;
  }

  /** Whether there is a certificate, without which nothing can be opened. */
  get ready(): boolean {
    return this.#certificate !== undefined;
  }

  /** Replaces the certificate; open connections keep theirs. Throws when it is invalid. */
  certificate(certificate: Pem | undefined): void {
    this.#certificate = certificate;
    for (const endpoint of this.#endpoints.values()) endpoint.certificate(certificate);
  }

  /** Listens on an address, none = every address of the machine. Rejects with a ListenFailure. */
  async open({ address, port }: ListenAddress): Promise<FrontListener> {
    const host = address || "::";
    const key = `${host} ${port}`;
    const shown = shownAs(host, port);
    try {
      if (this.#certificate === undefined) throw new Error("there is no certificate for it");
      let endpoint = this.#endpoints.get(key);
      if (endpoint === undefined) {
        endpoint = new QuicAddress(host, port, this.#deps);
        this.#endpoints.set(key, endpoint);
        await this.#deps.filtered({ address: host, port });
      }
      endpoint.open(this.#certificate);
      return endpoint;
    } catch (error) {
      const { code = "", message } = error as { code?: string; message: string };
      // A machine without IPv6 has no `::`.
      if (address === "" && (code === "EAFNOSUPPORT" || code === "EADDRNOTAVAIL")) {
        return await this.open({ address: "0.0.0.0", port });
      }
      throw { protocol: "quic", shown, port, code, message } satisfies ListenFailure;
    }
  }

  /** Closes all of it permanently. */
  close(): void {
    for (const endpoint of this.#endpoints.values()) endpoint.end();
  }
}

/** One address. */
class QuicAddress implements FrontListener {
  readonly shown: string;
  readonly #deps: QuicDeps;
  readonly #endpoint: Deno.QuicEndpoint;
  readonly #connections = new Set<QuicConnection>();
  /**
   * One for each certificate: if the garbage collector collected one, the endpoint would stop
   * listening (Deno 2.9.5).
   */
  readonly #listeners: Deno.QuicListener[] = [];
  #isOpen = false;
  #hears = false;

  constructor(hostname: string, port: number, deps: QuicDeps) {
    this.shown = shownAs(hostname, port);
    this.#deps = deps;
    this.#endpoint = new Deno.QuicEndpoint({ hostname, port });
  }

  /** Accepts clients; throws when the certificate cannot be used. */
  open(certificate: Pem): void {
    this.#isOpen = true;
    this.certificate(certificate);
  }

  /** Uses a certificate, or none, for new clients. Throws when it cannot be used. */
  certificate(certificate: Pem | undefined): void {
    if (!this.#isOpen) return;
    if (certificate === undefined) return void this.#listeners.at(-1)?.stop();
    this.#listeners.push(this.#endpoint.listen({
      ...certificate,
      alpnProtocols: ["doq"],
      maxIdleTimeout: this.#deps.limits.queries.idle,
      maxConcurrentBidirectionalStreams: this.#deps.limits.quic.inFlight,
      maxConcurrentUnidirectionalStreams: 0,
    }));
    if (!this.#hears) void this.#hear();
  }

  /** Accepts clients again if the runtime has stopped doing so. */
  check(): Promise<void> {
    if (this.#isOpen && !this.#hears && this.#listeners.length > 0) {
      this.#deps.tell(`DNS over QUIC on ${this.shown} took no clients any more`);
      void this.#hear();
    }
    return Promise.resolve();
  }

  /** Accepts no more clients, and disconnects existing ones. */
  close(): void {
    this.#isOpen = false;
    this.#listeners.at(-1)?.stop();
    for (const connection of this.#connections) connection.close(DOQ.NO_ERROR);
  }

  /** Closes permanently. */
  end(): void {
    this.#isOpen = false;
    this.#endpoint.close({ closeCode: DOQ.NO_ERROR, reason: "" });
  }

  /** One listener receives the clients of all. */
  async #hear(): Promise<void> {
    this.#hears = true;
    try {
      for (;;) this.#greet(await this.#listeners[0].incoming());
    } catch {
      this.#hears = false;
    }
  }

  #greet(incoming: Deno.QuicIncoming): void {
    try {
      // The address is readable only after the connection is accepted; read earlier, the client
      // would be refused (Deno 2.9.5).
      const connection = new QuicConnection(incoming.accept({ zeroRtt: true }), this.#deps);
      const { connections } = this.#deps;
      if (!connections.admits(connection)) return;
      this.#connections.add(connection);
      void connection.serve(() => connections.opened(connection, connection)).finally(() => {
        this.#connections.delete(connection);
        connections.left(connection);
      });
    } catch {
      // Its first packet does not start a handshake.
    }
  }
}

function shownAs(host: string, port: number): string {
  return host.includes(":") ? `[${host}]:${port}` : `${host}:${port}`;
}
