/**
 * The extensions of certificates that the box creates (RFC 5280 4.2). Only the thread imports this
 * module: the library takes 20 MB.
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
  SubjectAlternativeNameExtension,
  SubjectKeyIdentifierExtension,
} from "@peculiar/x509";

/** The algorithm of every key and signature. */
export const ALGORITHM = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" } as const;
const NAME_CONSTRAINTS = "2.5.29.30";
const EVERY_ADDRESS = ["0.0.0.0/0", "::/0"];

/** The extensions of a server certificate. Rejects when a name or an address is invalid. */
export async function serverExtensions(
  names: readonly string[],
  addresses: readonly string[],
  key: CryptoKey,
): Promise<Extension[]> {
  return [
    new BasicConstraintsExtension(false, undefined, true),
    new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true),
    new ExtendedKeyUsageExtension([ExtendedKeyUsage.serverAuth]),
    new SubjectAlternativeNameExtension([
      ...names.map((value) => ({ type: "dns", value }) as const),
      ...addresses.map((value) => ({ type: "ip", value }) as const),
    ]),
    await SubjectKeyIdentifierExtension.create(key),
  ];
}

/**
 * The extensions of an authority that signs server certificates only: for `name` and the names
 * below it, or for any name.
 */
export async function authorityExtensions(key: CryptoKey, name?: string): Promise<Extension[]> {
  return [
    new BasicConstraintsExtension(true, 0, true),
    new KeyUsagesExtension(KeyUsageFlags.keyCertSign, true),
    new ExtendedKeyUsageExtension([ExtendedKeyUsage.serverAuth]),
    new Extension(NAME_CONSTRAINTS, true, namesOnly(name)),
    await SubjectKeyIdentifierExtension.create(key),
  ];
}

/**
 * The name constraints. They exclude every address: where only names are permitted, some clients
 * accept a certificate for an address.
 */
function namesOnly(name: string | undefined): ArrayBuffer {
  const subtrees = (names: GeneralName[]) =>
    new GeneralSubtrees(names.map((base) => new GeneralSubtree({ base })));
  const excludedSubtrees = subtrees(
    EVERY_ADDRESS.map((iPAddress) => new GeneralName({ iPAddress })),
  );
  const permitted = name === undefined
    ? {}
    : { permittedSubtrees: subtrees([new GeneralName({ dNSName: name })]) };
  return AsnConvert.serialize(new NameConstraints({ ...permitted, excludedSubtrees }));
}

/** A private key as PEM (PKCS #8). */
export async function keyInPem(key: CryptoKey): Promise<string> {
  return `${PemConverter.encode(await crypto.subtle.exportKey("pkcs8", key), "PRIVATE KEY")}\n`;
}
