/**
 * Makes the authority of the block page (RFC 5280): it may sign certificates of servers, for names, and nothing else. Only the
 * thread imports it, and only when one must be made: the library takes 20 MB.
 */
import "reflect-metadata";
import { AsnConvert } from "@peculiar/asn1-schema";
import { GeneralName, GeneralSubtree, GeneralSubtrees, NameConstraints } from "@peculiar/asn1-x509";
import {
  BasicConstraintsExtension,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  Extension,
  KeyUsageFlags,
  KeyUsagesExtension,
  PemConverter,
  SubjectKeyIdentifierExtension,
  X509CertificateGenerator,
} from "@peculiar/x509";
import type { MadeCertificate } from "./make.ts";

/** What to make. */
export interface AuthorityRequest {
  readonly kind: "authority";
  /** Common name of subject and issuer. */
  readonly subject: string;
  /** Unix milliseconds. */
  readonly notBefore: number;
  /** Unix milliseconds. */
  readonly notAfter: number;
}

const ALGORITHM = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" } as const;
const NAME_CONSTRAINTS = "2.5.29.30";
const EVERY_ADDRESS = ["0.0.0.0/0", "::/0"];

/** Makes the authority with a key of its own. */
export async function makeAuthority({ subject, notBefore, notAfter }: AuthorityRequest): Promise<MadeCertificate> {
  const keys = await crypto.subtle.generateKey(ALGORITHM, true, ["sign", "verify"]);
  const made = await X509CertificateGenerator.create({
    subject: `CN=${subject}`,
    issuer: `CN=${subject}`,
    notBefore: new Date(notBefore),
    notAfter: new Date(notAfter),
    publicKey: keys.publicKey,
    signingKey: keys.privateKey,
    signingAlgorithm: ALGORITHM,
    extensions: [
      new BasicConstraintsExtension(true, 0, true),
      new KeyUsagesExtension(KeyUsageFlags.keyCertSign, true),
      new ExtendedKeyUsageExtension([ExtendedKeyUsage.serverAuth]),
      new Extension(NAME_CONSTRAINTS, true, namesOnly()),
      await SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  });
  const key = PemConverter.encode(await crypto.subtle.exportKey("pkcs8", keys.privateKey), "PRIVATE KEY");
  return { cert: `${made.toString("pem")}\n`, key: `${key}\n` };
}

/** Excludes every address, so that a certificate may hold names alone. */
function namesOnly(): ArrayBuffer {
  const excluded = EVERY_ADDRESS.map((iPAddress) => new GeneralSubtree({ base: new GeneralName({ iPAddress }) }));
  return AsnConvert.serialize(new NameConstraints({ excludedSubtrees: new GeneralSubtrees(excluded) }));
}
