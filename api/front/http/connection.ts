/**
 * One client connection: its bytes are forwarded to the inner server and back, under the front's
 * own time limits.
 */
import { connect, type Socket } from "node:net";
import type { TLSSocket } from "node:tls";
import { type Address, parseAddress } from "../../../policy/model/address.ts";
import { Http2Frames, PREFACE } from "./frames.ts";
import type { InnerHandler, InnerHop } from "./inner_hop.ts";
import type { FrontLimits } from "../limits.ts";
import type { FrontPeer, HeadFields } from "../protocol.ts";
import { StallCheck } from "../stall_check.ts";
import type { Runtime } from "../../system/runtime.ts";

/** Milliseconds within which requests that the client cancelled are counted. */
const GIVEN_UP_WITHIN = 10_000;

/** Milliseconds that a client has to read why it is disconnected. */
const LINGER = 500;

/** Dependencies of a connection. */
export interface ConnectionDeps {
  readonly hop: InnerHop;
  readonly handle: (connection: Connection) => InnerHandler;
  /** Milliseconds of a monotonic clock. */
  readonly now: Runtime["now"];
  readonly limits: FrontLimits;
}

/**
 * A client after its TLS handshake. The connection to the inner server is opened on its first byte.
 */
export class Connection {
  readonly peer: FrontPeer;
  /** The address of the client. */
  readonly address: Address;
  readonly #socket: TLSSocket;
  readonly #deps: ConnectionDeps;
  readonly #frames: Http2Frames | undefined;
  #inner: Socket | undefined = undefined;
  #running = 0;
  /** Time of its last request; before the first request, time of the handshake. */
  #idleSince: number;
  /** When bytes arrived that belong to no request yet. */
  #headSince: number | undefined = undefined;
  readonly #stall: StallCheck;
  #heldSince: number | undefined = undefined;
  #answered = 0;
  #givenUp = 0;
  #givenUpSince = 0;

  constructor(socket: TLSSocket, peer: FrontPeer, deps: ConnectionDeps) {
    this.#socket = socket;
    this.#stall = new StallCheck(socket);
    this.peer = peer;
    this.address = parseAddress(peer.address)!;
    this.#deps = deps;
    this.#frames = peer.protocol === "h2" ? new Http2Frames() : undefined;
    this.#idleSince = deps.now();
    socket.on("data", (bytes: Uint8Array) => this.#received(bytes));
    socket.on("end", () => this.#inner === undefined ? socket.destroy() : this.#inner.end());
    socket.on("error", () => socket.destroy());
    socket.on("close", () => this.#inner?.destroy());
  }

  /** Number of requests in progress. */
  get running(): number {
    return this.#running;
  }

  /** Since when it has had no request; undefined while it has one. */
  get idleSince(): number | undefined {
    return this.#running === 0 ? this.#idleSince : undefined;
  }

  /** The head of a request has arrived. */
  began(): void {
    this.#running++;
    this.#headSince = undefined;
  }

  /** A request was answered, or cancelled by the client. */
  ended(givenUp: boolean): void {
    this.#running--;
    const now = this.#idleSince = this.#deps.now();
    if (!givenUp) return;
    if (now - this.#givenUpSince > GIVEN_UP_WITHIN) [this.#givenUp, this.#givenUpSince] = [0, now];
    if (++this.#givenUp > this.#deps.limits.givenUp) this.close();
  }

  /**
   * Closes soon after a response with `connection: close`. HTTP/2 has no such field (RFC 9113,
   * 8.2.2), and the inner server waits for more.
   */
  answered(fields: HeadFields): void {
    if (fields.some(([name, value]) => name === "connection" && value === "close")) {
      this.closeSoon();
    }
  }

  /**
   * The rest of a body will not be read. Over HTTP/1.1 it precedes the next request; HTTP/2 has
   * separate streams.
   */
  leaveBody(): void {
    if (this.peer.protocol === "http/1.1") this.closeSoon();
  }

  /** Disconnects the client once it has had time to read the response: a reset would discard it. */
  closeSoon(): void {
    setTimeout(() => this.close(), LINGER);
  }

  /** Disconnects the client. */
  close(): void {
    this.#socket.destroy();
  }

  /** Whether a time limit has passed. */
  isOverdue(): boolean {
    const now = this.#deps.now();
    const { head, idle, stalled } = this.#deps.limits;
    const over = (since: number | undefined, limit: number) =>
      since !== undefined && now - since > limit;
    this.#measure(now);
    if (this.#stall.isLonger(stalled, now) || over(this.#heldSince, stalled)) return true;
    if (this.#headSince !== undefined) return over(this.#headSince, head);
    return this.#running === 0 && over(this.#idleSince, idle);
  }

  /**
   * Over HTTP/2 a client may also hold responses back by its window: they are delivered, and their
   * streams stay open.
   */
  #measure(now: number): void {
    const { open, answered } = this.#frames ?? { open: 0, answered: 0 };
    if (open <= this.#running) this.#heldSince = undefined;
    else if (answered !== this.#answered || this.#heldSince === undefined) this.#heldSince = now;
    this.#answered = answered;
  }

  #received(bytes: Uint8Array): void {
    if (!this.#understood(bytes)) return this.close();
    const inner = this.#inner ??= this.#open();
    if (inner.write(bytes)) return;
    this.#socket.pause();
    inner.once("drain", () => this.#socket.resume());
  }

  /**
   * Tracks where heads begin and end; false when the client speaks another version than it agreed
   * to.
   */
  #understood(bytes: Uint8Array): boolean {
    const now = this.#deps.now();
    if (this.#frames === undefined) {
      if (this.#running === 0) this.#headSince ??= now;
      return this.#inner !== undefined || bytes[0] !== PREFACE[0] || bytes[1] !== PREFACE[1] ||
        bytes[2] !== PREFACE[2];
    }
    const right = this.#frames.fromClient(bytes);
    this.#headSince = this.#frames.unfinished ? this.#headSince ?? now : undefined;
    return right;
  }

  #open(): Socket {
    const { hop, handle } = this.#deps;
    const inner = connect(hop.port, "127.0.0.1");
    let port = 0;
    inner.setNoDelay(true);
    inner.once("connect", () => {
      port = inner.localPort ?? 0;
      if (this.#socket.destroyed) inner.destroy();
      else hop.expect(port, handle(this));
    });
    inner.on("error", () => {});
    inner.once("close", () => {
      hop.forget(port);
      // The last response is still in transit to the client.
      this.#socket.destroySoon();
    });
    if (this.#frames !== undefined) {
      inner.on("data", (bytes: Uint8Array) => this.#frames?.fromServer(bytes));
    }
    inner.pipe(this.#socket);
    return inner;
  }
}
