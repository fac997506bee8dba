/** Encodes the parts of RDATA: numbers, texts and byte sequences (RFC 1035 3.3, 5.1). */

const encoder = new TextEncoder();

/** The bytes of a text with `\x` and `\ddd` escapes (RFC 1035 5.1); undefined for a bad escape. */
export function unescapeText(text: string): Uint8Array | undefined {
  const bytes = encoder.encode(text);
  const out = new Uint8Array(bytes.length);
  let length = 0;
  for (let i = 0; i < bytes.length; i++) {
    if (bytes[i] !== 0x5c) {
      out[length++] = bytes[i];
      continue;
    }
    const digits = String.fromCharCode(...bytes.subarray(i + 1, i + 4));
    if (/^\d{3}$/.test(digits)) {
      if (Number(digits) > 255) return undefined;
      out[length++] = Number(digits);
      i += 3;
    } else if (i + 1 < bytes.length && !/^\d/.test(digits)) out[length++] = bytes[++i];
    else return undefined;
  }
  return out.slice(0, length);
}

/** A 16-bit number in network order. */
export function uint16(text: string): Uint8Array | undefined {
  const value = /^\d{1,5}$/.test(text) ? Number(text) : 0x10000;
  return value > 0xffff ? undefined : Uint8Array.of(value >> 8, value & 0xff);
}

/** An 8-bit number. */
export function uint8(text: string): Uint8Array | undefined {
  const value = /^\d{1,3}$/.test(text) ? Number(text) : 256;
  return value > 255 ? undefined : Uint8Array.of(value);
}

/** Joins the parts; undefined when one is undefined. */
export function concat(parts: readonly (Uint8Array | undefined)[]): Uint8Array | undefined {
  let length = 0;
  for (const part of parts) {
    if (part === undefined) return undefined;
    length += part.length;
  }
  const out = new Uint8Array(length);
  let at = 0;
  for (const part of parts as readonly Uint8Array[]) {
    out.set(part, at);
    at += part.length;
  }
  return out;
}
