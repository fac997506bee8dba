/** Frames of HTTP/2 (RFC 9113 4, 6), limited to what a DNS over HTTPS client needs. Pure. */

/** Types of frames (RFC 9113 6). */
export const H2_FRAME_TYPE: {
  readonly DATA: number;
  readonly HEADERS: number;
  readonly RST_STREAM: number;
  readonly SETTINGS: number;
  readonly PUSH_PROMISE: number;
  readonly PING: number;
  readonly GOAWAY: number;
  readonly WINDOW_UPDATE: number;
  readonly CONTINUATION: number;
} = {
  DATA: 0,
  HEADERS: 1,
  RST_STREAM: 3,
  SETTINGS: 4,
  PUSH_PROMISE: 5,
  PING: 6,
  GOAWAY: 7,
  WINDOW_UPDATE: 8,
  CONTINUATION: 9,
};

/** Flags; the same bit means END_STREAM in one type and ACK in another. */
export const H2_FLAG: {
  readonly END_STREAM: number;
  readonly ACK: number;
  readonly END_HEADERS: number;
  readonly PADDED: number;
  readonly PRIORITY: number;
} = { END_STREAM: 1, ACK: 1, END_HEADERS: 4, PADDED: 8, PRIORITY: 32 };

/** Bytes before a payload. */
export const FRAME_HEADER_BYTES = 9;
/** The longest payload in bytes that every peer must accept. */
export const MAX_PAYLOAD_BYTES = 16_384;

/** A frame as it was read. */
export interface Http2Frame {
  readonly type: number;
  readonly flags: number;
  readonly stream: number;
  readonly payload: Uint8Array;
}

/** Writes a frame. */
export function encodeHttp2Frame(
  type: number,
  flags: number,
  stream: number,
  payload: Uint8Array,
): Uint8Array {
  const bytes = new Uint8Array(FRAME_HEADER_BYTES + payload.length);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, payload.length << 8 | type);
  bytes[4] = flags;
  view.setUint32(5, stream);
  bytes.set(payload, FRAME_HEADER_BYTES);
  return bytes;
}

/**
 * The payload of DATA and HEADERS without padding and priority; undefined = the padding is longer
 * than the payload.
 */
export function readContent({ type, flags, payload }: Http2Frame): Uint8Array | undefined {
  const hasPriority = type === H2_FRAME_TYPE.HEADERS && (flags & H2_FLAG.PRIORITY) !== 0;
  const isPadded = (flags & H2_FLAG.PADDED) !== 0;
  const padding = isPadded ? payload[0] ?? 0 : 0;
  let start = isPadded ? 1 : 0;
  if (hasPriority) start += 5;
  const end = payload.length - padding;
  return start > end ? undefined : payload.subarray(start, end);
}

/** Collects bytes into frames; memory is bounded by the longest frame. */
export class FrameCollector {
  readonly #room = new Uint8Array(2 * (FRAME_HEADER_BYTES + MAX_PAYLOAD_BYTES));
  #start = 0;
  #end = 0;

  /** Room to read into, at least one byte; call `filled` with the number of bytes read. */
  get room(): Uint8Array {
    if (this.#start > 0) {
      this.#room.copyWithin(0, this.#start, this.#end);
      this.#end -= this.#start;
      this.#start = 0;
    }
    return this.#room.subarray(this.#end);
  }

  /** Reports how many bytes were read into the room. */
  filled(count: number): void {
    this.#end += count;
  }

  /**
   * The next whole frame, whose payload is valid until `room` is called; undefined = incomplete.
   * Throws on a frame that is too long.
   */
  next(): Http2Frame | undefined {
    const at = this.#start;
    const bytes = this.#room;
    if (this.#end - at < FRAME_HEADER_BYTES) return undefined;
    const length = bytes[at] << 16 | bytes[at + 1] << 8 | bytes[at + 2];
    if (length > MAX_PAYLOAD_BYTES) throw new Error(`a frame of ${length} bytes`);
    const start = at + FRAME_HEADER_BYTES;
    const end = start + length;
    if (end > this.#end) return undefined;
    this.#start = end;
    const stream = (bytes[at + 5] & 0x7f) << 24 | bytes[at + 6] << 16 | bytes[at + 7] << 8 |
      bytes[at + 8];
    return {
      type: bytes[at + 3],
      flags: bytes[at + 4],
      stream,
      payload: bytes.subarray(start, end),
    };
  }
}
