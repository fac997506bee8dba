/**
 * Creates a certificate for one name with its own authority, which can sign that name only:
 * trusting it trusts nothing else, and its key is never stored (A 7.9.2). Only the thread imports
 * this module: the library takes 20 MB.
 */
import "reflect-metadata";
import {
  AuthorityKeyIdentifierExtension,
  type X509Certificate,
  X509CertificateGenerator,
} from "@peculiar/x509";
import { ALGORITHM, authorityExtensions, keyInPem, serverExtensions } from "./extensions.ts";
import type { CertificatePair } from "./make.ts";

/** A certificate with a limited authority to create. */
export interface LimitedRequest {
  readonly kind: "limited";
  /**
   * The name. The authority may sign all names below it; the certificate is valid for those one
   * label below.
   */
  readonly name: string;
  /** Unix milliseconds. */
  readonly notBefore: number;
  /** Unix milliseconds. */
  readonly notAfter: number;
}

/** Maximum length of a common name in characters (RFC 5280 A.1). */
const COMMON_NAME = 64;

/**
 * Creates both; the chain is the certificate, then its authority. Rejects when the name is invalid.
 */
export async function makeLimitedCertificate(request: LimitedRequest): Promise<CertificatePair> {
  // Not extractable: the authority's key is lost when this thread ends.
  const signing = await crypto.subtle.generateKey(ALGORITHM, false, ["sign", "verify"]);
  const keys = await crypto.subtle.generateKey(ALGORITHM, true, ["sign", "verify"]);
  const authority = await makeLimitedAuthority(request, signing);
  const leaf = await leafOf(request, keys, authority, signing);
  return {
    cert: `${leaf.toString("pem")}\n${authority.toString("pem")}\n`,
    key: await keyInPem(keys.privateKey),
  };
}

/**
 * Creates the authority. Its name is unique: a device that trusts an earlier one of the same name
 * would not check this one.
 */
export async function makeLimitedAuthority(
  request: LimitedRequest,
  keys: CryptoKeyPair,
): Promise<X509Certificate> {
  const { name, notBefore, notAfter } = request;
  const mark = crypto.getRandomValues(new Uint8Array(3)).toHex().toUpperCase();
  return await X509CertificateGenerator.createSelfSigned({
    name: [{ CN: [`Box authority ${mark} of ${name}`.slice(0, COMMON_NAME)] }],
    notBefore: new Date(notBefore),
    notAfter: new Date(notAfter),
    keys,
    signingAlgorithm: ALGORITHM,
    extensions: await authorityExtensions(keys.publicKey, name),
  });
}

async function leafOf(
  { name, notBefore, notAfter }: LimitedRequest,
  keys: CryptoKeyPair,
  authority: X509Certificate,
  signing: CryptoKeyPair,
): Promise<X509Certificate> {
  return await X509CertificateGenerator.create({
    subject: [{ CN: [name.slice(0, COMMON_NAME)] }],
    issuer: authority.subject,
    notBefore: new Date(notBefore),
    notAfter: new Date(notAfter),
    publicKey: keys.publicKey,
    signingKey: signing.privateKey,
    signingAlgorithm: ALGORITHM,
    extensions: [
      ...await serverExtensions([name, `*.${name}`], [], keys.publicKey),
      await AuthorityKeyIdentifierExtension.create(signing.publicKey),
    ],
  });
}
