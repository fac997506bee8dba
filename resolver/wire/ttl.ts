/** TTLs of a message, read and patched in place (RFC 1035 4.1.3, RFC 2308 5). */
import { TYPE } from "./codes.ts";
import { readUint16, readUint32, RecordCursor, SECTION } from "./message.ts";
import { skipName } from "./names.ts";

const cursor = new RecordCursor();

/**
 * Writes the offsets (from `start`) of every TTL except that of OPT to `out`. Returns their number,
 * or -1 when they do not fit or the message is malformed.
 */
export function ttlOffsets(
  bytes: Uint8Array,
  start: number,
  end: number,
  out: Uint16Array,
): number {
  if (!cursor.reset(bytes, start, end)) return -1;
  let count = 0;
  for (let more = cursor.read(); more !== 0; more = cursor.read()) {
    if (more < 0) return -1;
    if (cursor.type === TYPE.OPT) continue;
    if (count === out.length) return -1;
    out[count++] = cursor.ttlAt - start;
  }
  return count;
}

/** Reduces one TTL by `age` seconds and limits it to `atMost`. */
export function patchTtl(bytes: Uint8Array, at: number, age: number, atMost: number): void {
  const ttl = bytes[at] > 127 ? 0 : readUint32(bytes, at);
  const left = ttl > age ? ttl - age : 0;
  writeUint32(bytes, at, left < atMost ? left : atMost);
}

/**
 * Limits every TTL except that of OPT to `atMost` seconds. A malformed message is unchanged from
 * the malformed record on.
 */
export function lowerTtls(bytes: Uint8Array, start: number, end: number, atMost: number): void {
  if (!cursor.reset(bytes, start, end)) return;
  while (cursor.read() > 0) if (cursor.type !== TYPE.OPT) patchTtl(bytes, cursor.ttlAt, 0, atMost);
}

/** Writes the id of a message. */
export function patchId(bytes: Uint8Array, start: number, id: number): void {
  bytes[start] = id >>> 8;
  bytes[start + 1] = id;
}

/**
 * The smallest TTL of the answer section in seconds; -1 when it is empty or the message is
 * malformed.
 */
export function minimumTtl(bytes: Uint8Array, start = 0, end: number = bytes.length): number {
  if (!cursor.reset(bytes, start, end)) return -1;
  let least = -1;
  while (cursor.read() > 0 && cursor.section === SECTION.ANSWER) {
    if (least < 0 || cursor.ttl < least) least = cursor.ttl;
  }
  return least;
}

/**
 * The negative TTL in seconds: the smaller of the SOA's TTL and its MINIMUM field (RFC 2308 5); -1
 * without SOA.
 */
export function negativeTtl(bytes: Uint8Array, start = 0, end: number = bytes.length): number {
  if (!cursor.reset(bytes, start, end)) return -1;
  while (cursor.read() > 0 && cursor.section <= SECTION.AUTHORITY) {
    if (
      cursor.section !== SECTION.AUTHORITY || cursor.type !== TYPE.SOA || cursor.rdataLength < 22
    ) continue;
    const minimum = readUint32(bytes, cursor.rdataAt + cursor.rdataLength - 4);
    return Math.min(cursor.ttl, minimum);
  }
  return -1;
}

/**
 * Lifetime of a response in seconds: the smallest TTL of its answer and, if it is negative, its
 * negative TTL (RFC 2308 2). -1 = unknown, so it must not be cached (RFC 2308 5).
 */
export function responseTtl(bytes: Uint8Array, start = 0, end: number = bytes.length): number {
  const positive = minimumTtl(bytes, start, end);
  if (!isNegative(bytes, start, end)) return positive;
  const negative = negativeTtl(bytes, start, end);
  return negative < 0 || positive < 0 ? negative : Math.min(negative, positive);
}

/**
 * Whether a response is negative: NXDOMAIN, or no record of the question type, also at the end of a
 * CNAME chain (RFC 2308 2). A chain without SOA is not: it leaves its end open.
 */
export function isNegative(bytes: Uint8Array, start = 0, end: number = bytes.length): boolean {
  return (bytes[start + 3] & 15) !== 0 || isNodata(bytes, start, end);
}

function isNodata(bytes: Uint8Array, start: number, end: number): boolean {
  if (!cursor.reset(bytes, start, end) || readUint16(bytes, start + 4) !== 1) return true;
  const type = readUint16(bytes, skipName(bytes, start + 12, end));
  let alias = false;
  while (cursor.read() > 0 && cursor.section <= SECTION.AUTHORITY) {
    if (cursor.section === SECTION.AUTHORITY) {
      if (cursor.type === TYPE.SOA) return true;
    } else if (cursor.type === type || type === TYPE.ANY) return false;
    else alias ||= cursor.type === TYPE.CNAME;
  }
  return !alias;
}

/** Writes a 16-bit number. */
export function writeUint16(bytes: Uint8Array, at: number, value: number): void {
  bytes[at] = value >>> 8;
  bytes[at + 1] = value;
}

/** Writes a 32-bit number. */
export function writeUint32(bytes: Uint8Array, at: number, value: number): void {
  bytes[at] = value >>> 24;
  bytes[at + 1] = value >>> 16;
  bytes[at + 2] = value >>> 8;
  bytes[at + 3] = value;
}
