/**
 * DNS over QUIC (RFC 9250): each query on a stream of its own, each message after two bytes of
 * length.
 */
import type { Session } from "../sessions.ts";
import { QuicStreams } from "./connection.ts";
import type { StreamBytes } from "./stream_bytes.ts";

/** Bytes of the length, and the code with which a client closes without error (RFC 9250 4.3). */
const HEAD = 2;
const NO_ERROR = 0;

/** The ALPN protocol name (RFC 9250 4.1). */
export const DOQ_ALPN = "doq";

/** One connection of DNS over QUIC. */
export class DoqSession implements Session {
  readonly #streams: QuicStreams;

  constructor(conn: Deno.QuicConn) {
    this.#streams = new QuicStreams(conn);
  }

  get isOver(): boolean {
    return this.#streams.isClosed;
  }

  ask(query: Uint8Array<ArrayBuffer>, givenUp: AbortSignal): Promise<Uint8Array> {
    const bytes = new Uint8Array(HEAD + query.length);
    bytes[0] = query.length >> 8;
    bytes[1] = query.length;
    bytes.set(query, HEAD);
    return this.#streams.ask(bytes, HEAD + 0xffff, givenUp, messageOf);
  }

  close(): void {
    this.#streams.close(NO_ERROR);
  }
}

/**
 * The one message of a stream. The end of the stream is not awaited: a server may end its side
 * late.
 */
async function messageOf(bytes: StreamBytes): Promise<Uint8Array> {
  for (;;) {
    const { waiting } = bytes;
    const whole = waiting.length < HEAD ? Infinity : HEAD + (waiting[0] << 8 | waiting[1]);
    if (waiting.length >= whole) {
      bytes.cancel();
      return waiting.subarray(HEAD, whole);
    }
    if (!await bytes.more()) throw new Error("the upstream ended the stream without an answer");
  }
}
