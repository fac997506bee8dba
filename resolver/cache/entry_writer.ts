/** Input of the answer cache, and how it is written to the log. */
import type { CacheSettings } from "../../policy/snapshot/settings.ts";
import { copyBytes } from "../memory/exact_arrays.ts";
import type { CacheKey } from "./key.ts";
import {
  type CacheLog,
  EXPIRY,
  HASH,
  HEADER_BYTES,
  LENGTH,
  MAX_TTL_OFFSETS,
  RETRY_AT,
  ROUTE,
  SHAPE,
  STORED,
  TYPE_CLASS,
} from "./cache_log.ts";

/** Maximum TTL; larger values count as 0 (RFC 2181 8). */
export const MAX_TTL = 0x7fffffff;

/** A response to store, with the positions of its TTLs and its lifetime. */
export interface CacheableResponse {
  /** The response in wire format without OPT. */
  response: Uint8Array;
  /** Length of the response from the start of the array, in bytes. */
  length: number;
  /** Offsets of the TTL fields from the start of the response. */
  ttlOffsets: ArrayLike<number>;
  ttlCount: number;
  /**
   * Lifetime in seconds: the smallest TTL of the answer, or that of RFC 2308 5 for a negative
   * answer; -1 = unknown, so the response is not stored.
   */
  ttl: number;
  /** NXDOMAIN or NODATA. */
  negative: boolean;
}

/**
 * Writes an entry to the space reserved in the log, with TTLs within the limits of the settings.
 */
export function writeEntry(
  log: CacheLog,
  entry: number,
  key: CacheKey,
  from: CacheableResponse,
  ttl: number,
  now: number,
  settings: CacheSettings,
): void {
  const { words, bytes } = log;
  const word = entry >> 2;
  const second = Math.floor(now);
  words[word + HASH] = key.hash;
  words[word + STORED] = second;
  words[word + EXPIRY] = second + ttl;
  words[word + RETRY_AT] = 0;
  words[word + ROUTE] = key.route;
  words[word + TYPE_CLASS] = key.type | key.class << 16;
  words[word + LENGTH] = from.length;
  words[word + SHAPE] = key.nameLength | key.flags << 8 | from.ttlCount << 10;
  for (let i = 0; i < key.nameLength; i++) {
    bytes[entry + HEADER_BYTES + i] = key.name[key.nameStart + i];
  }
  let at = log.ttlOffsetsOf(entry);
  for (let i = 0; i < from.ttlCount; i++) {
    bytes[at++] = from.ttlOffsets[i] & 0xff;
    bytes[at++] = from.ttlOffsets[i] >> 8;
  }
  copyBytes(from.response, 0, from.length, bytes, at);
  for (let i = 0; i < from.ttlCount; i++) {
    clampTtl(bytes, at + from.ttlOffsets[i], from.negative ? ttl : MAX_TTL, settings);
  }
}

/**
 * Limits a TTL to the bounds of the settings. Records of a negative answer do not outlive it (RFC
 * 2308 5).
 */
function clampTtl(bytes: Uint8Array, at: number, lifetime: number, settings: CacheSettings): void {
  const read = (bytes[at] << 24 | bytes[at + 1] << 16 | bytes[at + 2] << 8 | bytes[at + 3]) >>>
    0;
  const bounded = Math.min(Math.max(read > MAX_TTL ? 0 : read, settings.minTtl), settings.maxTtl);
  writeTtl(bytes, at, Math.min(bounded, lifetime));
}

/** Whether the parts fit the fields of an entry and all TTLs are inside the response. */
export function isStorable(key: CacheKey, from: CacheableResponse): boolean {
  if (
    key.nameLength > 255 || from.length > 0xffff || from.length < 12 ||
    from.ttlCount > MAX_TTL_OFFSETS
  ) return false;
  for (let i = 0; i < from.ttlCount; i++) if (from.ttlOffsets[i] + 4 > from.length) return false;
  return true;
}

/** Writes a TTL in network order. */
export function writeTtl(bytes: Uint8Array, at: number, ttl: number): void {
  bytes[at] = ttl >>> 24;
  bytes[at + 1] = ttl >>> 16;
  bytes[at + 2] = ttl >>> 8;
  bytes[at + 3] = ttl;
}
