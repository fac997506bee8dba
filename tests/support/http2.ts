/** Frames of an HTTP/2 client, octet by octet, for tests that send what no library would (RFC 9113, RFC 7541). */
import { joined as inOne } from "../../api/octets.ts";

const PREFACE = new TextEncoder().encode("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n");

/** A frame. */
export function frame(
  type: number,
  flags: number,
  stream: number,
  payload: Uint8Array = new Uint8Array(0),
): Uint8Array {
  const octets = new Uint8Array(9 + payload.length), view = new DataView(octets.buffer);
  view.setUint32(0, payload.length << 8 | type);
  octets[4] = flags;
  view.setUint32(5, stream);
  octets.set(payload, 9);
  return octets;
}

/** A header field as a literal that is not indexed, without Huffman coding. */
export function field(name: string, value: string): Uint8Array {
  const text = (each: string) => {
    const octets = new TextEncoder().encode(each);
    return [...lengthOf(octets.length), ...octets];
  };
  return new Uint8Array([0, ...text(name), ...text(value)]);
}

/** An integer with a prefix of seven bits (RFC 7541, 5.1). */
function lengthOf(length: number): number[] {
  if (length < 127) return [length];
  const octets = [127];
  let rest = length - 127;
  for (; rest >= 128; rest = Math.floor(rest / 128)) octets.push(rest % 128 + 128);
  return [...octets, rest];
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

/** A GET as a whole on a stream. */
export function get(stream: number, path: string): Uint8Array {
  return frame(1, 5, stream, getBlock(path));
}

/** RST_STREAM with CANCEL. */
export function reset(stream: number): Uint8Array {
  return frame(3, 0, stream, new Uint8Array([0, 0, 0, 8]));
}

/** Several pieces as one. */
export function joined(...parts: readonly Uint8Array[]): Uint8Array {
  return inOne(parts);
}

/** Frames that were received whole, by type. */
export function framesOf(
  octets: Uint8Array,
): {
  readonly type: number;
  readonly flags: number;
  readonly stream: number;
  readonly payload: Uint8Array;
}[] {
  const found = [];
  for (let at = 0; at + 9 <= octets.length;) {
    const view = new DataView(octets.buffer, octets.byteOffset + at),
      length = view.getUint32(0) >>> 8;
    if (at + 9 + length > octets.length) break;
    found.push({
      type: octets[at + 3],
      flags: octets[at + 4],
      stream: view.getUint32(5) & 0x7fff_ffff,
      payload: octets.subarray(at + 9, at + 9 + length),
    });
    at += 9 + length;
  }
  return found;
}
