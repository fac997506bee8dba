/**
 * Follows the frames of HTTP/2 by their headers alone, without reading them (RFC 9113, 4.1): whether the head of a request is under
 * way, and which streams are not ended, so that slow clients can be cut off while frames of housekeeping are no requests.
 */

/** What an HTTP/2 client begins with (RFC 9113, 3.4). */
export const PREFACE: Uint8Array<ArrayBuffer> = new TextEncoder().encode(
  "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
);

const FRAME_HEADER = 9,
  DATA = 0,
  HEADERS = 1,
  RST_STREAM = 3,
  CONTINUATION = 9,
  END_STREAM = 1,
  END_HEADERS = 4;

/** Streams that may be open before the server's own limit is heard of. */
const MOST_OPEN = 1000;

/** One direction of a connection. */
class Frames {
  readonly #header = new Uint8Array(FRAME_HEADER);
  #headerLength = 0;
  /** Octets of the payload of the frame that are still to come. */
  #left = 0;
  readonly #begun: (type: number, flags: number, stream: number) => void;

  constructor(begun: (type: number, flags: number, stream: number) => void) {
    this.#begun = begun;
  }

  push(octets: Uint8Array, from = 0): void {
    for (let at = from; at < octets.length;) {
      const skipped = Math.min(this.#left, octets.length - at);
      this.#left -= skipped;
      at += skipped;
      if (at === octets.length) return;
      this.#header[this.#headerLength++] = octets[at++];
      if (this.#headerLength < FRAME_HEADER) continue;
      const [high, middle, low, type, flags, a, b, c, d] = this.#header;
      this.#headerLength = 0;
      this.#left = high << 16 | middle << 8 | low;
      this.#begun(type, flags, (a & 127) << 24 | b << 16 | c << 8 | d);
    }
  }

  /** Whether a frame that is no data was begun and not ended: bodies have a time of their own. */
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
  readonly #client = new Frames((type, flags, stream) => {
    if (type === HEADERS || type === CONTINUATION) this.#inHead = (flags & END_HEADERS) === 0;
    if (type === HEADERS && stream > this.#lastStream) this.#open.add(this.#lastStream = stream);
    if (type === RST_STREAM) this.#open.delete(stream);
  });
  readonly #server = new Frames((type, flags, stream) => {
    if (type === DATA) this.answered++;
    const ends = (type === DATA || type === HEADERS) && (flags & END_STREAM) !== 0;
    if (ends || type === RST_STREAM) this.#open.delete(stream);
  });
  /** Frames of data that the server sent. */
  answered = 0;

  /** Takes what the client sent; false when it does not speak HTTP/2, or opens more streams than any server allows. */
  fromClient(octets: Uint8Array): boolean {
    let at = 0;
    while (this.#preface < PREFACE.length && at < octets.length) {
      if (octets[at++] !== PREFACE[this.#preface++]) return false;
    }
    this.#client.push(octets, at);
    return this.#open.size <= MOST_OPEN;
  }

  /** Takes what the server sent. */
  fromServer(octets: Uint8Array): void {
    this.#server.push(octets);
  }

  /** Whether a head, or another frame of the client that is no data, was begun and not ended. */
  get unfinished(): boolean {
    return this.#preface < PREFACE.length || this.#inHead || this.#client.isUnfinished;
  }

  /** Streams that the client opened and whose answer was not sent to its end. */
  get open(): number {
    return this.#open.size;
  }
}
