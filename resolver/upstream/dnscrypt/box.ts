/**
 * The authenticated encryption of DNSCrypt 2: X25519 with XSalsa20 or XChaCha20, and Poly1305 (a
 * NaCl box). Pure.
 */
import { poly1305 } from "@noble/ciphers/_poly1305.js";
import { hchacha, xchacha20 } from "@noble/ciphers/chacha.js";
import { hsalsa, xsalsa20 } from "@noble/ciphers/salsa.js";
import { Buffer } from "node:buffer";
import { createPublicKey, diffieHellman, generateKeyPairSync, type KeyObject } from "node:crypto";

/** The stream cipher, by its number in certificates. */
export type Construction = 1 | 2;

/** Bytes of a tag. */
export const TAG = 16;
/** Bytes of a key. */
export const KEY = 32;
/** Bytes of a nonce. */
export const NONCE = 24;

/** Prefix of a raw X25519 key in SubjectPublicKeyInfo (RFC 8410 4). */
const X25519_SPKI = Uint8Array.fromHex("302a300506032b656e032100");
const CIPHERS = { 1: { hash: hsalsa, stream: xsalsa20 }, 2: { hash: hchacha, stream: xchacha20 } };
/** `expand 32-byte k` as four words. */
const SIGMA = Uint32Array.of(0x61707865, 0x3320646e, 0x79622d32, 0x6b206574);

/** A pair of keys of a client. */
export interface KeyPair {
  readonly secret: KeyObject;
  readonly public: Uint8Array;
}

/**
 * A public key from its raw bytes and their prefix in SubjectPublicKeyInfo. Throws when they are
 * not a key.
 */
export function importPublicKey(spki: Uint8Array, bytes: Uint8Array): KeyObject {
  return createPublicKey({ key: Buffer.concat([spki, bytes]), format: "der", type: "spki" });
}

/** A new pair. */
export function createKeyPair(): KeyPair {
  const { privateKey, publicKey } = generateKeyPairSync("x25519");
  return {
    secret: privateKey,
    public: publicKey.export({ type: "spki", format: "der" }).subarray(-KEY),
  };
}

/**
 * The key that both sides share; undefined when the peer's public key is invalid (RFC 7748 6.1).
 */
export function deriveSharedKey(
  construction: Construction,
  mine: KeyPair,
  theirs: Uint8Array,
): Uint8Array | undefined {
  try {
    const publicKey = importPublicKey(X25519_SPKI, theirs);
    // The runtime throws on a point of low order.
    const point = Uint8Array.from(diffieHellman({ privateKey: mine.secret, publicKey }));
    const key = new Uint32Array(KEY / 4);
    CIPHERS[construction].hash(SIGMA, new Uint32Array(point.buffer), new Uint32Array(4), key);
    return new Uint8Array(key.buffer);
  } catch {
    return undefined;
  }
}

/** Encrypts: the tag, then the message in its own length. */
export function sealBox(
  construction: Construction,
  key: Uint8Array,
  nonce: Uint8Array,
  message: Uint8Array,
): Uint8Array<ArrayBuffer> {
  // The first 32 bytes of the stream are the key of the tag.
  const room = new Uint8Array(KEY + message.length);
  room.set(message, KEY);
  const out = CIPHERS[construction].stream(key, nonce, room);
  const box = new Uint8Array(TAG + message.length);
  const text = out.subarray(KEY);
  box.set(poly1305(text, out.subarray(0, KEY)));
  box.set(text, TAG);
  return box;
}

/** Decrypts the output of `sealBox`; undefined = forged, broken or not for this key. */
export function openBox(
  construction: Construction,
  key: Uint8Array,
  nonce: Uint8Array,
  box: Uint8Array,
): Uint8Array | undefined {
  if (box.length < TAG) return undefined;
  const room = new Uint8Array(KEY + box.length - TAG);
  room.set(box.subarray(TAG), KEY);
  const out = CIPHERS[construction].stream(key, nonce, room);
  const tag = poly1305(box.subarray(TAG), out.subarray(0, KEY));
  let different = 0;
  for (let i = 0; i < TAG; i++) different |= tag[i] ^ box[i];
  return different === 0 ? out.subarray(KEY) : undefined;
}
