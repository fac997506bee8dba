/** Integers and strings in HTTP header sections (RFC 7541 5; RFC 9204 4.1 uses the same). Pure. */
import { decodeHuffman } from "./huffman.ts";

/** Reads integers and strings sequentially. */
export class FieldBytes {
  protected bytes: Uint8Array = new Uint8Array(0);
  protected at = 0;
  protected end = 0;

  /** Starts reading `bytes[from, to)`. */
  protected begin(bytes: Uint8Array, from: number, to: number): void {
    this.bytes = bytes;
    this.at = from;
    this.end = to;
  }

  /**
   * An integer with a prefix of `bits` bits in its first byte (RFC 7541 5.1); NaN = truncated or
   * too large.
   */
  protected number(bits: number): number {
    if (this.at >= this.end) return NaN;
    const most = (1 << bits) - 1;
    const first = this.bytes[this.at++] & most;
    if (first < most) return first;
    let value = most;
    for (let shift = 0; shift <= 14 && this.at < this.end; shift += 7) {
      const byte = this.bytes[this.at++];
      value += (byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
    return NaN;
  }

  /**
   * A string with a length prefix of `bits` bits, after the bit for Huffman code; undefined =
   * invalid.
   */
  protected text(bits: number): string | undefined {
    if (this.at >= this.end) return undefined;
    const isCoded = (this.bytes[this.at] >> bits & 1) !== 0;
    const length = this.number(bits);
    const start = this.at;
    if (!(length <= this.end - start)) return undefined;
    this.at = start + length;
    return isCoded
      ? decodeHuffman(this.bytes, start, this.at)
      : plainText(this.bytes, start, this.at);
  }
}

/** One character per byte. */
function plainText(bytes: Uint8Array, from: number, to: number): string {
  return String.fromCharCode.apply(null, bytes.subarray(from, to) as unknown as number[]);
}

/** Writes an integer with a prefix of `bits` bits, below the bits of `high` (RFC 7541 5.1). */
export function writeNumber(bytes: number[], high: number, bits: number, value: number): void {
  const most = (1 << bits) - 1;
  if (value < most) return void bytes.push(high | value);
  bytes.push(high | most);
  let rest = value - most;
  for (; rest >= 128; rest >>>= 7) bytes.push(rest & 0x7f | 0x80);
  bytes.push(rest);
}

/**
 * Writes a string after its length, without Huffman code, one byte per character (RFC 7541 5.2).
 */
export function writeText(bytes: number[], text: string): void {
  writeNumber(bytes, 0, 7, text.length);
  for (let i = 0; i < text.length; i++) bytes.push(text.charCodeAt(i) & 0xff);
}
