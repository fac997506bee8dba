/**
 * Makes a certificate of a server signed by its own key (RFC 5280): no authority, so that trusting
 * it trusts nothing else. Only the thread imports it, and only when one must be made: the library
 * takes 20 MB.
 */
import "reflect-metadata";
import { PemConverter, X509CertificateGenerator } from "@peculiar/x509";
import { ALGORITHM, keyInPem, serverExtensions } from "./extensions.ts";

/** What to make. */
export interface CertificateRequest {
  readonly kind: "server";
  /** Common name of subject and issuer. */
  readonly subject: string;
  readonly names: readonly string[];
  readonly addresses: readonly string[];
  /** The key to keep, as PEM; without one, or when it is no key of P-256, a new one is made. */
  readonly key?: string;
  /** Unix milliseconds. */
  readonly notBefore: number;
  /** Unix milliseconds. */
  readonly notAfter: number;
}

/** A certificate and its key as PEM. */
export interface CertificatePair {
  readonly cert: string;
  readonly key: string;
}

/** Makes the certificate; rejects when a name or an address is none. */
export async function makeCertificate(request: CertificateRequest): Promise<CertificatePair> {
  const keys = await keptKeys(request.key) ??
    await crypto.subtle.generateKey(ALGORITHM, true, ["sign", "verify"]);
  const made = await X509CertificateGenerator.create({
    subject: `CN=${request.subject}`,
    issuer: `CN=${request.subject}`,
    notBefore: new Date(request.notBefore),
    notAfter: new Date(request.notAfter),
    publicKey: keys.publicKey,
    signingKey: keys.privateKey,
    signingAlgorithm: ALGORITHM,
    extensions: await serverExtensions(request.names, request.addresses, keys.publicKey),
  });
  return { cert: `${made.toString("pem")}\n`, key: await keyInPem(keys.privateKey) };
}

async function keptKeys(pem: string | undefined): Promise<CryptoKeyPair | undefined> {
  if (pem === undefined) return undefined;
  try {
    const privateKey = await crypto.subtle.importKey(
      "pkcs8",
      PemConverter.decodeFirst(pem),
      ALGORITHM,
      true,
      ["sign"],
    );
    const { kty, crv, x, y } = await crypto.subtle.exportKey("jwk", privateKey);
    const publicKey = await crypto.subtle.importKey(
      "jwk",
      { kty, crv, x, y } as JsonWebKey,
      ALGORITHM,
      true,
      [
        "verify",
      ],
    );
    return { privateKey, publicKey };
  } catch {
    return undefined;
  }
}
