/**
 * Makes the authority of the block page (RFC 5280): it may sign certificates of servers, for names,
 * and nothing else. Only the thread imports it, and only when one must be made: the library takes
 * 20 MB.
 */
import "reflect-metadata";
import { X509CertificateGenerator } from "@peculiar/x509";
import { ALGORITHM, authorityExtensions, keyInPem } from "./extensions.ts";
import type { CertificatePair } from "./make.ts";

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

/** Makes the authority with a key of its own. */
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
