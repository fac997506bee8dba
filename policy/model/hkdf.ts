/** Keys derived from a secret by HKDF with SHA-256 (RFC 5869, without salt): what a start needs before the runtime's library is there. */
import { sha256, SHA256_OCTETS } from "./sha256.ts";

const BLOCK_OCTETS = 64;

/** `length` octets for one use of the secret, at most 8,160. */
export function hkdf(secret: Uint8Array, info: Uint8Array, length: number): Uint8Array {
  const key = hmac(new Uint8Array(SHA256_OCTETS), secret), out = new Uint8Array(length);
  let block: Uint8Array = new Uint8Array(0);
  for (let at = 0, count = 1; at < length; at += SHA256_OCTETS, count++) {
    block = hmac(key, block, info, Uint8Array.of(count));
    out.set(block.subarray(0, length - at), at);
  }
  return out;
}

/** HMAC with SHA-256 (RFC 2104) of the parts one after another; the key is at most a block. */
function hmac(key: Uint8Array, ...parts: readonly Uint8Array[]): Uint8Array {
  const padded = (pad: number, rest: readonly Uint8Array[]) => {
    const message = new Uint8Array(
      rest.reduce((octets, part) => octets + part.length, BLOCK_OCTETS),
    );
    for (let i = 0; i < BLOCK_OCTETS; i++) message[i] = (key[i] ?? 0) ^ pad;
    let at = BLOCK_OCTETS;
    for (const part of rest) message.set(part, at), at += part.length;
    return sha256(message);
  };
  return padded(0x5c, [padded(0x36, parts)]);
}
