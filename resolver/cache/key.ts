/** Key of a cached answer, and its keyed hash. */

/** The DO bit of a question (RFC 3225), as a flag of a key. */
export const KEY_DO = 1;
/** The CD bit of a question (RFC 4035 3.2.2), as a flag of a key. */
export const KEY_CD = 2;

/**
 * The key of a cached answer. Callers fill and reuse one object, so that a lookup allocates
 * nothing.
 */
export interface CacheKey {
  /** Contains the name in lower-case wire format, root label included. */
  name: Uint8Array;
  nameStart: number;
  /** Length of the name in bytes, at most 255. */
  nameLength: number;
  type: number;
  class: number;
  /** KEY_DO and KEY_CD. */
  flags: number;
  /**
   * The forwarding route, so that answers of different routes never mix; 0 = the default upstreams.
   */
  route: number;
  /**
   * `hashKey` of these fields, computed once by the caller that fills the key. The cache, the
   * failure cache and single flight use it for lookups.
   */
  hash: number;
}

/** A key of class IN and the default route, without hash, for a name that fills its array. */
export function createCacheKey(name: Uint8Array, type: number): CacheKey {
  return {
    name,
    nameStart: 0,
    nameLength: name.length,
    type,
    class: 1,
    flags: 0,
    route: 0,
    hash: 0,
  };
}

/** Whether two keys denote the same question. */
export function isSameKey(a: CacheKey, b: CacheKey): boolean {
  if (a.hash !== b.hash || a.nameLength !== b.nameLength) return false;
  if (a.type !== b.type || a.class !== b.class || a.flags !== b.flags || a.route !== b.route) {
    return false;
  }
  for (let i = 0; i < a.nameLength; i++) {
    if (a.name[a.nameStart + i] !== b.name[b.nameStart + i]) return false;
  }
  return true;
}

/**
 * HalfSipHash-1-3 of a key as a signed 32-bit number, four bytes of the name per round. Without the
 * seed, attackers cannot choose names that collide.
 */
export function hashKey(key: CacheKey, seed0: number, seed1: number): number {
  const { name } = key;
  let at = key.nameStart;
  let left = key.nameLength;
  let v0 = seed0 | 0;
  let v1 = seed1 | 0;
  let v2 = 0x6c796765 ^ seed0;
  let v3 = 0x74656462 ^ seed1;
  // After the name come two words (type and class, route), then three final rounds.
  for (let tail = 0; tail < 5;) {
    let word = 0;
    if (left >= 4) {
      word = name[at] | name[at + 1] << 8 | name[at + 2] << 16 | name[at + 3] << 24;
      at += 4;
      left -= 4;
    } else if (left >= 0) {
      word = key.nameLength << 24;
      for (let i = 0; i < left; i++) word |= name[at + i] << 8 * i;
      left = -1;
    } else {
      if (tail === 0) word = key.type | key.class << 16;
      else if (tail === 1) word = key.route ^ key.flags << 30;
      else if (tail === 2) v2 ^= 0xff;
      tail++;
    }
    v3 ^= word;
    v0 = v0 + v1 | 0;
    v1 = (v1 << 5 | v1 >>> 27) ^ v0;
    v0 = v0 << 16 | v0 >>> 16;
    v2 = v2 + v3 | 0;
    v3 = (v3 << 8 | v3 >>> 24) ^ v2;
    v0 = v0 + v3 | 0;
    v3 = (v3 << 7 | v3 >>> 25) ^ v0;
    v2 = v2 + v1 | 0;
    v1 = (v1 << 13 | v1 >>> 19) ^ v2;
    v2 = v2 << 16 | v2 >>> 16;
    v0 ^= word;
  }
  return v1 ^ v3;
}
