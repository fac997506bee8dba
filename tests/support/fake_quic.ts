/**
 * A QUIC server that behaves as the test says: late, cutting, resetting, closing, or sending bytes
 * that no server sends.
 */
import { makeCertificate } from "../../api/certificate/make.ts";
import { freePort } from "./box_process.ts";
import { joined } from "./http2.ts";

/**
 * Its actions on a question, in order: wait for milliseconds, send bytes, end or reset its side,
 * close the connection with a code.
 */
export type QuicAction = number | Uint8Array | "end" | "reset" | { readonly close: number };

/** A question as received: all bytes of its stream, and the number of questions before it. */
export interface QuicQuestion {
  readonly bytes: Uint8Array;
  readonly before: number;
  /** Number of its connection, beginning with 1. */
  readonly connection: number;
}

/** Options of the server. */
export interface FakeQuicOptions {
  readonly alpn: string;
  readonly script: (question: QuicQuestion) => readonly QuicAction[];
  /**
   * What it sends on its unidirectional streams, one entry for each; a further entry is sent later.
   */
  readonly opening?: readonly Uint8Array[];
  /** Names in its certificate. */
  readonly names?: readonly string[];
}

/** A running server. */
export class FakeQuic {
  readonly port: number;
  /** Its certificate as PEM. */
  readonly ca: string;
  readonly questions: QuicQuestion[] = [];
  connections = 0;
  script: FakeQuicOptions["script"];
  readonly #options: FakeQuicOptions;
  readonly #endpoint: Deno.QuicEndpoint;
  readonly #open = new Set<Deno.QuicConn>();
  readonly #streams: WritableStreamDefaultWriter<Uint8Array>[] = [];

  private constructor(
    options: FakeQuicOptions,
    pem: { readonly cert: string; readonly key: string },
    port: number,
  ) {
    this.#options = options;
    this.script = options.script;
    this.ca = pem.cert;
    this.port = port;
    this.#endpoint = new Deno.QuicEndpoint({ hostname: "127.0.0.1", port });
    const listener = this.#endpoint.listen({
      cert: pem.cert,
      key: pem.key,
      alpnProtocols: [options.alpn],
      maxIdleTimeout: 30_000,
    });
    void this.#accept(listener);
  }

  /** Starts listening, on a free port or the given one. */
  static async open(options: FakeQuicOptions, port = freePort()): Promise<FakeQuic> {
    const now = Date.now();
    const names = options.names ?? ["localhost", "dns.test"];
    const pem = await makeCertificate({
      kind: "server",
      subject: names[0],
      names,
      addresses: ["127.0.0.1"],
      notBefore: now - 86_400_000,
      notAfter: now + 86_400_000,
    });
    return new FakeQuic(options, pem, port);
  }

  /** Sends bytes on the unidirectional streams of every connection. */
  async tell(bytes: Uint8Array): Promise<void> {
    for (const writer of this.#streams) await writer.write(bytes).catch(() => {});
  }

  /** Ends the unidirectional streams of every connection. */
  async endStreams(): Promise<void> {
    for (const writer of this.#streams) await writer.close().catch(() => {});
  }

  /** Closes all connections. */
  hangUp(closeCode = 0): void {
    for (const conn of this.#open) conn.close({ closeCode, reason: "" });
    this.#open.clear();
    this.#streams.length = 0;
  }

  /** Stops it. */
  close(): void {
    this.hangUp();
    this.#endpoint.close({ closeCode: 0, reason: "" });
  }

  async #accept(listener: Deno.QuicListener): Promise<void> {
    for (;;) {
      try {
        const incoming = await listener.incoming();
        void Promise.resolve(incoming.accept()).then((conn) => this.#serve(conn)).catch(() => {});
      } catch {
        return;
      }
    }
  }

  async #serve(conn: Deno.QuicConn): Promise<void> {
    const connection = ++this.connections;
    this.#open.add(conn);
    conn.closed.then(() => this.#open.delete(conn), () => this.#open.delete(conn));
    for (const bytes of this.#options.opening ?? []) {
      const writer = (await conn.createUnidirectionalStream()).getWriter();
      await writer.write(bytes);
      this.#streams.push(writer);
    }
    void this.#drain(conn);
    for await (const stream of conn.incomingBidirectionalStreams) {
      void this.#answer(conn, stream, connection).catch(() => {});
    }
  }

  async #drain(conn: Deno.QuicConn): Promise<void> {
    try {
      for await (const stream of conn.incomingUnidirectionalStreams) {
        void (async () => {
          for await (const _ of stream);
        })().catch(() => {});
      }
    } catch {
      // The client has disconnected.
    }
  }

  async #answer(
    conn: Deno.QuicConn,
    stream: Deno.QuicBidirectionalStream,
    connection: number,
  ): Promise<void> {
    const pieces: Uint8Array[] = [];
    for await (const piece of stream.readable) pieces.push(piece);
    const question = { bytes: joined(...pieces), before: this.questions.length, connection };
    this.questions.push(question);
    const writer = stream.writable.getWriter();
    for (const action of this.script(question)) {
      if (typeof action === "number") await new Promise((resume) => setTimeout(resume, action));
      else if (action === "end") await writer.close();
      else if (action === "reset") await writer.abort();
      else if (action instanceof Uint8Array) await writer.write(action);
      else conn.close({ closeCode: action.close, reason: "" });
    }
  }
}

/** The message in a DNS over QUIC question. */
export function doqMessage({ bytes }: QuicQuestion): Uint8Array {
  return bytes.subarray(2);
}

/** A message after its length. */
export function framedMessage(message: Uint8Array): Uint8Array {
  return Uint8Array.of(message.length >> 8, message.length & 255, ...message);
}

/** A number as QUIC writes it, below 2^30 (RFC 9000 16). */
export function varintOf(value: number): Uint8Array {
  if (value < 64) return Uint8Array.of(value);
  if (value < 16_384) return Uint8Array.of(0x40 | value >> 8, value & 255);
  return Uint8Array.of(0x80 | value >>> 24, value >> 16 & 255, value >> 8 & 255, value & 255);
}

/** A frame of HTTP/3. */
export function h3Frame(type: number, payload: Uint8Array): Uint8Array {
  return joined(varintOf(type), varintOf(payload.length), payload);
}

/** The complete frames of an HTTP/3 stream. */
export function h3FramesOf(
  bytes: Uint8Array,
): { readonly type: number; readonly payload: Uint8Array }[] {
  const found = [];
  let at = 0;
  const number = () => {
    const length = 1 << (bytes[at] >> 6);
    let value = bytes[at] & 63;
    for (let i = 1; i < length; i++) value = value * 256 + bytes[at + i];
    at += length;
    return value;
  };
  while (at < bytes.length) {
    const type = number();
    const length = number();
    found.push({ type, payload: bytes.subarray(at, at + length) });
    at += length;
  }
  return found;
}

/** A header block for QPACK with literal fields only. */
export function h3Head(...fields: readonly (readonly [name: string, value: string])[]): Uint8Array {
  const encode = (text: string) => new TextEncoder().encode(text);
  const parts: Uint8Array[] = [Uint8Array.of(0, 0)];
  const number = (high: number, bits: number, value: number) => {
    const most = (1 << bits) - 1;
    if (value < most) return Uint8Array.of(high | value);
    const out = [high | most];
    let rest = value - most;
    for (; rest >= 128; rest = Math.floor(rest / 128)) out.push(rest % 128 + 128);
    return Uint8Array.of(...out, rest);
  };
  for (const [name, value] of fields) {
    parts.push(
      number(0x20, 3, name.length),
      encode(name),
      number(0, 7, value.length),
      encode(value),
    );
  }
  return joined(...parts);
}

/** The usual start of an HTTP/3 server: its control stream with empty settings. */
export const H3_OPENING: Uint8Array = Uint8Array.of(0, 4, 0);
