/**
 * Derives keys from a secret by HKDF with SHA-256 (RFC 5869, without salt), for use at startup
 * before the library of the runtime is loaded.
 */
import { sha256, SHA256_BYTES } from "./sha256.ts";

const BLOCK_BYTES = 64;

/** `length` bytes for one use of the secret, at most 8,160. */
export function hkdf(secret: Uint8Array, info: Uint8Array, length: number): Uint8Array {
  const key = hmac(new Uint8Array(SHA256_BYTES), secret);
  const out = new Uint8Array(length);
  let block: Uint8Array = new Uint8Array(0);
  for (let at = 0, count = 1; at < length; at += SHA256_BYTES, count++) {
    block = hmac(key, block, info, Uint8Array.of(count));
    out.set(block.subarray(0, length - at), at);
  }
  return out;
}

/** HMAC with SHA-256 (RFC 2104) of the parts one after another; the key is at most a block. */
function hmac(key: Uint8Array, ...parts: readonly Uint8Array[]): Uint8Array {
  const padded = (pad: number, rest: readonly Uint8Array[]) => {
    const message = new Uint8Array(
      rest.reduce((bytes, part) => bytes + part.length, BLOCK_BYTES),
    );
    for (let i = 0; i < BLOCK_BYTES; i++) message[i] = (key[i] ?? 0) ^ pad;
    let at = BLOCK_BYTES;
    for (const part of rest) {
      message.set(part, at);
      at += part.length;
    }
    return sha256(message);
  };
  return padded(0x5c, [padded(0x36, parts)]);
}
