/**
 * What the certificates that the box makes say of themselves (RFC 5280 4.2). Only the thread
 * imports it: the library takes 20 MB.
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

/** Of every key and signature. */
export const ALGORITHM = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" } as const;
const NAME_CONSTRAINTS = "2.5.29.30";
const EVERY_ADDRESS = ["0.0.0.0/0", "::/0"];

/**
 * Of a certificate of a server, which signs no other. Rejects when a name or an address is none.
 */
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
 * Of an authority that signs certificates of servers alone: for `name` and what lies below it, or
 * for any name.
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
 * Excludes every address: where names alone are permitted, some readers let a certificate of an
 * address pass.
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

/** The private key as PEM. */
export async function keyInPem(key: CryptoKey): Promise<string> {
  return `${PemConverter.encode(await crypto.subtle.exportKey("pkcs8", key), "PRIVATE KEY")}\n`;
}
