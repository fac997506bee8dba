/** Frames of HTTP/2 as a client sends them, whole and in order (RFC 9113, 3.4, 4.1). Pure. */
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
  ...{
    NO_ERROR: 0,
    PROTOCOL_ERROR: 1,
    FLOW_CONTROL_ERROR: 3,
    STREAM_CLOSED: 5,
    FRAME_SIZE_ERROR: 6,
  },
  ...{ REFUSED_STREAM: 7, COMPRESSION_ERROR: 9, ENHANCE_YOUR_CALM: 11 },
};

/** Ends a connection with a code. */
export class Http2Error extends Error {
  readonly code: number;
  constructor(code: number) {
    super(`HTTP/2 error ${code}`);
    this.code = code;
  }
}

/** Throws an Http2Error with a code unless something holds. */
export function expect(holds: boolean, code: number): void {
  if (!holds) throw new Http2Error(code);
}

/** Takes a frame whose payload is `bytes[from, to)`, until it returns. */
export type TakeFrame = (
  type: number,
  flags: number,
  stream: number,
  bytes: Uint8Array,
  from: number,
  to: number,
) => void;

/** No octets. */
export const NOTHING: Uint8Array = new Uint8Array(0);

/** What a client sends. */
export class Http2Reader {
  readonly #take: TakeFrame;
  #held = NOTHING;
  #preface = 0;

  constructor(take: TakeFrame) {
    this.#take = take;
  }

  /** Whether a frame, or what stands before the first, was begun and not ended. */
  get isPartial(): boolean {
    return this.#held.length > 0 || this.#preface < PREFACE.length;
  }

  /** Takes the next octets; throws an Http2Error for what is no HTTP/2. */
  push(more: Uint8Array): void {
    const octets = this.#held.length === 0 ? more : joined(this.#held, more);
    let at = 0;
    while (this.#preface < PREFACE.length && at < octets.length) {
      expect(octets[at++] === PREFACE[this.#preface++], ERROR.PROTOCOL_ERROR);
    }
    while (at + FRAME_HEADER <= octets.length) {
      const length = octets[at] << 16 | octets[at + 1] << 8 | octets[at + 2],
        start = at + FRAME_HEADER;
      expect(length <= LONGEST_FRAME, ERROR.FRAME_SIZE_ERROR);
      if (start + length > octets.length) break;
      const stream = (octets[at + 5] & 127) << 24 | octets[at + 6] << 16 | octets[at + 7] << 8 |
        octets[at + 8];
      this.#take(octets[at + 3], octets[at + 4], stream, octets, start, start + length);
      at = start + length;
    }
    // A copy: what was read may be large, and what is left of it small.
    this.#held = at === octets.length ? NOTHING : octets.slice(at);
  }
}

/** Octets of padding behind the content of a frame `bytes[from, to)` that begins with their number (RFC 9113, 6.1). */
export function paddingOf(flags: number, bytes: Uint8Array, from: number, to: number): number {
  if ((flags & PADDED) === 0) return 0;
  expect(from < to, ERROR.FRAME_SIZE_ERROR);
  expect(bytes[from] < to - from, ERROR.PROTOCOL_ERROR);
  return bytes[from];
}

/** Octets before the content of a frame that is a head, or data: the number of its padding, and its priority. */
export function before(flags: number): number {
  return ((flags & PADDED) === 0 ? 0 : 1) + ((flags & WITH_PRIORITY) === 0 ? 0 : 5);
}

/** Both, one after the other. */
export function joined(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const both = new Uint8Array(first.length + second.length);
  both.set(first);
  both.set(second, first.length);
  return both;
}
