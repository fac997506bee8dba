/** Frames of HTTP/3 (RFC 9114 7), read from a stream as they arrive. */
import type { StreamBytes } from "../quic/stream_bytes.ts";

/** Types of frames (RFC 9114 7.2). */
export const H3_FRAME_TYPE: {
  readonly DATA: number;
  readonly HEADERS: number;
  readonly CANCEL_PUSH: number;
  readonly SETTINGS: number;
  readonly PUSH_PROMISE: number;
  readonly GOAWAY: number;
  readonly MAX_PUSH_ID: number;
} = {
  DATA: 0,
  HEADERS: 1,
  CANCEL_PUSH: 3,
  SETTINGS: 4,
  PUSH_PROMISE: 5,
  GOAWAY: 7,
  MAX_PUSH_ID: 13,
};

/** Codes of errors (RFC 9114 8.1, RFC 9204 6). */
export const H3_ERROR: {
  readonly NO_ERROR: number;
  readonly STREAM_CREATION_ERROR: number;
  readonly CLOSED_CRITICAL_STREAM: number;
  readonly FRAME_UNEXPECTED: number;
  readonly FRAME_ERROR: number;
  readonly EXCESSIVE_LOAD: number;
  readonly ID_ERROR: number;
  readonly MISSING_SETTINGS: number;
  readonly QPACK_DECOMPRESSION_FAILED: number;
  readonly QPACK_ENCODER_STREAM_ERROR: number;
} = {
  NO_ERROR: 0x100,
  STREAM_CREATION_ERROR: 0x103,
  CLOSED_CRITICAL_STREAM: 0x104,
  FRAME_UNEXPECTED: 0x105,
  FRAME_ERROR: 0x106,
  EXCESSIVE_LOAD: 0x107,
  ID_ERROR: 0x108,
  MISSING_SETTINGS: 0x10a,
  QPACK_DECOMPRESSION_FAILED: 0x200,
  QPACK_ENCODER_STREAM_ERROR: 0x201,
};

/** The server violates the protocol, so the whole connection is closed with a code. */
export class H3Error extends Error {
  readonly code: number;
  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

/** Types that HTTP/2 had and HTTP/3 forbids (RFC 9114 7.2.8). */
const FORBIDDEN: readonly number[] = [2, 6, 8, 9];

/** Reads frames sequentially. */
export class FrameReader {
  readonly #bytes: StreamBytes;
  /** Bytes of the frame's payload still to come, and of all frames that may come. */
  #left = 0;
  #allowed: number;

  /** The stream may carry `most` bytes of frames in all; Infinity for one without a limit. */
  constructor(bytes: StreamBytes, most: number) {
    this.#bytes = bytes;
    this.#allowed = most;
  }

  /**
   * The type of the next frame; the rest of the last one is skipped. undefined = the stream has
   * ended between frames.
   */
  async next(): Promise<number | undefined> {
    while (await this.part() !== undefined);
    const type = await readVarint(this.#bytes, true);
    if (type === undefined) return undefined;
    if (FORBIDDEN.includes(type)) {
      throw new H3Error(H3_ERROR.FRAME_UNEXPECTED, `a frame of HTTP/2, type ${type}`);
    }
    this.#left = (await readVarint(this.#bytes))!;
    this.#allowed -= this.#left;
    if (this.#allowed < 0) {
      throw new H3Error(H3_ERROR.EXCESSIVE_LOAD, "an answer that does not end");
    }
    return type;
  }

  /** The next part of the payload, valid until the next call; undefined = there is no more. */
  async part(): Promise<Uint8Array | undefined> {
    if (this.#left === 0) return undefined;
    while (this.#bytes.waiting.length === 0) await this.#more();
    const piece = this.#bytes.waiting.subarray(0, this.#left);
    this.#bytes.use(piece.length);
    this.#left -= piece.length;
    return piece;
  }

  /**
   * All of the payload, valid until the next call. Throws an H3Error when it is longer than `most`
   * bytes.
   */
  async whole(most: number): Promise<Uint8Array> {
    const length = this.#left;
    if (length > most) {
      throw new H3Error(H3_ERROR.EXCESSIVE_LOAD, `a head of more than ${most} bytes`);
    }
    while (this.#bytes.waiting.length < length) await this.#more();
    const payload = this.#bytes.waiting.subarray(0, length);
    this.#bytes.use(length);
    this.#left = 0;
    return payload;
  }

  async #more(): Promise<void> {
    if (!await this.#bytes.more()) {
      throw new H3Error(H3_ERROR.FRAME_ERROR, "a frame that is cut off");
    }
  }
}

/**
 * An integer of 1 to 8 bytes (RFC 9000 16). undefined = the stream ends before it, which throws
 * unless `mayEnd`.
 */
export async function readVarint(bytes: StreamBytes, mayEnd = false): Promise<number | undefined> {
  for (;;) {
    const { waiting } = bytes;
    const length = waiting.length === 0 ? 1 : 1 << (waiting[0] >> 6);
    if (waiting.length >= length) {
      let value = waiting[0] & 0x3f;
      for (let i = 1; i < length; i++) value = value * 256 + waiting[i];
      bytes.use(length);
      return value;
    }
    if (await bytes.more()) continue;
    if (mayEnd && bytes.waiting.length === 0) return undefined;
    throw new H3Error(H3_ERROR.FRAME_ERROR, "a frame that is cut off");
  }
}

/** A frame whose payload has less than 16,384 bytes. */
export function encodeFrame(type: number, payload: Uint8Array): Uint8Array {
  const head = payload.length < 64
    ? [type, payload.length]
    : [type, 0x40 | payload.length >> 8, payload.length & 0xff];
  const bytes = new Uint8Array(head.length + payload.length);
  bytes.set(head);
  bytes.set(payload, head.length);
  return bytes;
}
