/**
 * Which way a connection of HTTP/2 goes, told by its first request: one that is a query is served for queries alone (queries.ts),
 * every other by the inner hop. Nothing is sent before.
 */
import type { Socket } from "node:net";
import type { OpenConnection } from "../connections.ts";
import { HpackReader } from "../../../resolver/wire/hpack.ts";
import { Http2Head } from "./head.ts";
import { before, Http2Reader, joined, NOTHING, paddingOf } from "./reader.ts";
import { END_HEADERS, FRAME } from "./writer.ts";

/** Octets within which the first request must have come. */
const MOST = 16_384;

/** Finds the first request of a client. */
export class FirstRequest {
  #found: Http2Head | undefined = undefined;
  #isOver = false;
  readonly #reader = new Http2Reader((type, flags, _, bytes, from, to) =>
    this.#frame(type, flags, bytes, from, to)
  );

  /** Takes the next octets; the head of the first request, undefined = it has not come, false = it cannot be found. */
  push(octets: Uint8Array): Http2Head | undefined | false {
    try {
      this.#reader.push(octets);
    } catch {
      return false;
    }
    return this.#found ?? (this.#isOver ? false : undefined);
  }

  #frame(type: number, flags: number, bytes: Uint8Array, from: number, to: number): void {
    if (this.#isOver || type !== FRAME.HEADERS) return;
    this.#isOver = true;
    const start = from + before(flags),
      end = to - paddingOf(flags, bytes, from, to),
      head = new Http2Head();
    // A head in several frames is that of no query.
    if (
      (flags & END_HEADERS) !== 0 && start <= end && new HpackReader().read(bytes, start, end, head)
    ) {
      this.#found = head;
    }
  }
}

/** What becomes of a connection. */
export interface Http2Ways {
  /** Milliseconds until a client without a request is taken to wait for the settings of the server, and goes the way of others. */
  readonly patience: number;
  /** Whether a request is a query. */
  readonly isQuery: (path: string, host: string) => boolean;
  /** Go on with it, from its first octet. */
  readonly queries: () => void;
  readonly others: () => void;
}

/** A connection whose first request has not come. */
export class Http2Choice implements OpenConnection {
  readonly #socket: Socket;
  readonly #ways: Http2Ways;
  readonly #request = new FirstRequest();
  readonly #timer: ReturnType<typeof setTimeout>;
  #octets = NOTHING;
  /** It is not idle: it has a moment, as the handshake had. */
  readonly idleSince: undefined = undefined;

  constructor(socket: Socket, ways: Http2Ways) {
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

  readonly #receive = (octets: Uint8Array): void => {
    this.#octets = this.#octets.length === 0 ? octets : joined(this.#octets, octets);
    const head = this.#request.push(octets);
    if (head === undefined && this.#octets.length < MOST) return;
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
    if (this.#octets.length > 0) socket.unshift(this.#octets);
    way();
    socket.resume();
  }
}
