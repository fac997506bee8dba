/**
 * Frames of an HTTP/2 client, byte by byte, for tests that send what no library sends (RFC 9113,
 * RFC 7541).
 */
import { concatBytes as inOne } from "../../api/system/bytes.ts";

const PREFACE = new TextEncoder().encode("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n");

/** A frame. */
export function frame(
  type: number,
  flags: number,
  stream: number,
  payload: Uint8Array = new Uint8Array(0),
): Uint8Array {
  const bytes = new Uint8Array(9 + payload.length);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, payload.length << 8 | type);
  bytes[4] = flags;
  view.setUint32(5, stream);
  bytes.set(payload, 9);
  return bytes;
}

/** A header field as a literal without indexing and without Huffman coding. */
export function field(name: string, value: string): Uint8Array {
  const text = (each: string) => {
    const bytes = new TextEncoder().encode(each);
    return [...lengthOf(bytes.length), ...bytes];
  };
  return new Uint8Array([0, ...text(name), ...text(value)]);
}

/** An integer with a prefix of seven bits (RFC 7541, 5.1). */
function lengthOf(length: number): number[] {
  if (length < 127) return [length];
  const bytes = [127];
  let rest = length - 127;
  for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push(rest % 128 + 128);
  return [...bytes, rest];
}

/** The header block of a GET. */
export function getBlock(path: string, ...more: readonly Uint8Array[]): Uint8Array {
  return joined(
    field(":method", "GET"),
    field(":scheme", "https"),
    field(":authority", "box"),
    field(":path", path),
    ...more,
  );
}

/** Preface and empty settings. */
export function opening(): Uint8Array {
  return joined(PREFACE, frame(4, 0, 0));
}

/** A complete GET on a stream. */
export function get(stream: number, path: string): Uint8Array {
  return frame(1, 5, stream, getBlock(path));
}

/** RST_STREAM with CANCEL. */
export function reset(stream: number): Uint8Array {
  return frame(3, 0, stream, new Uint8Array([0, 0, 0, 8]));
}

/** Joins pieces. */
export function joined(...parts: readonly Uint8Array[]): Uint8Array {
  return inOne(parts);
}

/** The complete frames received, by type. */
export function framesOf(
  bytes: Uint8Array,
): {
  readonly type: number;
  readonly flags: number;
  readonly stream: number;
  readonly payload: Uint8Array;
}[] {
  const found = [];
  for (let at = 0; at + 9 <= bytes.length;) {
    const view = new DataView(bytes.buffer, bytes.byteOffset + at);
    const length = view.getUint32(0) >>> 8;
    if (at + 9 + length > bytes.length) break;
    found.push({
      type: bytes[at + 3],
      flags: bytes[at + 4],
      stream: view.getUint32(5) & 0x7fff_ffff,
      payload: bytes.subarray(at + 9, at + 9 + length),
    });
    at += 9 + length;
  }
  return found;
}
