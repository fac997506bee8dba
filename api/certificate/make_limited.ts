/**
 * Makes a certificate of one name with an authority of its own, which can sign nothing but that name: trusting it trusts nothing
 * else, and its key is never kept (A 7.9.2). Only the thread imports it: the library takes 20 MB.
 */
import "reflect-metadata";
import { AsnConvert } from "@peculiar/asn1-schema";
import { GeneralName, GeneralSubtree, GeneralSubtrees, NameConstraints } from "@peculiar/asn1-x509";
import {
  AuthorityKeyIdentifierExtension,
  BasicConstraintsExtension,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  Extension,
  KeyUsageFlags,
  KeyUsagesExtension,
  PemConverter,
  SubjectAlternativeNameExtension,
  SubjectKeyIdentifierExtension,
  type X509Certificate,
  X509CertificateGenerator,
} from "@peculiar/x509";
import type { MadeCertificate } from "./make.ts";

/** What to make. */
export interface LimitedRequest {
  readonly kind: "limited";
  /** The name; all names below it are in the authority's reach too, those one label below are in the certificate. */
  readonly name: string;
  /** Unix milliseconds. */
  readonly notBefore: number;
  /** Unix milliseconds. */
  readonly notAfter: number;
}

const ALGORITHM = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" } as const;
const NAME_CONSTRAINTS = "2.5.29.30";
const EVERY_ADDRESS = ["0.0.0.0/0", "::/0"];
/** Characters of a common name (RFC 5280, A.1). */
const COMMON_NAME = 64;

/** Makes both; the chain is the certificate, then its authority. Rejects when the name is none. */
export async function makeLimited(request: LimitedRequest): Promise<MadeCertificate> {
  // Not to be exported: the key of the authority goes with this thread.
  const signing = await crypto.subtle.generateKey(ALGORITHM, false, ["sign", "verify"]);
  const keys = await crypto.subtle.generateKey(ALGORITHM, true, ["sign", "verify"]);
  const authority = await limitedAuthority(request, signing), leaf = await leafOf(request, keys, authority, signing);
  const key = PemConverter.encode(await crypto.subtle.exportKey("pkcs8", keys.privateKey), "PRIVATE KEY");
  return { cert: `${leaf.toString("pem")}\n${authority.toString("pem")}\n`, key: `${key}\n` };
}

/** Each has a name of its own: a device that trusts one of before would look no further. */
export async function limitedAuthority(request: LimitedRequest, keys: CryptoKeyPair): Promise<X509Certificate> {
  const { name, notBefore, notAfter } = request, mark = crypto.getRandomValues(new Uint8Array(3)).toHex().toUpperCase();
  return await X509CertificateGenerator.createSelfSigned({
    name: [{ CN: [`Box authority ${mark} of ${name}`.slice(0, COMMON_NAME)] }],
    notBefore: new Date(notBefore),
    notAfter: new Date(notAfter),
    keys,
    signingAlgorithm: ALGORITHM,
    extensions: [
      new BasicConstraintsExtension(true, 0, true),
      new KeyUsagesExtension(KeyUsageFlags.keyCertSign, true),
      new ExtendedKeyUsageExtension([ExtendedKeyUsage.serverAuth]),
      new Extension(NAME_CONSTRAINTS, true, only(name)),
      await SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
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
      new BasicConstraintsExtension(false, undefined, true),
      new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true),
      new ExtendedKeyUsageExtension([ExtendedKeyUsage.serverAuth]),
      new SubjectAlternativeNameExtension([{ type: "dns", value: name }, { type: "dns", value: `*.${name}` }]),
      await SubjectKeyIdentifierExtension.create(keys.publicKey),
      await AuthorityKeyIdentifierExtension.create(signing.publicKey),
    ],
  });
}

/**
 * Permits the name and what lies below it, and excludes every address: where names alone are permitted, some readers let a
 * certificate of an address pass.
 */
function only(name: string): ArrayBuffer {
  const permitted = new GeneralSubtree({ base: new GeneralName({ dNSName: name }) });
  const excluded = EVERY_ADDRESS.map((iPAddress) => new GeneralSubtree({ base: new GeneralName({ iPAddress }) }));
  return AsnConvert.serialize(
    new NameConstraints({
      permittedSubtrees: new GeneralSubtrees([permitted]),
      excludedSubtrees: new GeneralSubtrees(excluded),
    }),
  );
}
