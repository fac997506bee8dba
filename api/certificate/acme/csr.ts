/** A certificate signing request (RFC 2986) for names alone: an empty subject, the names as an extension, signed by ECDSA. */
import { Buffer } from "node:buffer";
import { createPublicKey, type KeyObject, sign } from "node:crypto";

/** Tags of DER (X.690). */
const TAG = { INTEGER: 2, BITS: 3, OCTETS: 4, SEQUENCE: 0x30, SET: 0x31, DNS_NAME: 0x82, ATTRIBUTES: 0xa0 } as const;
/** Object identifiers as DER: extensionRequest (RFC 2985 5.4.2), subjectAltName (RFC 5280 4.2.1.6), ecdsa-with-SHA256 (RFC 5758). */
const OID = {
  extensionRequest: [6, 9, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 1, 9, 14],
  subjectAltName: [6, 3, 0x55, 0x1d, 0x11],
  ecdsaWithSha256: [6, 8, 0x2a, 0x86, 0x48, 0xce, 0x3d, 4, 3, 2],
} as const;

/** The request as DER, for names in ASCII; `*.example` is a wildcard. The key is one of P-256. */
export function signingRequest(names: readonly string[], key: KeyObject): Uint8Array {
  const alternatives = der(TAG.SEQUENCE, names.map((name) => der(TAG.DNS_NAME, [Buffer.from(name, "ascii")])));
  const extension = der(TAG.SEQUENCE, [Buffer.from(OID.subjectAltName), der(TAG.OCTETS, [alternatives])]);
  const requested = der(TAG.SEQUENCE, [
    Buffer.from(OID.extensionRequest),
    der(TAG.SET, [der(TAG.SEQUENCE, [extension])]),
  ]);
  const content = der(TAG.SEQUENCE, [
    der(TAG.INTEGER, [Uint8Array.of(0)]),
    der(TAG.SEQUENCE, []),
    createPublicKey(key).export({ type: "spki", format: "der" }),
    der(TAG.ATTRIBUTES, [requested]),
  ]);
  const signature = sign("sha256", content, key);
  return der(TAG.SEQUENCE, [
    content,
    der(TAG.SEQUENCE, [Buffer.from(OID.ecdsaWithSha256)]),
    der(TAG.BITS, [Uint8Array.of(0), signature]),
  ]);
}

function der(tag: number, parts: readonly Uint8Array[]): Uint8Array {
  const content = Buffer.concat(parts), { length } = content;
  const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return new Uint8Array(Buffer.concat([Uint8Array.of(tag, ...size), content]));
}
