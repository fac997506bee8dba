/**
 * Chooses how an HTTP/2 connection is served, by its first request. If that is a query, the
 * connection is served for queries alone (queries.ts), otherwise by the inner server. Nothing is
 * sent before.
 */
import type { Socket } from "node:net";
import type { OpenConnection } from "../connections.ts";
import { HpackReader } from "../../../resolver/wire/hpack.ts";
import { Http2Head } from "./head.ts";
import { Http2Reader, joined, NOTHING, paddingOf, prefixLength } from "./reader.ts";
import { END_HEADERS, FRAME } from "./writer.ts";

/** Bytes within which the first request must be complete. */
const MOST = 16_384;

/** Finds the first request of a client. */
export class FirstRequest {
  #found: Http2Head | undefined = undefined;
  #isOver = false;
  readonly #reader = new Http2Reader((type, flags, _, bytes, from, to) =>
    this.#frame(type, flags, bytes, from, to)
  );

  /**
   * Takes the next bytes and returns the head of the first request; undefined = incomplete, false =
   * it cannot be found.
   */
  push(bytes: Uint8Array): Http2Head | undefined | false {
    try {
      this.#reader.push(bytes);
    } catch {
      return false;
    }
    return this.#found ?? (this.#isOver ? false : undefined);
  }

  #frame(type: number, flags: number, bytes: Uint8Array, from: number, to: number): void {
    if (this.#isOver || type !== FRAME.HEADERS) return;
    this.#isOver = true;
    const start = from + prefixLength(flags);
    const end = to - paddingOf(flags, bytes, from, to);
    const head = new Http2Head();
    // A head split into several frames is not treated as a query.
    if (
      (flags & END_HEADERS) !== 0 && start <= end && new HpackReader().read(bytes, start, end, head)
    ) {
      this.#found = head;
    }
  }
}

/** The ways to serve a connection. */
export interface Http2Routes {
  /**
   * Milliseconds after which a client without a request is assumed to wait for the server's
   * settings, and is served by the inner server.
   */
  readonly patience: number;
  /** Whether a request is a query. */
  readonly isQuery: (path: string, host: string) => boolean;
  /** Serves it for queries, from its first byte. */
  readonly queries: () => void;
  readonly others: () => void;
}

/** A connection whose first request has not arrived. */
export class Http2Choice implements OpenConnection {
  readonly #socket: Socket;
  readonly #ways: Http2Routes;
  readonly #request = new FirstRequest();
  readonly #timer: ReturnType<typeof setTimeout>;
  #bytes = NOTHING;
  /** It never counts as idle: its time is limited, as for the handshake. */
  readonly idleSince: undefined = undefined;

  constructor(socket: Socket, ways: Http2Routes) {
    this.#socket = socket;
    this.#ways = ways;
    this.#timer = setTimeout(() => this.#go(ways.others), ways.patience);
    socket.on("data", this.#receive);
    socket.on("error", this.#leave);
    socket.on("close", this.#leave);
    socket.on("end", this.#leave);
  }

  isOverdue(): boolean {
    return false;
  }

  readonly #leave = (): void => {
    clearTimeout(this.#timer);
    this.#socket.destroy();
  };

  readonly #receive = (bytes: Uint8Array): void => {
    this.#bytes = this.#bytes.length === 0 ? bytes : joined(this.#bytes, bytes);
    const head = this.#request.push(bytes);
    if (head === undefined && this.#bytes.length < MOST) return;
    const { queries, others, isQuery } = this.#ways;
    this.#go(head && isQuery(head.path, head.host) ? queries : others);
  };

  #go(way: () => void): void {
    clearTimeout(this.#timer);
    const socket = this.#socket.off("data", this.#receive).off("error", this.#leave).off(
      "close",
      this.#leave,
    );
    socket.off("end", this.#leave);
    socket.pause();
    if (this.#bytes.length > 0) socket.unshift(this.#bytes);
    way();
    socket.resume();
  }
}
