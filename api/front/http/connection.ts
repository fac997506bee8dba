/**
 * One client connection: its bytes are forwarded to the inner server and back, under the front's
 * own time limits.
 */
import { connect, type Socket } from "node:net";
import type { TLSSocket } from "node:tls";
import { type Address, parseAddress } from "../../../policy/model/address.ts";
import type { ClientFaults } from "../../http/client_faults.ts";
import { ERROR } from "../http2/reader.ts";
import { goAway } from "../http2/writer.ts";
import { Http2Frames } from "./frames.ts";
import type { InnerHandler, InnerHop } from "./inner_hop.ts";
import { type FramingRefusal, RequestFraming } from "./request_framing.ts";
import type { FrontLimits } from "../limits.ts";
import type { FrontPeer, HeadFields } from "../protocol.ts";
import { StallCheck } from "../stall_check.ts";
import type { Runtime } from "../../system/runtime.ts";

/** Milliseconds within which requests that the client cancelled are counted. */
const GIVEN_UP_WITHIN = 10_000;

/** Milliseconds that a client has to read why it is disconnected. */
const LINGER = 500;

/** Frames without a request or content that an HTTP/2 client may send within ten seconds. */
const MOST_IDLE_FRAMES = 1000;
const IDLE_FRAMES_WITHIN = 10_000;

/** The responses to requests that could be read in two ways. */
const REFUSALS: Readonly<Record<FramingRefusal, string>> = {
  400: "HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n",
  431:
    "HTTP/1.1 431 Request Header Fields Too Large\r\nConnection: close\r\nContent-Length: 0\r\n\r\n",
};

/** Dependencies of a connection. */
export interface ConnectionDeps {
  readonly hop: InnerHop;
  readonly handle: (connection: Connection) => InnerHandler;
  /** Milliseconds of a monotonic clock. */
  readonly now: Runtime["now"];
  readonly limits: FrontLimits;
  readonly faults: ClientFaults;
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
  /** Over HTTP/2 its frames, over HTTP/1.1 its requests. */
  readonly #frames: Http2Frames | undefined;
  readonly #framing = new RequestFraming();
  /** Sent as the last bytes, once the inner server has closed. */
  #farewell: string | Uint8Array | undefined = undefined;
  #idleFramesSince = 0;
  #inner: Socket | undefined = undefined;
  #running = 0;
  /** Time of its last request; before the first request, time of the handshake. */
  #idleSince: number;
  /** When bytes arrived that belong to no request yet. */
  #headSince: number | undefined = undefined;
  readonly #stall: StallCheck;
  #heldSince: number | undefined = undefined;
  #answered = 0;
  #ended = 0;
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
    this.#ended++;
    const now = this.#idleSince = this.#deps.now();
    if (this.#framing.refusal !== undefined) this.#refuse();
    if (!givenUp) return;
    if (now - this.#givenUpSince > GIVEN_UP_WITHIN) [this.#givenUp, this.#givenUpSince] = [0, now];
    if (++this.#givenUp > this.#deps.limits.givenUp) this.#calm();
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
    if (this.#farewell !== undefined || this.#framing.refusal !== undefined) return;
    const passed = this.#frames === undefined
      ? this.#requests(bytes)
      : this.#checkedFrames(this.#frames, bytes);
    if (passed === undefined || passed.length === 0) return;
    const inner = this.#inner ??= this.#open();
    if (inner.write(passed)) return;
    this.#socket.pause();
    inner.once("drain", () => this.#socket.resume());
  }

  /** The bytes of complete heads and bodies over HTTP/1.1. */
  #requests(bytes: Uint8Array): Uint8Array {
    if (this.#running === 0) this.#headSince ??= this.#deps.now();
    const passed = this.#framing.push(bytes);
    if (this.#framing.refusal !== undefined) {
      this.#deps.faults.count("bad_request");
      this.#refuse();
    }
    return passed;
  }

  /**
   * Checks the frames of an HTTP/2 client; undefined = the connection ends, because of another
   * protocol or a flood.
   */
  #checkedFrames(frames: Http2Frames, bytes: Uint8Array): Uint8Array | undefined {
    const now = this.#deps.now();
    if (!frames.fromClient(bytes)) {
      this.close();
      return undefined;
    }
    this.#headSince = frames.unfinished ? this.#headSince ?? now : undefined;
    if (frames.idleFrames > MOST_IDLE_FRAMES) {
      this.#calm();
      return undefined;
    }
    if (now - this.#idleFramesSince > IDLE_FRAMES_WITHIN) {
      frames.idleFrames = 0;
      this.#idleFramesSince = now;
    }
    return bytes;
  }

  /** Refuses the request that was not passed on, after the responses to those before it. */
  #refuse(): void {
    const { heads, refusal, isInBody } = this.#framing;
    if (refusal === undefined || this.#farewell !== undefined) return;
    if (this.#ended < heads && !isInBody) return;
    this.#farewell = REFUSALS[refusal];
    // The event `close` sends the refusal. A request whose body is invalid gets no response.
    if (this.#inner === undefined) this.#leave();
    else if (isInBody) this.#inner.destroy();
    else this.#inner.end();
  }

  /** Disconnects a client whose frames are a flood (RFC 9113, 10.5). */
  #calm(): void {
    const frames = this.#frames;
    if (frames === undefined) return this.close();
    if (this.#farewell !== undefined) return;
    this.#deps.faults.count("bad_request");
    this.#farewell = goAway(frames.lastStream, ERROR.ENHANCE_YOUR_CALM, !frames.hasAnswered);
    // What the client still sends is read and dropped: a reset would discard the last bytes.
    this.#socket.resume();
    if (this.#inner === undefined) return this.#leave();
    this.#inner.unpipe(this.#socket);
    this.#finishFrame(this.#inner, frames.serverRest);
  }

  /** Sends the rest of the server's frame in progress before the last bytes. */
  #finishFrame(inner: Socket, rest: number | undefined): void {
    if (rest === undefined) return this.close();
    if (rest === 0) return this.#leave();
    let missing = rest;
    inner.on("data", (bytes: Uint8Array) => {
      if (missing === 0) return;
      const last = bytes.subarray(0, missing);
      missing -= last.length;
      this.#socket.write(last);
      if (missing === 0) this.#leave();
    });
    inner.resume();
    this.closeSoon();
  }

  /** Sends the last bytes. */
  #leave(): void {
    const bytes = this.#farewell;
    if (bytes === undefined) return this.#socket.destroySoon();
    if (!this.#socket.destroyed) this.#socket.end(bytes);
    this.closeSoon();
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
      this.#leave();
    });
    if (this.#frames !== undefined) {
      inner.on("data", (bytes: Uint8Array) => this.#frames?.fromServer(bytes));
    }
    inner.pipe(this.#socket, { end: false });
    return inner;
  }
}
