/**
 * Assigns each name to one worker, which has all cached state of that name. The kernel computes the
 * same for datagrams (net/steering.ts). A question over any transport thus uses one cache, single
 * flight and failure cache. Pure.
 */

/** Offset of the question name in a message (RFC 1035 4.1.1). */
export const NAME_OFFSET = 12;
/** Number of 4-byte words of a name that are hashed: 64 bytes differ enough. */
export const HASHED_WORDS = 16;
/**
 * Converts letters to lower case. Other bytes collide in pairs, which makes the distribution
 * slightly uneven.
 */
export const LOWER_CASE = 0x20202020;
/** 2^32 / golden ratio, spreads bits upwards. */
export const SPREAD = 0x9e3779b1;
/** Masks of the bytes before each byte of a word, with the first byte of the message on top. */
export const BYTES_BEFORE: readonly number[] = [0, 0xff000000, 0xffff0000, 0xffffff00];

/**
 * The worker, from 0, for the name in the query `bytes[start, end)`; the first worker for bytes
 * without a question.
 */
export function shardOf(bytes: Uint8Array, start: number, end: number, workers: number): number {
  if (workers === 1) return 0;
  let hash = 0;
  let last = 0;
  for (let i = 0, at = start + NAME_OFFSET; i < HASHED_WORDS; i++, at += 4) {
    if (at + 4 > end) return 0;
    const word = bytes[at] << 24 | bytes[at + 1] << 16 | bytes[at + 2] << 8 | bytes[at + 3];
    const root = firstZero(bytes, at);
    if (root < 4) {
      last = word & BYTES_BEFORE[root];
      break;
    }
    hash = Math.imul(hash + (word | LOWER_CASE), SPREAD);
  }
  hash = Math.imul(hash + (last | LOWER_CASE), SPREAD);
  hash = Math.imul(hash ^ hash >>> 16, SPREAD);
  return (hash >>> 16) % workers;
}

/** Position of the first zero among four bytes, 4 = none. */
function firstZero(bytes: Uint8Array, at: number): number {
  if (bytes[at] === 0) return 0;
  if (bytes[at + 1] === 0) return 1;
  if (bytes[at + 2] === 0) return 2;
  return bytes[at + 3] === 0 ? 3 : 4;
}
