/**
 * Tracks HTTP/2 frames by their headers alone, without reading them (RFC 9113, 4.1): whether the
 * head of a request is in progress, which streams are open, and how many frames moved nothing. Slow
 * clients and floods can thus be disconnected, while control frames do not count as requests.
 */

/** The client connection preface of HTTP/2 (RFC 9113, 3.4). */
export const PREFACE: Uint8Array<ArrayBuffer> = new TextEncoder().encode(
  "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
);

const FRAME_HEADER = 9;
const DATA = 0;
const HEADERS = 1;
const RST_STREAM = 3;
const CONTINUATION = 9;
const END_STREAM = 1;
const END_HEADERS = 4;
const PADDED = 8;

/** Frames of window updates that one DATA frame of a response allows. */
const UPDATES_OF_DATA = 4;

/** Streams that may be open before the server's own limit is received. */
const MOST_OPEN = 1000;

/** Receives the header of a frame. */
type OnFrameHeader = (type: number, flags: number, stream: number, length: number) => void;

/** One direction of a connection. */
class Frames {
  readonly #header = new Uint8Array(FRAME_HEADER);
  #headerLength = 0;
  /** Bytes of the frame's payload still to come. */
  #left = 0;
  readonly #begun: OnFrameHeader;

  constructor(begun: OnFrameHeader) {
    this.#begun = begun;
  }

  push(bytes: Uint8Array, from = 0): void {
    for (let at = from; at < bytes.length;) {
      const skipped = Math.min(this.#left, bytes.length - at);
      this.#left -= skipped;
      at += skipped;
      if (at === bytes.length) return;
      this.#header[this.#headerLength++] = bytes[at++];
      if (this.#headerLength < FRAME_HEADER) continue;
      const [high, middle, low, type, flags, a, b, c, d] = this.#header;
      this.#headerLength = 0;
      this.#left = high << 16 | middle << 8 | low;
      this.#begun(type, flags, (a & 127) << 24 | b << 16 | c << 8 | d, this.#left);
    }
  }

  /** Bytes until the end of the frame in progress; undefined = its header is incomplete. */
  get rest(): number | undefined {
    return this.#headerLength > 0 ? undefined : this.#left;
  }

  /** Whether a frame other than DATA is incomplete: bodies have a time limit of their own. */
  get isUnfinished(): boolean {
    return this.#headerLength > 0 || (this.#left > 0 && this.#header[3] !== DATA);
  }
}

/** Both directions of one connection of HTTP/2. */
export class Http2Frames {
  #preface = 0;
  #inHead = false;
  #lastStream = 0;
  readonly #open = new Set<number>();
  readonly #client = new Frames((type, flags, stream, length) => {
    if (type === HEADERS || type === CONTINUATION) this.#inHead = (flags & END_HEADERS) === 0;
    if (type === RST_STREAM) this.#open.delete(stream);
    if (type === HEADERS && stream > this.#lastStream) {
      this.#open.add(this.#lastStream = stream);
      this.idleFrames = 0;
      return;
    }
    const isBody = type === DATA && length > 0 && (flags & PADDED) === 0;
    if (!isBody) this.idleFrames++;
  });
  readonly #server = new Frames((type, flags, stream) => {
    if (type === DATA) {
      this.answered++;
      this.idleFrames = Math.max(0, this.idleFrames - UPDATES_OF_DATA);
    }
    const ends = (type === DATA || type === HEADERS) && (flags & END_STREAM) !== 0;
    if (ends || type === RST_STREAM) this.#open.delete(stream);
  });
  /** Number of DATA frames that the server sent. */
  answered = 0;
  /**
   * Frames of the client since its last request that opened no stream and had no content: a flood
   * of them is expensive (RFC 9113, 10.5).
   */
  idleFrames = 0;

  /**
   * Takes bytes from the client; false when it does not speak HTTP/2, or opens more streams than
   * any server allows.
   */
  fromClient(bytes: Uint8Array): boolean {
    let at = 0;
    while (this.#preface < PREFACE.length && at < bytes.length) {
      if (bytes[at++] !== PREFACE[this.#preface++]) return false;
    }
    this.#client.push(bytes, at);
    return this.#open.size <= MOST_OPEN;
  }

  /** Whether the server has sent anything. */
  hasAnswered = false;

  /** Takes bytes from the server. */
  fromServer(bytes: Uint8Array): void {
    this.hasAnswered = true;
    this.#server.push(bytes);
  }

  /** Whether a head, or another frame of the client except DATA, is incomplete. */
  get unfinished(): boolean {
    return this.#preface < PREFACE.length || this.#inHead || this.#client.isUnfinished;
  }

  /** Bytes until the end of the server's frame in progress; undefined = its header is incomplete. */
  get serverRest(): number | undefined {
    return this.#server.rest;
  }

  /** The last stream that the client opened. */
  get lastStream(): number {
    return this.#lastStream;
  }

  /** Streams that the client opened and whose response is not complete. */
  get open(): number {
    return this.#open.size;
  }
}
