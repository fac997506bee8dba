/**
 * Certificates of DNSCrypt 2: a server's short-term key, signed by its provider
 * (draft-denis-dprive-dnscrypt).
 */
import { type KeyObject, verify } from "node:crypto";
import { TYPE } from "../../wire/codes.ts";
import { RecordCursor, SECTION } from "../../wire/message.ts";
import { type Construction, importPublicKey } from "./box.ts";

/** A certificate that its provider signed. */
export interface DnscryptCertificate {
  readonly construction: Construction;
  readonly publicKey: Uint8Array;
  /** First bytes of the queries that use this certificate. */
  readonly magic: Uint8Array;
  /** Of the valid certificates, the one with the highest serial is used. */
  readonly serial: number;
  /** Unix milliseconds. */
  readonly from: number;
  readonly until: number;
}

/** Prefix of a raw Ed25519 key in SubjectPublicKeyInfo (RFC 8410 4). */
const ED25519_SPKI = Uint8Array.fromHex("302a300506032b6570032100");
/** Offsets of the parts of a certificate. */
const VERSION = 4;
const SIGNATURE = 8;
const SIGNED = 72;
const CLIENT_MAGIC = 104;
const SERIAL = 112;
const FROM = 116;
const UNTIL = 120;
const LEAST = 124;
const MAGIC = 0x444e5343;

/** The key of a provider, from its 32 bytes; undefined = invalid. */
export function importProviderKey(bytes: Uint8Array): KeyObject | undefined {
  try {
    return importPublicKey(ED25519_SPKI, bytes);
  } catch {
    return undefined;
  }
}

/** Reads a certificate; undefined = invalid, of another version, or not signed by the provider. */
export function parseCertificate(
  bytes: Uint8Array,
  provider: KeyObject,
): DnscryptCertificate | undefined {
  if (bytes.length < LEAST) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const construction = view.getUint16(VERSION);
  if (view.getUint32(0) !== MAGIC || construction !== 1 && construction !== 2) return undefined;
  try {
    if (!verify(null, bytes.subarray(SIGNED), provider, bytes.subarray(SIGNATURE, SIGNED))) {
      return undefined;
    }
  } catch {
    return undefined;
  }
  return {
    construction,
    publicKey: bytes.slice(SIGNED, CLIENT_MAGIC),
    magic: bytes.slice(CLIENT_MAGIC, SERIAL),
    serial: view.getUint32(SERIAL),
    from: view.getUint32(FROM) * 1000,
    until: view.getUint32(UNTIL) * 1000,
  };
}

/**
 * Certificates in the TXT records of a response, before their signatures are checked. The strings
 * of each record are joined.
 */
export function extractCertificates(response: Uint8Array): Uint8Array[] {
  const cursor = new RecordCursor();
  const found: Uint8Array[] = [];
  if (!cursor.reset(response)) return found;
  while (cursor.read() > 0 && cursor.section === SECTION.ANSWER) {
    if (cursor.type !== TYPE.TXT) continue;
    const bytes = new Uint8Array(cursor.rdataLength);
    const end = cursor.rdataAt + cursor.rdataLength;
    let length = 0;
    for (let at = cursor.rdataAt; at < end; at += 1 + response[at]) {
      const part = response.subarray(at + 1, Math.min(at + 1 + response[at], end));
      bytes.set(part, length);
      length += part.length;
    }
    found.push(bytes.subarray(0, length));
  }
  return found;
}

/**
 * The certificate to use at a time in Unix milliseconds: the newest valid one. Of two with the same
 * serial, the one with XChaCha20.
 */
export function selectCertificate(
  certificates: readonly DnscryptCertificate[],
  now: number,
): DnscryptCertificate | undefined {
  return certificates.filter(({ from, until }) => from <= now && now < until).sort((a, b) =>
    b.serial - a.serial || b.construction - a.construction
  )[0];
}
