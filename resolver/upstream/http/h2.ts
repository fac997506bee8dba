/**
 * DNS over HTTP/2 (RFC 9113, RFC 8484) on a stream of our own, for servers whose certificates are
 * pinned: the runtime's client does not show certificates. It implements only what queries need.
 */
import { HpackReader } from "../../wire/hpack.ts";
import { ConnectionLostError, type Session } from "../sessions.ts";
import type { Stream } from "../stream.ts";
import { errorText } from "../transport.ts";
import { DNS_MESSAGE, findHeadFault, ResponseBody, ResponseHeadReader } from "./doh_response.ts";
import {
  encodeHttp2Frame,
  FrameCollector,
  H2_FLAG,
  H2_FRAME_TYPE,
  type Http2Frame,
  readContent,
} from "./h2_frames.ts";

/** The ALPN protocol name (RFC 9113 3.2). */
export const H2_ALPN = "h2";

const PREFACE = new TextEncoder().encode("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n");
/**
 * Settings (RFC 9113 6.5.2): no pushes; one stream may carry a message at once, with some room to
 * spare.
 */
const ENABLE_PUSH = 2;
const MAX_STREAMS = 3;
const INITIAL_WINDOW = 4;
const WINDOW = 131_072;
/**
 * The server's limits before its settings arrive, and the number of concurrent queries until then.
 */
const FIRST_WINDOW = 65_535;
const FIRST_STREAMS = 100;
const LAST_STREAM = 0x3fff_ffff;
const CANCEL = 8;
const REFUSED_STREAM = 7;
const LONGEST_HEAD = 16_384;
const NOTHING = new Uint8Array(0);

/** A query in flight. */
class H2Exchange {
  readonly body = new ResponseBody();
  head: ResponseHeadReader | undefined;
  readonly answered: (message: Uint8Array) => void;
  readonly failed: (error: Error) => void;
  readonly answer: Promise<Uint8Array>;
  constructor() {
    const { promise, resolve, reject } = Promise.withResolvers<Uint8Array>();
    this.answer = promise;
    this.answered = resolve;
    this.failed = reject;
  }
}

/** One connection of HTTP/2. */
export class H2Session implements Session {
  readonly #stream: Stream;
  readonly #head: (length: number) => Uint8Array;
  readonly #hpack = new HpackReader();
  readonly #exchanges = new Map<number, H2Exchange>();
  readonly #waiting: (() => void)[] = [];
  #nextStream = 1;
  #mostStreams = FIRST_STREAMS;
  /** Bytes of content that the server accepts, in all and on a new stream. */
  #window = FIRST_WINDOW;
  #streamWindow = FIRST_WINDOW;
  #isOver = false;
  #isClosed = false;
  #writing = Promise.resolve();
  /** The head in progress: its stream, and its parts so far. */
  #headOf = 0;
  #headEnds = false;
  #headParts: number[] = [];

  constructor(stream: Stream, authority: string, path: string) {
    this.#stream = stream;
    this.#head = (length) => questionHead(authority, path, length);
    const settings = Uint8Array.of(0, ENABLE_PUSH, 0, 0, 0, 0, 0, INITIAL_WINDOW, ...word(WINDOW));
    this.#write(PREFACE, encodeHttp2Frame(H2_FRAME_TYPE.SETTINGS, 0, 0, settings));
    void this.#read();
  }

  get isOver(): boolean {
    return this.#isOver || this.#nextStream > LAST_STREAM;
  }

  async ask(query: Uint8Array<ArrayBuffer>, givenUp: AbortSignal): Promise<Uint8Array> {
    while (
      !this.#isClosed && (this.#exchanges.size >= this.#mostStreams || this.#window < query.length)
    ) {
      await new Promise<void>((wake) => this.#waiting.push(wake));
    }
    if (this.isOver || givenUp.aborted) {
      throw new ConnectionLostError("the upstream closes the connection");
    }
    if (this.#streamWindow < query.length) throw new Error("a server that takes no questions");
    const exchange = new H2Exchange();
    const id = this.#nextStream;
    this.#nextStream += 2;
    this.#window -= query.length;
    this.#exchanges.set(id, exchange);
    const leave = () => {
      if (this.#exchanges.delete(id)) {
        this.#write(encodeHttp2Frame(H2_FRAME_TYPE.RST_STREAM, 0, id, word(CANCEL)));
      }
      exchange.failed(new ConnectionLostError("nobody waits"));
    };
    givenUp.addEventListener("abort", leave);
    this.#write(
      encodeHttp2Frame(H2_FRAME_TYPE.HEADERS, H2_FLAG.END_HEADERS, id, this.#head(query.length)),
      encodeHttp2Frame(H2_FRAME_TYPE.DATA, H2_FLAG.END_STREAM, id, query),
    );
    try {
      return await exchange.answer;
    } finally {
      givenUp.removeEventListener("abort", leave);
      this.#exchanges.delete(id);
      this.#wakeAll();
    }
  }

  close(): void {
    this.#end(new ConnectionLostError("the upstream was removed"));
  }

  #write(...frames: readonly Uint8Array[]): Promise<void> {
    const bytes = new Uint8Array(frames.reduce((sum, { length }) => sum + length, 0));
    for (let at = 0, i = 0; i < frames.length; at += frames[i++].length) bytes.set(frames[i], at);
    const written = this.#writing.then(async () => {
      for (let at = 0; at < bytes.length && !this.#isClosed;) {
        at += await this.#stream.write(bytes.subarray(at));
      }
    });
    this.#writing = written.catch((error) => this.#end(new ConnectionLostError(errorText(error))));
    return this.#writing;
  }

  async #read(): Promise<void> {
    const collector = new FrameCollector();
    try {
      while (!this.#isClosed) {
        const count = await this.#stream.read(collector.room);
        if (count === null) throw new ConnectionLostError("the upstream closed the connection");
        collector.filled(count);
        // Replies to a frame are written before the next one is read, so that no server can fill
        // our memory.
        for (let frame = collector.next(); frame !== undefined; frame = collector.next()) {
          await this.#take(frame);
        }
      }
    } catch (error) {
      this.#end(error instanceof Error ? error : new Error(errorText(error)));
    }
  }

  #take(frame: Http2Frame): Promise<void> | void {
    const { type, flags, stream, payload } = frame;
    if ((this.#headOf !== 0) !== (type === H2_FRAME_TYPE.CONTINUATION)) {
      throw new Error("frames out of order");
    }
    switch (type) {
      case H2_FRAME_TYPE.DATA:
        return this.#data(frame);
      case H2_FRAME_TYPE.HEADERS:
        this.#headEnds = (flags & H2_FLAG.END_STREAM) !== 0;
        return this.#headers(stream, flags, readContent(frame));
      case H2_FRAME_TYPE.CONTINUATION:
        return this.#headers(stream, flags, payload);
      case H2_FRAME_TYPE.RST_STREAM:
        return this.#reset(stream, numberAt(payload, 0));
      case H2_FRAME_TYPE.SETTINGS:
        return (flags & H2_FLAG.ACK) !== 0 ? undefined : this.#settings(payload);
      case H2_FRAME_TYPE.PING:
        return (flags & H2_FLAG.ACK) !== 0
          ? undefined
          : this.#write(encodeHttp2Frame(H2_FRAME_TYPE.PING, H2_FLAG.ACK, 0, payload));
      case H2_FRAME_TYPE.GOAWAY:
        return this.#goAway(numberAt(payload, 0));
      case H2_FRAME_TYPE.WINDOW_UPDATE:
        if (stream === 0) this.#window += numberAt(payload, 0);
        return this.#wakeAll();
      case H2_FRAME_TYPE.PUSH_PROMISE:
        throw new Error("a push that was not allowed");
    }
  }

  #data(frame: Http2Frame): Promise<void> | void {
    const { stream, flags, payload } = frame;
    const exchange = this.#exchanges.get(stream);
    const content = readContent(frame);
    if (content === undefined) throw new Error("a frame whose padding is too long");
    if (exchange?.head === undefined) exchange?.failed(new Error("an answer without a head"));
    else {
      try {
        exchange.body.take(content);
      } catch (error) {
        this.#write(encodeHttp2Frame(H2_FRAME_TYPE.RST_STREAM, 0, stream, word(CANCEL)));
        exchange.failed(error as Error);
      }
      if ((flags & H2_FLAG.END_STREAM) !== 0) finish(exchange);
    }
    if (payload.length > 0) {
      return this.#write(encodeHttp2Frame(H2_FRAME_TYPE.WINDOW_UPDATE, 0, 0, word(payload.length)));
    }
  }

  #headers(stream: number, flags: number, part: Uint8Array | undefined): void {
    if (part === undefined || stream === 0 || this.#headOf !== 0 && stream !== this.#headOf) {
      throw new Error("frames out of order");
    }
    if (this.#headParts.length + part.length > LONGEST_HEAD) {
      throw new Error(`a head of more than ${LONGEST_HEAD} bytes`);
    }
    this.#headOf = stream;
    this.#headParts.push(...part);
    if ((flags & H2_FLAG.END_HEADERS) === 0) return;
    const head = new ResponseHeadReader();
    const bytes = Uint8Array.from(this.#headParts);
    const exchange = this.#exchanges.get(stream);
    this.#headOf = 0;
    this.#headParts = [];
    if (!this.#hpack.read(bytes, 0, bytes.length, head)) {
      throw new Error("a head that cannot be read");
    }
    if (exchange === undefined) return;
    // A second head after the content is ignored, unless the first was an interim one.
    if (exchange.head === undefined && !head.isInterim) exchange.head = head;
    if (this.#headEnds) finish(exchange);
  }

  #reset(stream: number, code: number): void {
    const error = code === REFUSED_STREAM
      ? new ConnectionLostError("refused")
      : new Error("the upstream gave the question back");
    this.#exchanges.get(stream)?.failed(error);
  }

  #settings(payload: Uint8Array): Promise<void> {
    for (let at = 0; at + 6 <= payload.length; at += 6) {
      const id = payload[at] << 8 | payload[at + 1];
      const value = numberAt(payload, at + 2);
      if (id === MAX_STREAMS) this.#mostStreams = value;
      if (id === INITIAL_WINDOW) this.#streamWindow = value;
    }
    this.#wakeAll();
    return this.#write(encodeHttp2Frame(H2_FRAME_TYPE.SETTINGS, H2_FLAG.ACK, 0, NOTHING));
  }

  /** The server did not process queries after the last one that it accepted (RFC 9113 6.8). */
  #goAway(last: number): void {
    this.#isOver = true;
    for (const [id, exchange] of this.#exchanges) {
      if (id > last) exchange.failed(new ConnectionLostError("the upstream closes the connection"));
    }
    this.#wakeAll();
  }

  #end(error: Error): void {
    if (this.#isClosed) return;
    this.#isClosed = this.#isOver = true;
    this.#stream.close();
    for (const exchange of this.#exchanges.values()) exchange.failed(error);
    this.#wakeAll();
  }

  #wakeAll(): void {
    for (const wake of this.#waiting.splice(0)) wake();
  }
}

function finish({ head, body, answered, failed }: H2Exchange): void {
  const fault = head === undefined || head.status === 0
    ? "an answer without a status"
    : findHeadFault(head);
  if (fault === undefined) answered(body.bytes);
  else failed(new Error(fault));
}

function word(value: number): Uint8Array {
  return Uint8Array.of(value >>> 24, value >>> 16, value >>> 8, value);
}

function numberAt(bytes: Uint8Array, at: number): number {
  return bytes.length < at + 4
    ? 0
    : (bytes[at] << 24 | bytes[at + 1] << 16 | bytes[at + 2] << 8 | bytes[at + 3]) >>> 0;
}

/**
 * The head of a query as literals that are not indexed: a dynamic table would have to be shared.
 */
function questionHead(authority: string, path: string, length: number): Uint8Array {
  const fields = [[":method", "POST"], [":scheme", "https"], [":authority", authority], [
    ":path",
    path,
  ]];
  fields.push(["content-type", DNS_MESSAGE], ["accept", DNS_MESSAGE], [
    "content-length",
    String(length),
  ]);
  const bytes: number[] = [];
  const text = (value: string) => {
    // RFC 7541 5.1, with a prefix of seven bits.
    let rest = value.length - 127;
    if (rest < 0) bytes.push(value.length);
    else {
      bytes.push(127);
      for (; rest >= 128; rest >>>= 7) bytes.push(rest & 0x7f | 0x80);
      bytes.push(rest);
    }
    for (let i = 0; i < value.length; i++) bytes.push(value.charCodeAt(i));
  };
  for (const [name, value] of fields) {
    bytes.push(0);
    text(name);
    text(value);
  }
  return Uint8Array.from(bytes);
}
