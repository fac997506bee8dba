/**
 * Packets of DNSCrypt 2: queries as clients send them, responses as servers do
 * (draft-denis-dprive-dnscrypt). Pure.
 */
import { type Construction, NONCE, openBox, sealBox } from "./box.ts";

/**
 * Bytes of the nonce that each side contributes, and of the prefix of a query's box: magic, key and
 * nonce.
 */
export const HALF_NONCE = 12;
const MAGIC = 8;
const KEY = 32;
const PREFIX = MAGIC + KEY + HALF_NONCE;
/** First bytes of every response. */
const RESPONSE_MAGIC = Uint8Array.of(0x72, 0x36, 0x66, 0x6e, 0x76, 0x57, 0x6a, 0x38);
const RESPONSE_BOX = MAGIC + NONCE;
/**
 * Padded messages have a multiple of this many bytes: one byte of this value, then zeros (ISO/IEC
 * 7816-4).
 */
const BLOCK = 64;
const PADDING = 0x80;

/** The parameters that both sides agreed on. */
export interface Agreement {
  readonly construction: Construction;
  /** Identifies to the server which of its keys is used; 8 bytes. */
  readonly magic: Uint8Array;
  /** The client's public key. */
  readonly publicKey: Uint8Array;
  readonly sharedKey: Uint8Array;
}

/**
 * Encrypts a query, padded to at least `least` bytes. `nonce` is 12 bytes never used with this
 * agreement before.
 */
export function sealQuery(
  agreement: Agreement,
  nonce: Uint8Array,
  query: Uint8Array,
  least: number,
): Uint8Array<ArrayBuffer> {
  const padded = new Uint8Array(
    Math.max(Math.ceil((query.length + 1) / BLOCK), Math.ceil(least / BLOCK)) * BLOCK,
  );
  padded.set(query);
  padded[query.length] = PADDING;
  const whole = new Uint8Array(NONCE);
  whole.set(nonce);
  const box = sealBox(agreement.construction, agreement.sharedKey, whole, padded);
  const packet = new Uint8Array(PREFIX + box.length);
  packet.set(agreement.magic);
  packet.set(agreement.publicKey, MAGIC);
  packet.set(nonce, MAGIC + KEY);
  packet.set(box, PREFIX);
  return packet;
}

/** The client's nonce in a response, which identifies its query; undefined = not a response. */
export function readResponseNonce(packet: Uint8Array): Uint8Array | undefined {
  if (packet.length < RESPONSE_BOX || RESPONSE_MAGIC.some((byte, i) => packet[i] !== byte)) {
    return undefined;
  }
  return packet.subarray(MAGIC, MAGIC + HALF_NONCE);
}

/** The message in a response; undefined = it is forged or broken. */
export function openResponse(agreement: Agreement, packet: Uint8Array): Uint8Array | undefined {
  const nonce = packet.subarray(MAGIC, RESPONSE_BOX);
  const box = packet.subarray(RESPONSE_BOX);
  const padded = openBox(agreement.construction, agreement.sharedKey, nonce, box);
  if (padded === undefined) return undefined;
  let end = padded.length - 1;
  while (end >= 0 && padded[end] === 0) end--;
  return end >= 0 && padded[end] === PADDING ? padded.subarray(0, end) : undefined;
}
