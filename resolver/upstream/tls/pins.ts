/**
 * Checks whether a certificate is the one that a stamp pins, or is signed by it
 * (dnscrypt.info/stamps-specifications).
 */
import { Buffer } from "node:buffer";
import { createHash, X509Certificate } from "node:crypto";

/** Certificates of a chain that are checked. */
const LONGEST_CHAIN = 10;
/** SEQUENCE in DER. */
const SEQUENCE = 0x30;

/**
 * Whether one of the pins, SHA-256 in hexadecimal digits, matches a certificate in the chain of
 * signatures from the server's certificate upwards. `shown` are the certificates as DER, the
 * server's first; those outside the chain of signatures are ignored. Never throws.
 */
export function isPinned(shown: readonly Uint8Array[], pins: readonly string[]): boolean {
  try {
    const rest = shown.slice(0, LONGEST_CHAIN).map((der) => new X509Certificate(Buffer.from(der)));
    for (let current = rest.shift(); current !== undefined;) {
      if (pins.includes(computePin(current.raw))) return true;
      const signed = current;
      const at = rest.findIndex((each) => hasSigned(each, signed));
      current = at < 0 ? undefined : rest.splice(at, 1)[0];
    }
  } catch {
    // A certificate that cannot be parsed does not match.
  }
  return false;
}

/**
 * SHA-256 of the signed part of a certificate, its TBSCertificate. Throws when it is not a
 * certificate.
 */
export function computePin(der: Uint8Array): string {
  const [start] = elementAt(der, 0);
  const [, end] = elementAt(der, start);
  return createHash("sha256").update(der.subarray(start, end)).digest("hex");
}

function hasSigned(issuer: X509Certificate, certificate: X509Certificate): boolean {
  return issuer.ca && certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey);
}

/** Where the content of a DER sequence begins and ends. */
function elementAt(der: Uint8Array, at: number): [start: number, end: number] {
  const first = der[at + 1];
  const long = first > 0x80 ? first & 0x7f : 0;
  if (der[at] !== SEQUENCE || long > 3) throw new Error("no sequence");
  let length = long === 0 ? first : 0;
  for (let i = 0; i < long; i++) length = length << 8 | der[at + 2 + i];
  const start = at + 2 + long;
  if (start + length > der.length) throw new Error("a sequence that is cut off");
  return [start, start + length];
}
