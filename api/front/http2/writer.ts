/**
 * Writes HTTP/2 frames to a client: frames of one turn are batched, and bodies respect the client's
 * windows (RFC 9113, 4.1, 5.2).
 */

/** Types of frames (RFC 9113, 6). */
export const FRAME: {
  readonly [
    name in
      | "DATA"
      | "HEADERS"
      | "PRIORITY"
      | "RST_STREAM"
      | "SETTINGS"
      | "PUSH_PROMISE"
      | "PING"
      | "GOAWAY"
      | "WINDOW_UPDATE"
      | "CONTINUATION"
  ]: number;
} = {
  DATA: 0,
  HEADERS: 1,
  PRIORITY: 2,
  RST_STREAM: 3,
  SETTINGS: 4,
  PUSH_PROMISE: 5,
  PING: 6,
  GOAWAY: 7,
  WINDOW_UPDATE: 8,
  CONTINUATION: 9,
};
/** Flags: END_STREAM and the ACK of settings and pings share a bit. */
export const END_STREAM = 1;
export const ACK = 1;
export const END_HEADERS = 4;
export const PADDED = 8;
export const WITH_PRIORITY = 32;
/** Bytes before the payload of a frame. */
export const FRAME_HEADER = 9;
/** Bytes of the longest payload that every peer must accept. */
export const LONGEST_FRAME = 16_384;
/** The initial window (RFC 9113, 6.9.2). */
export const FIRST_WINDOW = 65_535;
/** The largest window that a client may ever allow (RFC 9113, 6.9.1). */
export const LARGEST_WINDOW = 0x7fff_ffff;

/**
 * A GOAWAY frame, for a connection that is not written by Http2Writer. `isFirst` = nothing was sent
 * before, so that empty settings come first (RFC 9113, 3.4).
 */
export function goAway(
  lastStream: number,
  code: number,
  isFirst: boolean,
): Uint8Array<ArrayBuffer> {
  const start = isFirst ? FRAME_HEADER : 0;
  const bytes = new Uint8Array(start + FRAME_HEADER + 8);
  const view = new DataView(bytes.buffer);
  if (isFirst) bytes[3] = FRAME.SETTINGS;
  bytes[start + 2] = 8;
  bytes[start + 3] = FRAME.GOAWAY;
  view.setUint32(start + FRAME_HEADER, lastStream);
  view.setUint32(start + FRAME_HEADER + 4, code);
  return bytes;
}

/** The body of a response that waits for window space. */
export interface PendingBody {
  readonly id: number;
  /** Bytes that the client allows for this stream. */
  window: number;
  rest: Uint8Array;
}

/** The output of one connection. */
export class Http2Writer {
  readonly #send: (bytes: Uint8Array<ArrayBuffer>) => void;
  #bytes = new Uint8Array(1024);
  #view = new DataView(this.#bytes.buffer);
  #length = 0;
  /** Bytes that the client allows for the connection. */
  window: number = FIRST_WINDOW;

  /** `send` receives the frames of a turn as one buffer. */
  constructor(send: (bytes: Uint8Array<ArrayBuffer>) => void) {
    this.#send = send;
  }

  /** Adds a frame. */
  frame(type: number, flags: number, stream: number, payload: Uint8Array): void {
    if (this.#length === 0) queueMicrotask(() => this.flush());
    const at = this.#length;
    const end = at + FRAME_HEADER + payload.length;
    if (end > this.#bytes.length) this.#grow(end);
    this.#view.setUint32(at, payload.length << 8 | type);
    this.#bytes[at + 4] = flags;
    this.#view.setUint32(at + 5, stream);
    this.#bytes.set(payload, at + FRAME_HEADER);
    this.#length = end;
  }

  /** Adds a frame whose payload is 32-bit numbers. */
  words(type: number, stream: number, ...words: readonly number[]): void {
    const payload = new Uint8Array(words.length * 4);
    const view = new DataView(payload.buffer);
    words.forEach((word, i) => view.setUint32(i * 4, word));
    this.frame(type, 0, stream, payload);
  }

  /** Adds as much of a body as the windows allow; returns whether that was all of it. */
  body(sending: PendingBody): boolean {
    // Most of them fit at once.
    const { length } = sending.rest;
    if (length <= LONGEST_FRAME && length <= this.window && length <= sending.window) {
      this.window -= length;
      this.frame(FRAME.DATA, END_STREAM, sending.id, sending.rest);
      return true;
    }
    for (;;) {
      const { id, rest } = sending;
      const size = Math.min(rest.length, LONGEST_FRAME, this.window, sending.window);
      if (size <= 0 && rest.length > 0) return false;
      this.window -= size;
      sending.window -= size;
      sending.rest = rest.subarray(size);
      this.frame(FRAME.DATA, size === rest.length ? END_STREAM : 0, id, rest.subarray(0, size));
      if (size === rest.length) return true;
    }
  }

  /** Sends the batched frames. */
  flush(): void {
    if (this.#length === 0) return;
    const bytes = this.#bytes.subarray(0, this.#length);
    this.#bytes = new Uint8Array(Math.min(16_384, Math.max(256, this.#length + 64)));
    this.#view = new DataView(this.#bytes.buffer);
    this.#length = 0;
    this.#send(bytes);
  }

  #grow(end: number): void {
    const larger = new Uint8Array(Math.max(end, this.#bytes.length * 2));
    larger.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = larger;
    this.#view = new DataView(larger.buffer);
  }
}
