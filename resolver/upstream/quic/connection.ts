/** What is the same for everything that is spoken over QUIC: a stream for each question, and how a connection ends. */
import { ConnectionLost } from "../sessions.ts";
import { errorText } from "../transport.ts";
import { StreamOctets } from "./octets.ts";

/** One question's stream. */
export interface QuestionStream {
  readonly octets: StreamOctets;
}

/** A connection to a server, whose handshake is over. */
export class QuicStreams {
  readonly #conn: Deno.QuicConn;
  #isClosed = false;

  constructor(conn: Deno.QuicConn) {
    this.#conn = conn;
    const closed = () => void (this.#isClosed = true);
    conn.closed.then(closed, closed);
  }

  /** Whether either side closed it, or nothing was heard for too long. */
  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Ends it with a code of the protocol that is spoken. */
  close(closeCode: number): void {
    this.#isClosed = true;
    this.#conn.close({ closeCode, reason: "" });
  }

  /**
   * Sends octets on a stream of its own and ends its own side; `read` takes what comes back. Rejects with ConnectionLost when the
   * connection ended, or nobody waits any more.
   */
  async ask<Answer>(
    request: Uint8Array,
    most: number,
    givenUp: AbortSignal,
    read: (octets: StreamOctets) => Promise<Answer>,
  ): Promise<Answer> {
    let leave = () => {};
    try {
      const stream = await this.#conn.createBidirectionalStream({ waitUntilAvailable: true });
      const octets = new StreamOctets(stream.readable, most), writer = stream.writable.getWriter();
      leave = () => {
        octets.cancel();
        writer.abort().catch(() => {});
      };
      if (givenUp.aborted) throw new ConnectionLost("nobody waits");
      givenUp.addEventListener("abort", leave);
      // One write and the end behind it go in one packet.
      writer.write(request).catch(() => {});
      writer.close().catch(() => {});
      return await read(octets);
    } catch (error) {
      leave();
      if (this.#isClosed) throw new ConnectionLost("the upstream closed the connection");
      throw error instanceof Error ? error : new Error(errorText(error));
    } finally {
      givenUp.removeEventListener("abort", leave);
    }
  }
}
