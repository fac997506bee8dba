/**
 * Creates the authority of the block page (RFC 5280): it may sign server certificates for names,
 * and nothing else. Only the thread imports this module, and only when needed: the library takes 20
 * MB.
 */
import "reflect-metadata";
import { X509CertificateGenerator } from "@peculiar/x509";
import { ALGORITHM, authorityExtensions, keyInPem } from "./extensions.ts";
import type { CertificatePair } from "./make.ts";

/** An authority to create. */
export interface AuthorityRequest {
  readonly kind: "authority";
  /** Common name of subject and issuer. */
  readonly subject: string;
  /** Unix milliseconds. */
  readonly notBefore: number;
  /** Unix milliseconds. */
  readonly notAfter: number;
}

/** Creates the authority with a new key. */
export async function makeAuthority(
  { subject, notBefore, notAfter }: AuthorityRequest,
): Promise<CertificatePair> {
  const keys = await crypto.subtle.generateKey(ALGORITHM, true, ["sign", "verify"]);
  const made = await X509CertificateGenerator.create({
    subject: `CN=${subject}`,
    issuer: `CN=${subject}`,
    notBefore: new Date(notBefore),
    notAfter: new Date(notAfter),
    publicKey: keys.publicKey,
    signingKey: keys.privateKey,
    signingAlgorithm: ALGORITHM,
    extensions: await authorityExtensions(keys.publicKey),
  });
  return { cert: `${made.toString("pem")}\n`, key: await keyInPem(keys.privateKey) };
}
