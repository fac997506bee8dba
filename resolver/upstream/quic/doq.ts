/** DNS over QUIC (RFC 9250): each question on a stream of its own, its response behind two octets of length. */
import type { Session } from "../sessions.ts";
import { QuicStreams } from "./connection.ts";
import type { StreamOctets } from "./octets.ts";

/** Octets of the length, and the code with which a client closes in peace (RFC 9250 4.3). */
const HEAD = 2, NO_ERROR = 0;

/** The name by which TLS knows it (RFC 9250 4.1). */
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
    const octets = new Uint8Array(HEAD + query.length);
    octets[0] = query.length >> 8;
    octets[1] = query.length;
    octets.set(query, HEAD);
    return this.#streams.ask(octets, HEAD + 0xffff, givenUp, messageOf);
  }

  close(): void {
    this.#streams.close(NO_ERROR);
  }
}

/** The one message of a stream. What comes behind it is not waited for: a server may end its side late. */
async function messageOf(octets: StreamOctets): Promise<Uint8Array> {
  for (;;) {
    const { waiting } = octets,
      whole = waiting.length < HEAD ? Infinity : HEAD + (waiting[0] << 8 | waiting[1]);
    if (waiting.length >= whole) {
      octets.cancel();
      return waiting.subarray(HEAD, whole);
    }
    if (!await octets.more()) throw new Error("the upstream ended the stream without an answer");
  }
}
