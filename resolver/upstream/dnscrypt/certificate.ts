/** Certificates of DNSCrypt 2: a server's key of the day, signed by its provider (draft-denis-dprive-dnscrypt). */
import { type KeyObject, verify } from "node:crypto";
import { TYPE } from "../../wire/codes.ts";
import { RecordCursor, SECTION } from "../../wire/message.ts";
import { type Construction, publicKeyOf } from "./box.ts";

/** A certificate that its provider signed. */
export interface Certificate {
  readonly construction: Construction;
  readonly publicKey: Uint8Array;
  /** What queries by this certificate begin with. */
  readonly magic: Uint8Array;
  /** The highest of those that hold is the one to use. */
  readonly serial: number;
  /** Unix milliseconds. */
  readonly from: number;
  readonly until: number;
}

/** What stands before a raw key of Ed25519 in SubjectPublicKeyInfo (RFC 8410 4). */
const ED25519_SPKI = Uint8Array.fromHex("302a300506032b6570032100");
/** Where the parts of a certificate stand. */
const VERSION = 4,
  SIGNATURE = 8,
  SIGNED = 72,
  CLIENT_MAGIC = 104,
  SERIAL = 112,
  FROM = 116,
  UNTIL = 120,
  LEAST = 124;
const MAGIC = 0x444e5343;

/** The key of a provider, from its 32 octets; undefined = it is none. */
export function providerKey(octets: Uint8Array): KeyObject | undefined {
  try {
    return publicKeyOf(ED25519_SPKI, octets);
  } catch {
    return undefined;
  }
}

/** Reads a certificate; undefined = it is none, of another kind, or not signed by the provider. */
export function readCertificate(octets: Uint8Array, provider: KeyObject): Certificate | undefined {
  if (octets.length < LEAST) return undefined;
  const view = new DataView(octets.buffer, octets.byteOffset, octets.length),
    construction = view.getUint16(VERSION);
  if (view.getUint32(0) !== MAGIC || construction !== 1 && construction !== 2) return undefined;
  try {
    if (!verify(null, octets.subarray(SIGNED), provider, octets.subarray(SIGNATURE, SIGNED))) {
      return undefined;
    }
  } catch {
    return undefined;
  }
  return {
    construction,
    publicKey: octets.slice(SIGNED, CLIENT_MAGIC),
    magic: octets.slice(CLIENT_MAGIC, SERIAL),
    serial: view.getUint32(SERIAL),
    from: view.getUint32(FROM) * 1000,
    until: view.getUint32(UNTIL) * 1000,
  };
}

/** Certificates in the TXT records of a response, whoever signed them: the strings of each record as one. */
export function certificatesIn(response: Uint8Array): Uint8Array[] {
  const cursor = new RecordCursor(), found: Uint8Array[] = [];
  if (!cursor.reset(response)) return found;
  while (cursor.read() > 0 && cursor.section === SECTION.ANSWER) {
    if (cursor.type !== TYPE.TXT) continue;
    const octets = new Uint8Array(cursor.rdataLength), end = cursor.rdataAt + cursor.rdataLength;
    let length = 0;
    for (let at = cursor.rdataAt; at < end; at += 1 + response[at]) {
      const part = response.subarray(at + 1, Math.min(at + 1 + response[at], end));
      octets.set(part, length);
      length += part.length;
    }
    found.push(octets.subarray(0, length));
  }
  return found;
}

/** The one to use at a time in Unix milliseconds: the newest that holds, of two of one number the one with XChaCha20. */
export function bestCertificate(
  certificates: readonly Certificate[],
  now: number,
): Certificate | undefined {
  return certificates.filter(({ from, until }) => from <= now && now < until).sort((a, b) =>
    b.serial - a.serial || b.construction - a.construction
  )[0];
}
