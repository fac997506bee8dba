/**
 * HTTP/2 for queries alone (RFC 9113, RFC 8484). A connection whose first request is a query is
 * served here, without the inner server, at a fraction of its cost. Any other request gets 421, and
 * clients retry it automatically on another connection (RFC 9110, 15.5.20).
 */
import type { Socket } from "node:net";
import type { OpenConnection } from "../connections.ts";
import { HpackReader } from "../../../resolver/wire/hpack.ts";
import { Http2Head } from "./head.ts";
import {
  assertProtocol,
  ERROR,
  Http2Error,
  Http2Reader,
  joined,
  NOTHING,
  paddingOf,
  prefixLength,
} from "./reader.ts";
import { Http2Streams, type Http2StreamsDeps, WINDOW_STEP } from "./streams.ts";
import {
  ACK,
  END_HEADERS,
  END_STREAM,
  FRAME,
  Http2Writer,
  LARGEST_WINDOW,
  LONGEST_FRAME,
  PADDED,
} from "./writer.ts";
import { StallCheck } from "../stall_check.ts";

/** Settings (RFC 9113, 6.5.2). */
const ENABLE_PUSH = 2;
const MAX_STREAMS = 3;
const INITIAL_WINDOW = 4;
const MAX_FRAME = 5;
const MAX_HEAD = 6;
/** Bytes of one head, compressed. */
const LONGEST_BLOCK = 16_384;
/**
 * Control frames between two requests: each costs little, but a flood of them is expensive (RFC
 * 9113, 10.5).
 */
const MOST_IDLE = 1000;

/** One client connection. */
export class Http2Queries implements OpenConnection {
  readonly #socket: Socket;
  readonly #deps: Http2StreamsDeps;
  readonly #reader = new Http2Reader((type, flags, id, bytes, from, to) => {
    this.#frame(type, flags, id, bytes, from, to);
    // The time limit covers one head, however many frames it has.
    if (this.#block === undefined) this.#partialSince = undefined;
  });
  readonly #writer: Http2Writer = new Http2Writer((bytes) => this.#send(bytes));
  readonly #hpack = new HpackReader();
  readonly #streams: Http2Streams;
  readonly #stall: StallCheck;
  #lastStream = 0;
  /** Whether SETTINGS arrived, which must be the first frame (RFC 9113, 3.4). */
  #isSettled = false;
  #idleFrames = 0;
  /** A head that continues in the next frame. */
  #block:
    | { readonly stream: number; readonly flags: number; readonly bytes: Uint8Array }
    | undefined = undefined;
  /** Received bytes of bodies for which no WINDOW_UPDATE was sent yet. */
  #unconfirmed = 0;
  #partialSince: number | undefined = undefined;
  #isOver = false;

  constructor(socket: Socket, deps: Http2StreamsDeps) {
    this.#socket = socket;
    this.#deps = deps;
    this.#streams = new Http2Streams(this.#writer, deps);
    this.#stall = new StallCheck(socket);
    this.#writer.frame(FRAME.SETTINGS, 0, 0, ownSettings(deps.limits.requestsOfOne));
    socket.on("data", (bytes: Uint8Array) => this.#receive(bytes));
    socket.on("drain", () => socket.resume());
    socket.on("end", () => this.close());
    socket.on("error", () => this.close());
    socket.on("close", () => this.#leave());
  }

  get idleSince(): number | undefined {
    return this.#streams.idleSince;
  }

  isOverdue(): boolean {
    const now = this.#deps.now();
    const { stalled, head } = this.#deps.limits;
    if (this.#stall.isLonger(stalled, now)) return true;
    return this.#partialSince !== undefined && now - this.#partialSince > head ||
      this.#streams.isOverdue();
  }

  /** Disconnects the client. */
  close(): void {
    this.#leave();
    this.#socket.destroy();
  }

  /** The client is gone: pending responses are dropped. */
  #leave(): void {
    this.#isOver = true;
    this.#streams.clear();
  }

  #receive(bytes: Uint8Array): void {
    if (this.#isOver) return;
    this.#streams.turn();
    try {
      this.#reader.push(bytes);
    } catch (error) {
      if (!(error instanceof Http2Error)) throw error;
      return this.#fail(error.code);
    }
    const isPartial = this.#reader.isPartial || this.#block !== undefined;
    this.#partialSince = isPartial ? this.#partialSince ?? this.#deps.now() : undefined;
  }

  #fail(code: number): void {
    this.#deps.faults.count("bad_request");
    this.#writer.words(FRAME.GOAWAY, 0, this.#lastStream, code);
    this.#writer.flush();
    this.#leave();
    this.#socket.destroySoon();
  }

  #send(bytes: Uint8Array): void {
    if (this.#isOver) return;
    this.#socket.write(bytes);
    // While a client does not read, no more of its requests are read.
    if (this.#socket.writableLength > this.#deps.limits.queries.unsent) this.#socket.pause();
  }

  #frame(
    type: number,
    flags: number,
    stream: number,
    bytes: Uint8Array,
    from: number,
    to: number,
  ): void {
    const isExpected = this.#block === undefined ||
      type === FRAME.CONTINUATION && stream === this.#block.stream;
    assertProtocol(isExpected && type !== FRAME.PUSH_PROMISE, ERROR.PROTOCOL_ERROR);
    assertProtocol(
      this.#isSettled || type === FRAME.SETTINGS && (flags & ACK) === 0,
      ERROR.PROTOCOL_ERROR,
    );
    if (type > FRAME.HEADERS || type === FRAME.HEADERS && from === to) this.#idleFrame();
    if (type === FRAME.HEADERS) return this.#headers(flags, stream, bytes, from, to);
    if (type === FRAME.DATA) return this.#data(flags, stream, bytes, from, to);
    const payload = bytes.subarray(from, to);
    if (type === FRAME.CONTINUATION) return this.#continuation(flags, stream, payload);
    if (type === FRAME.WINDOW_UPDATE) return this.#windowUpdate(stream, payload);
    if (type === FRAME.RST_STREAM || type === FRAME.PRIORITY) {
      return this.#aboutStream(type, stream, payload);
    }
    if (type !== FRAME.SETTINGS && type !== FRAME.PING && type !== FRAME.GOAWAY) return;
    assertProtocol(stream === 0, ERROR.PROTOCOL_ERROR);
    if (type === FRAME.SETTINGS) this.#settings(flags, payload);
    else if (type === FRAME.PING) this.#ping(flags, payload);
  }

  /** A frame that opens no stream and has no content. */
  #idleFrame(): void {
    assertProtocol(++this.#idleFrames <= MOST_IDLE, ERROR.ENHANCE_YOUR_CALM);
  }

  #ping(flags: number, payload: Uint8Array): void {
    assertProtocol(payload.length === 8, ERROR.FRAME_SIZE_ERROR);
    if ((flags & ACK) === 0) this.#writer.frame(FRAME.PING, ACK, 0, payload);
  }

  #settings(flags: number, payload: Uint8Array): void {
    assertProtocol(
      payload.length % 6 === 0 && ((flags & ACK) === 0 || payload.length === 0),
      ERROR.FRAME_SIZE_ERROR,
    );
    if ((flags & ACK) !== 0) return;
    this.#isSettled = true;
    let window: number | undefined;
    const view = new DataView(payload.buffer, payload.byteOffset, payload.length);
    for (let at = 0; at < payload.length; at += 6) {
      const name = view.getUint16(at);
      const value = view.getUint32(at + 2);
      if (name === ENABLE_PUSH) assertProtocol(value <= 1, ERROR.PROTOCOL_ERROR);
      if (name === MAX_FRAME) {
        assertProtocol(value >= LONGEST_FRAME && value < 1 << 24, ERROR.PROTOCOL_ERROR);
      }
      if (name !== INITIAL_WINDOW) continue;
      assertProtocol(value <= LARGEST_WINDOW, ERROR.FLOW_CONTROL_ERROR);
      window = value;
    }
    if (window !== undefined) this.#streams.resize(window);
    this.#streams.resized = true;
    this.#writer.frame(FRAME.SETTINGS, ACK, 0, NOTHING);
  }

  #windowUpdate(stream: number, payload: Uint8Array): void {
    assertProtocol(payload.length === 4, ERROR.FRAME_SIZE_ERROR);
    const more = new DataView(payload.buffer, payload.byteOffset).getUint32(0) & LARGEST_WINDOW;
    assertProtocol(more > 0 && (stream === 0 || this.#wasOpen(stream)), ERROR.PROTOCOL_ERROR);
    if (stream !== 0) return this.#streams.allow(stream, more);
    this.#writer.window += more;
    assertProtocol(this.#writer.window <= LARGEST_WINDOW, ERROR.FLOW_CONTROL_ERROR);
    this.#streams.resume();
  }

  /** RST_STREAM, or PRIORITY, which changes nothing (RFC 9113, 5.3.2). */
  #aboutStream(type: number, stream: number, payload: Uint8Array): void {
    assertProtocol(stream !== 0, ERROR.PROTOCOL_ERROR);
    assertProtocol(payload.length === (type === FRAME.PRIORITY ? 5 : 4), ERROR.FRAME_SIZE_ERROR);
    if (type === FRAME.PRIORITY) return;
    assertProtocol(this.#wasOpen(stream), ERROR.PROTOCOL_ERROR);
    this.#streams.reset(stream);
  }

  #wasOpen(stream: number): boolean {
    return stream % 2 === 1 && stream <= this.#lastStream;
  }

  #headers(flags: number, stream: number, bytes: Uint8Array, from: number, to: number): void {
    assertProtocol(stream % 2 === 1, ERROR.PROTOCOL_ERROR);
    const start = from + prefixLength(flags);
    const end = to - paddingOf(flags, bytes, from, to);
    assertProtocol(start <= end, ERROR.FRAME_SIZE_ERROR);
    if ((flags & END_HEADERS) !== 0) return this.#head(flags, stream, bytes, start, end);
    this.#block = { stream, flags, bytes: bytes.slice(start, end) };
  }

  #continuation(flags: number, stream: number, payload: Uint8Array): void {
    const block = this.#block;
    if (block === undefined) throw new Http2Error(ERROR.PROTOCOL_ERROR);
    const bytes = joined(block.bytes, payload);
    assertProtocol(bytes.length <= LONGEST_BLOCK && payload.length > 0, ERROR.ENHANCE_YOUR_CALM);
    this.#block = { stream, flags: block.flags, bytes };
    if ((flags & END_HEADERS) === 0) return;
    this.#block = undefined;
    this.#head(block.flags, stream, bytes, 0, bytes.length);
  }

  /** A complete head: of a new request, or the trailers of one. */
  #head(flags: number, stream: number, bytes: Uint8Array, from: number, to: number): void {
    const head = new Http2Head();
    const isLast = (flags & END_STREAM) !== 0;
    assertProtocol(this.#hpack.read(bytes, from, to, head), ERROR.COMPRESSION_ERROR);
    if (stream <= this.#lastStream) return this.#streams.trailers(stream, head, isLast);
    this.#lastStream = stream;
    this.#idleFrames = 0;
    this.#streams.open(stream, head, isLast);
  }

  #data(flags: number, stream: number, bytes: Uint8Array, from: number, to: number): void {
    assertProtocol(this.#wasOpen(stream), ERROR.PROTOCOL_ERROR);
    this.#unconfirmed += to - from;
    if (this.#unconfirmed >= WINDOW_STEP) {
      this.#writer.words(FRAME.WINDOW_UPDATE, 0, this.#unconfirmed);
      this.#unconfirmed = 0;
    }
    const end = to - paddingOf(flags, bytes, from, to);
    const start = from + prefixLength(flags & PADDED);
    if (start >= end) this.#idleFrame();
    this.#streams.data(stream, bytes.subarray(start, end), to - from, (flags & END_STREAM) !== 0);
  }
}

/** The server's settings: concurrent streams, and bytes of a head. */
function ownSettings(streams: number): Uint8Array {
  const settings = new Uint8Array(12);
  const view = new DataView(settings.buffer);
  view.setUint16(0, MAX_STREAMS);
  view.setUint32(2, streams);
  view.setUint16(6, MAX_HEAD);
  view.setUint32(8, LONGEST_BLOCK);
  return settings;
}
