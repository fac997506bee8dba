/**
 * The part that all protocols over QUIC share: a stream for each query, and how a connection ends.
 */
import { ConnectionLostError } from "../sessions.ts";
import { errorText } from "../transport.ts";
import { StreamBytes } from "./stream_bytes.ts";

/** The stream of one query. */
export interface QuestionStream {
  readonly bytes: StreamBytes;
}

/** A connection to a server, whose handshake is complete. */
export class QuicStreams {
  readonly #conn: Deno.QuicConn;
  #isClosed = false;

  constructor(conn: Deno.QuicConn) {
    this.#conn = conn;
    const closed = () => void (this.#isClosed = true);
    conn.closed.then(closed, closed);
  }

  /** Whether either side closed it, or the idle timeout has passed. */
  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Closes it with an error code of the protocol in use. */
  close(closeCode: number): void {
    this.#isClosed = true;
    this.#conn.close({ closeCode, reason: "" });
  }

  /**
   * Sends bytes on a new stream and ends the sending side; `read` reads the response. Rejects with
   * ConnectionLostError when the connection ended, or the result is no longer needed.
   */
  async ask<Answer>(
    request: Uint8Array,
    most: number,
    givenUp: AbortSignal,
    read: (bytes: StreamBytes) => Promise<Answer>,
  ): Promise<Answer> {
    let leave = () => {};
    try {
      const stream = await this.#conn.createBidirectionalStream({ waitUntilAvailable: true });
      const bytes = new StreamBytes(stream.readable, most);
      const writer = stream.writable.getWriter();
      leave = () => {
        bytes.cancel();
        writer.abort().catch(() => {});
      };
      if (givenUp.aborted) throw new ConnectionLostError("nobody waits");
      givenUp.addEventListener("abort", leave);
      // One write followed by the end goes out in one packet.
      writer.write(request).catch(() => {});
      writer.close().catch(() => {});
      return await read(bytes);
    } catch (error) {
      leave();
      if (this.#isClosed) throw new ConnectionLostError("the upstream closed the connection");
      throw error instanceof Error ? error : new Error(errorText(error));
    } finally {
      givenUp.removeEventListener("abort", leave);
    }
  }
}
