/**
 * The UDP ports from which QUIC connections leave: one for each family, shared by all upstreams of
 * a thread.
 */
import type { Address } from "../../../policy/model/address.ts";
import { connectFirst } from "../connect_first.ts";

/**
 * Milliseconds without a packet after which a connection is given up; no connection in use is idle
 * for that long (RFC 9000 10.1).
 */
const IDLE = 40_000;

/** The target of a connection. */
export interface QuicTarget {
  /** A host name or an IP that the certificate must contain. */
  readonly name: string;
  readonly port: number;
  /** The interface of a link-local address, "" = none. */
  readonly zone: string;
  readonly alpn: string;
  /** Streams that the server may open. */
  readonly serverStreams: number;
}

/**
 * The ports. The runtime frees a port only when the garbage collector has collected everything that
 * belongs to it (Deno 2.9.5), so one port for each connection would be a leak.
 */
export class QuicEndpoints {
  readonly #endpoints = new Map<string, Deno.QuicEndpoint>();
  readonly #caCerts: readonly string[] | undefined;
  #closed = false;

  /** `caCerts` are trusted in addition to those of the runtime, as PEM. */
  constructor(caCerts: readonly string[] | undefined) {
    this.#caCerts = caCerts;
  }

  /**
   * Connects to the first of the addresses that answers. When it resolves, the handshake is
   * complete and the certificate verified.
   */
  connect(addresses: readonly Address[], purpose: QuicTarget): Promise<Deno.QuicConn> {
    return connectFirst(
      addresses,
      purpose.zone,
      (hostname) => this.#connect(hostname, purpose),
      hangUp,
    );
  }

  /** Ends every connection. */
  close(): void {
    this.#closed = true;
    for (const endpoint of this.#endpoints.values()) endpoint.close({ closeCode: 0, reason: "" });
    this.#endpoints.clear();
  }

  async #connect(
    hostname: string,
    { name, port, alpn, serverStreams }: QuicTarget,
  ): Promise<Deno.QuicConn> {
    const local = hostname.includes(":") ? "::" : "0.0.0.0";
    const endpoint = this.#endpoint(local);
    try {
      return await Deno.connectQuic({
        hostname,
        port,
        serverName: name,
        alpnProtocols: [alpn],
        endpoint,
        maxIdleTimeout: IDLE,
        maxConcurrentBidirectionalStreams: 0,
        maxConcurrentUnidirectionalStreams: serverStreams,
        ...(this.#caCerts === undefined ? {} : { caCerts: [...this.#caCerts] }),
      });
    } catch (error) {
      // The socket of a port failed: the next connection gets a new one.
      if (/endpoint (stopping|closed)/.test(String(error))) this.#endpoints.delete(local);
      throw error;
    }
  }

  #endpoint(local: string): Deno.QuicEndpoint {
    if (this.#closed) throw new Error("the upstream was removed");
    const known = this.#endpoints.get(local) ?? new Deno.QuicEndpoint({ hostname: local, port: 0 });
    this.#endpoints.set(local, known);
    return known;
  }
}

function hangUp(connection: Deno.QuicConn): void {
  connection.close({ closeCode: 0, reason: "" });
}
