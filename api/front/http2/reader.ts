/** Parses the HTTP/2 frames of a client, complete and in order (RFC 9113, 3.4, 4.1). Pure. */
import { PREFACE } from "../http/frames.ts";
import { FRAME_HEADER, LONGEST_FRAME, PADDED, WITH_PRIORITY } from "./writer.ts";

/** Codes of errors (RFC 9113, 7). */
export const ERROR: {
  readonly [
    name in
      | "NO_ERROR"
      | "PROTOCOL_ERROR"
      | "FLOW_CONTROL_ERROR"
      | "STREAM_CLOSED"
      | "FRAME_SIZE_ERROR"
      | "REFUSED_STREAM"
      | "COMPRESSION_ERROR"
      | "ENHANCE_YOUR_CALM"
  ]: number;
} = {
  NO_ERROR: 0,
  PROTOCOL_ERROR: 1,
  FLOW_CONTROL_ERROR: 3,
  STREAM_CLOSED: 5,
  FRAME_SIZE_ERROR: 6,
  REFUSED_STREAM: 7,
  COMPRESSION_ERROR: 9,
  ENHANCE_YOUR_CALM: 11,
};

/** Closes the connection with an error code. */
export class Http2Error extends Error {
  readonly code: number;
  constructor(code: number) {
    super(`HTTP/2 error ${code}`);
    this.code = code;
  }
}

/** Throws an Http2Error with a code unless a condition is true. */
export function assertProtocol(holds: boolean, code: number): void {
  if (!holds) throw new Http2Error(code);
}

/** Receives a frame with the payload `bytes[from, to)`, valid during the call. */
export type OnFrame = (
  type: number,
  flags: number,
  stream: number,
  bytes: Uint8Array,
  from: number,
  to: number,
) => void;

/** No bytes. */
export const NOTHING: Uint8Array = new Uint8Array(0);

/** Splits the bytes of a client into frames. */
export class Http2Reader {
  readonly #take: OnFrame;
  #held = NOTHING;
  #preface = 0;

  constructor(take: OnFrame) {
    this.#take = take;
  }

  /** Whether a frame, or the connection preface, is incomplete. */
  get isPartial(): boolean {
    return this.#held.length > 0 || this.#preface < PREFACE.length;
  }

  /** Takes the next bytes; throws an Http2Error for bytes that are not HTTP/2. */
  push(more: Uint8Array): void {
    const bytes = this.#held.length === 0 ? more : joined(this.#held, more);
    let at = 0;
    while (this.#preface < PREFACE.length && at < bytes.length) {
      assertProtocol(bytes[at++] === PREFACE[this.#preface++], ERROR.PROTOCOL_ERROR);
    }
    while (at + FRAME_HEADER <= bytes.length) {
      const length = bytes[at] << 16 | bytes[at + 1] << 8 | bytes[at + 2];
      const start = at + FRAME_HEADER;
      assertProtocol(length <= LONGEST_FRAME, ERROR.FRAME_SIZE_ERROR);
      if (start + length > bytes.length) break;
      const stream = (bytes[at + 5] & 127) << 24 | bytes[at + 6] << 16 | bytes[at + 7] << 8 |
        bytes[at + 8];
      this.#take(bytes[at + 3], bytes[at + 4], stream, bytes, start, start + length);
      at = start + length;
    }
    // A copy: the chunk may be large, and its rest small.
    this.#held = at === bytes.length ? NOTHING : bytes.slice(at);
  }
}

/**
 * Bytes of padding after the content of a frame `bytes[from, to)`, which begins with their number
 * (RFC 9113, 6.1).
 */
export function paddingOf(flags: number, bytes: Uint8Array, from: number, to: number): number {
  if ((flags & PADDED) === 0) return 0;
  assertProtocol(from < to, ERROR.FRAME_SIZE_ERROR);
  assertProtocol(bytes[from] < to - from, ERROR.PROTOCOL_ERROR);
  return bytes[from];
}

/** Bytes before the content of a HEADERS or DATA frame: the padding length, and the priority. */
export function prefixLength(flags: number): number {
  const padding = (flags & PADDED) === 0 ? 0 : 1;
  const priority = (flags & WITH_PRIORITY) === 0 ? 0 : 5;
  return padding + priority;
}

/** Both, one after the other. */
export function joined(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const both = new Uint8Array(first.length + second.length);
  both.set(first);
  both.set(second, first.length);
  return both;
}
