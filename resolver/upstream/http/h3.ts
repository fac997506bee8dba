/**
 * DNS over HTTP/3 (RFC 9114, RFC 8484): only what queries need, without a dynamic table and without
 * pushes.
 */
import { QuicStreams } from "../quic/connection.ts";
import { StreamBytes } from "../quic/stream_bytes.ts";
import { ConnectionLostError, type Session } from "../sessions.ts";
import {
  findHeadFault,
  MAX_MESSAGE_BYTES,
  ResponseBody,
  ResponseHeadReader,
} from "./doh_response.ts";
import {
  encodeFrame,
  FrameReader,
  H3_ERROR,
  H3_FRAME_TYPE,
  H3Error,
  readVarint,
} from "./h3_frames.ts";
import { encodeQueryHead, QpackReader } from "./qpack.ts";

/** The ALPN protocol name (RFC 9114 3.1). */
export const H3_ALPN = "h3";
/** Streams that a server may open: control, two for QPACK, and some that are ignored. */
export const SERVER_STREAMS = 8;

/** Bytes of a head, and of the whole response to one query. */
const LONGEST_HEAD = 16_384;
const LONGEST_ANSWER = MAX_MESSAGE_BYTES + 4 * LONGEST_HEAD;
/** Types of one-way streams (RFC 9114 6.2, RFC 9204 4.2). */
const CONTROL = 0;
const PUSH = 1;
const ENCODER = 2;
const DECODER = 3;
/**
 * Settings: the longest head. Without a setting for it, no dynamic table is offered (RFC 9204 5).
 */
const MAX_FIELD_SECTION_SIZE = 6;
/** The one instruction to an encoder's table that changes nothing: its capacity stays 0. */
const CAPACITY_ZERO = 0x20;

/**
 * Our control stream: its type, then the settings. The length of the head is an integer of four
 * bytes.
 */
const OPENING = Uint8Array.of(
  ...[
    CONTROL,
    H3_FRAME_TYPE.SETTINGS,
    5,
    MAX_FIELD_SECTION_SIZE,
    0x80,
    0,
    LONGEST_HEAD >> 8,
    LONGEST_HEAD & 0xff,
  ],
);

/** One connection of HTTP/3. */
export class H3Session implements Session {
  readonly #streams: QuicStreams;
  readonly #authority: string;
  readonly #path: string;
  readonly #qpack = new QpackReader();
  #goesAway = false;
  /** The fault for which we closed the connection. */
  #fault: H3Error | undefined;
  readonly #critical = new Set<number>();
  /** Kept referenced: a stream that is collected ends, and this one must not (RFC 9114 6.2.1). */
  #control: WritableStreamDefaultWriter<Uint8Array> | undefined;

  constructor(conn: Deno.QuicConn, authority: string, path: string) {
    this.#streams = new QuicStreams(conn);
    this.#authority = authority;
    this.#path = path;
    this.#open(conn).catch((error) => this.#fail(error));
    this.#listen(conn).catch((error) => this.#fail(error));
  }

  get isOver(): boolean {
    return this.#goesAway || this.#streams.isClosed;
  }

  async ask(query: Uint8Array<ArrayBuffer>, givenUp: AbortSignal): Promise<Uint8Array> {
    const head = encodeFrame(
      H3_FRAME_TYPE.HEADERS,
      encodeQueryHead(this.#authority, this.#path, query.length),
    );
    const data = encodeFrame(H3_FRAME_TYPE.DATA, query);
    const bytes = new Uint8Array(head.length + data.length);
    bytes.set(head);
    bytes.set(data, head.length);
    const answer = await this.#answer(bytes, givenUp);
    const fault = findHeadFault(answer.head);
    if (fault !== undefined) throw new Error(fault);
    return answer.body.bytes;
  }

  close(): void {
    this.#streams.close(H3_ERROR.NO_ERROR);
  }

  async #answer(
    bytes: Uint8Array,
    givenUp: AbortSignal,
  ): Promise<{ head: ResponseHeadReader; body: ResponseBody }> {
    try {
      return await this.#streams.ask(bytes, LONGEST_HEAD, givenUp, (answer) => this.#read(answer));
    } catch (error) {
      if (error instanceof H3Error) this.#fail(error);
      // A server does not process what it refuses after GOAWAY (RFC 9114 5.2).
      else if (this.#goesAway) throw new ConnectionLostError("the upstream closes the connection");
      throw this.#fault ?? error;
    }
  }

  async #read(bytes: StreamBytes): Promise<{ head: ResponseHeadReader; body: ResponseBody }> {
    const frames = new FrameReader(bytes, LONGEST_ANSWER);
    const body = new ResponseBody();
    let head: ResponseHeadReader | undefined;
    for (let type = await frames.next(); type !== undefined; type = await frames.next()) {
      if (type === H3_FRAME_TYPE.HEADERS) {
        const payload = await frames.whole(LONGEST_HEAD);
        // A second head after the content is ignored, unless the first was an interim one.
        if (head === undefined || head.isInterim) head = this.#headOf(payload);
      } else if (type === H3_FRAME_TYPE.DATA) {
        if (head === undefined || head.isInterim) throw unexpected(type);
        for (let part = await frames.part(); part !== undefined; part = await frames.part()) {
          body.take(part);
        }
      } else if (isKnown(type)) throw unexpected(type);
    }
    if (head === undefined || head.isInterim) {
      throw new Error("the upstream ended the stream without an answer");
    }
    return { head, body };
  }

  #headOf(payload: Uint8Array): ResponseHeadReader {
    const head = new ResponseHeadReader();
    if (!this.#qpack.read(payload, 0, payload.length, head)) {
      throw new H3Error(H3_ERROR.QPACK_DECOMPRESSION_FAILED, "a head that cannot be read");
    }
    if (head.status === 0) throw new Error("a head without a status");
    return head;
  }

  async #open(conn: Deno.QuicConn): Promise<void> {
    const stream = await conn.createUnidirectionalStream({ waitUntilAvailable: true });
    this.#control = stream.getWriter();
    await this.#control.write(OPENING);
  }

  /** Accepts the streams that the server opens. */
  async #listen(conn: Deno.QuicConn): Promise<void> {
    for await (const stream of conn.incomingUnidirectionalStreams) {
      this.#hear(stream).catch((error) => this.#fail(error));
    }
  }

  async #hear(stream: Deno.QuicReceiveStream): Promise<void> {
    const bytes = new StreamBytes(stream, LONGEST_HEAD);
    const type = await readVarint(bytes, true);
    if (type === PUSH) throw new H3Error(H3_ERROR.ID_ERROR, "a push that was not allowed");
    if (type === undefined || type > DECODER) return bytes.cancel();
    if (this.#critical.has(type)) {
      throw new H3Error(H3_ERROR.STREAM_CREATION_ERROR, "a second stream of one kind");
    }
    this.#critical.add(type);
    if (type === CONTROL) await this.#steer(new FrameReader(bytes, Infinity));
    else await passOver(bytes, type);
    throw new H3Error(
      H3_ERROR.CLOSED_CRITICAL_STREAM,
      "the upstream ended a stream that must last",
    );
  }

  async #steer(frames: FrameReader): Promise<void> {
    if (await frames.next() !== H3_FRAME_TYPE.SETTINGS) {
      throw new H3Error(H3_ERROR.MISSING_SETTINGS, "no settings at first");
    }
    for (let type = await frames.next(); type !== undefined; type = await frames.next()) {
      if (type === H3_FRAME_TYPE.GOAWAY) this.#goesAway = true;
      else if (isKnown(type) && type !== H3_FRAME_TYPE.CANCEL_PUSH) throw unexpected(type);
    }
  }

  /** Closes the connection when the server violates the protocol. */
  #fail(error: unknown): void {
    if (!(error instanceof H3Error) || this.#streams.isClosed) return;
    this.#fault = error;
    this.#streams.close(error.code);
  }
}

/** The QPACK streams carry nothing of use while there is no dynamic table. */
async function passOver(bytes: StreamBytes, type: number): Promise<void> {
  do {
    if (type === ENCODER && bytes.waiting.some((byte) => byte !== CAPACITY_ZERO)) {
      throw new H3Error(H3_ERROR.QPACK_ENCODER_STREAM_ERROR, "a table that was not allowed");
    }
    bytes.use(bytes.waiting.length);
  } while (await bytes.more());
}

function isKnown(type: number): boolean {
  return Object.values(H3_FRAME_TYPE).includes(type);
}

function unexpected(type: number): H3Error {
  return new H3Error(H3_ERROR.FRAME_UNEXPECTED, `a frame out of place, type ${type}`);
}
