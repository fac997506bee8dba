/** A client of DNS over QUIC that can send arbitrary bytes. */

/** The options of a connection. */
export interface QuicClientOptions {
  readonly port: number;
  /** Trusted certificate, as PEM. */
  readonly ca: string;
  /** Server name that is requested and that the certificate must contain. */
  readonly name?: string;
  readonly address?: string;
  /** Address of the client; absent = chosen by the system. */
  readonly from?: string;
  readonly alpn?: string;
  /** Idle timeout in milliseconds. */
  readonly patience?: number;
}

/** One connection. */
export class QuicClient {
  readonly #conn: Deno.QuicConn;
  readonly #endpoint: Deno.QuicEndpoint | undefined;
  /** How the server closed the connection; rejects when it did not. */
  readonly closed: Promise<Deno.QuicCloseInfo>;

  private constructor(conn: Deno.QuicConn, endpoint: Deno.QuicEndpoint | undefined) {
    this.#conn = conn;
    this.#endpoint = endpoint;
    this.closed = conn.closed;
    this.closed.catch(() => {});
  }

  /** Connects; rejects when the handshake fails or there is no answer. */
  static async open(options: QuicClientOptions): Promise<QuicClient> {
    const {
      port,
      ca,
      name = "localhost",
      address = "127.0.0.1",
      from,
      alpn = "doq",
      patience = 10_000,
    } = options;
    const endpoint = from === undefined
      ? undefined
      : new Deno.QuicEndpoint({ hostname: from, port: 0 });
    try {
      const conn = await Deno.connectQuic({
        hostname: address,
        port,
        serverName: name,
        caCerts: [ca],
        alpnProtocols: [alpn],
        maxIdleTimeout: patience,
        ...(endpoint === undefined ? {} : { endpoint }),
      });
      return new QuicClient(conn, endpoint);
    } catch (error) {
      endpoint?.close();
      throw error;
    }
  }

  /** Sends a query on its own stream; returns the response. */
  async ask(query: Uint8Array): Promise<Uint8Array> {
    const bytes = new Uint8Array(2 + query.length);
    new DataView(bytes.buffer).setUint16(0, query.length);
    bytes.set(query, 2);
    const answer = await this.send([bytes]);
    if (answer.length < 2 || answer.length !== 2 + (answer[0] << 8 | answer[1])) {
      throw new Error(`The stream holds no response: ${answer.length} bytes`);
    }
    return answer.subarray(2);
  }

  /**
   * Sends pieces on a new stream and ends it by default; returns what the server sent until it
   * ended the stream.
   */
  async send(pieces: readonly Uint8Array[], ends = true): Promise<Uint8Array> {
    const stream = await this.#conn.createBidirectionalStream({ waitUntilAvailable: true });
    const writer = stream.writable.getWriter();
    for (const piece of pieces) await writer.write(piece);
    if (ends) await writer.close();
    const received: number[] = [];
    for await (const piece of stream.readable) received.push(...piece);
    return Uint8Array.from(received);
  }

  /** Closes the connection. */
  close(): void {
    this.#conn.close();
    this.#endpoint?.close();
  }
}
