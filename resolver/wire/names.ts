/**
 * Names in messages: compression pointers, letter case, and reverse names of addresses (RFC 1035
 * 3.1, 4.1.4, 3.5).
 */
import { MAX_NAME_BYTES, nameFromText, type WireName } from "../../policy/model/name.ts";

/** Maximum number of pointers to follow. A name of 255 bytes never needs more. */
const MAX_JUMPS = 126;

/**
 * The offset after the name at `at`, without following pointers; -1 when it leaves the message or
 * has an invalid label.
 */
export function skipName(bytes: Uint8Array, at: number, end: number): number {
  while (at < end) {
    const length = bytes[at];
    if (length === 0) return at + 1;
    if (length >= 0xc0) return at + 2 <= end ? at + 2 : -1;
    if (length > 63) return -1;
    at += length + 1;
  }
  return -1;
}

/**
 * Expands the name at `at` of the message `bytes[start, end)` to `out[to]` and preserves its case.
 * Returns its length in bytes, or -1 when it is invalid: a pointer into the header or not backward,
 * more than 255 bytes, too many pointers (RFC 1035 4.1.4).
 */
export function expandName(
  bytes: Uint8Array,
  start: number,
  at: number,
  end: number,
  out: Uint8Array,
  to = 0,
): number {
  let written = 0;
  let lowest = at;
  let jumps = 0;
  while (at < end) {
    const length = bytes[at];
    if (length >= 0xc0) {
      if (at + 1 >= end || ++jumps > MAX_JUMPS) return -1;
      const target = start + ((length & 0x3f) << 8 | bytes[at + 1]);
      if (target >= lowest || target < start + 12) return -1;
      at = lowest = target;
      continue;
    }
    if (length > 63 || at + length >= end || written + length + 1 > MAX_NAME_BYTES) return -1;
    if (to + written + length + 1 > out.length) return -1;
    for (let i = 0; i <= length; i++) out[to + written++] = bytes[at + i];
    if (length === 0) return written;
    at += length + 1;
  }
  return -1;
}

const scratch = new Uint8Array(MAX_NAME_BYTES + 1);

/** A lower-case copy of the name at `at`; undefined when it is invalid. */
export function readName(
  bytes: Uint8Array,
  start: number,
  at: number,
  end: number,
): WireName | undefined {
  const length = expandName(bytes, start, at, end, scratch);
  if (length < 0) return undefined;
  lowerCase(scratch, 0, length);
  return scratch.slice(0, length);
}

/**
 * Converts a name in wire format to lower case in place. Length bytes (at most 63) are below the
 * letters.
 */
export function lowerCase(name: Uint8Array, from: number, length: number): void {
  for (let i = from; i < from + length; i++) {
    const byte = name[i];
    if (byte >= 0x41 && byte <= 0x5a) name[i] = byte + 0x20;
  }
}

/** Whether two names of `length` bytes are equal, ignoring the case of ASCII letters. */
export function equalNamesIgnoringCase(
  a: Uint8Array,
  atA: number,
  b: Uint8Array,
  atB: number,
  length: number,
): boolean {
  for (let i = 0; i < length; i++) {
    const x = a[atA + i];
    const y = b[atB + i];
    if (x === y) continue;
    const folded = x | 0x20;
    if (folded !== (y | 0x20) || folded < 0x61 || folded > 0x7a) return false;
  }
  return true;
}

/**
 * The reverse name of an address of 4 or 16 bytes: `in-addr.arpa` (RFC 1035 3.5) or `ip6.arpa` (RFC
 * 3596 2.5).
 */
export function reverseName(address: Uint8Array): WireName {
  return nameFromText(reverseText(address))!;
}

/** The same as lower-case text without final dot. */
export function reverseText(address: Uint8Array): string {
  let text = "";
  for (let i = address.length - 1; i >= 0; i--) {
    if (address.length === 4) text += `${address[i]}.`;
    else text += `${(address[i] & 15).toString(16)}.${(address[i] >> 4).toString(16)}.`;
  }
  return `${text}${address.length === 4 ? "in-addr" : "ip6"}.arpa`;
}
