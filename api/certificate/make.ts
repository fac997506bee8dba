/**
 * Creates a self-signed server certificate (RFC 5280). It is no authority, so trusting it trusts
 * nothing else. Only the thread imports this module, and only when needed: the library takes 20 MB.
 */
import "reflect-metadata";
import { PemConverter, X509CertificateGenerator } from "@peculiar/x509";
import { ALGORITHM, keyInPem, serverExtensions } from "./extensions.ts";

/** A server certificate to create. */
export interface CertificateRequest {
  readonly kind: "server";
  /** Common name of subject and issuer. */
  readonly subject: string;
  readonly names: readonly string[];
  readonly addresses: readonly string[];
  /** The key to keep, as PEM; without a valid P-256 key a new one is created. */
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

/** Creates the certificate. Rejects when a name or an address is invalid. */
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
