/**
 * Certificates of the block page, made during the handshake: one name, for servers, 48 hours,
 * signed by the local authority (A 7.7.1). Everything except the name and the key is known
 * beforehand, so it is written without a library.
 */
import {
  createHash,
  createPrivateKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
  X509Certificate,
} from "node:crypto";
import { LIMITS } from "../../../policy/limits.ts";
import { der, elementsOf, oid, sequence, TAG, time } from "./der.ts";
import type { Pem } from "../protocol.ts";

/** Milliseconds for which a certificate is valid. */
export const LEAF_HOLDS = LIMITS.localAuthority.certificateLife * 1000;
/** Milliseconds before its creation from which it is valid, for devices whose clock is behind. */
export const LEAF_BEFORE = 3_600_000;

const ECDSA_WITH_SHA256 = sequence(oid("1.2.840.10045.4.3.2"));
/**
 * Subject of all of them. The common name is limited to 64 letters; the alternative names identify
 * the host.
 */
const SUBJECT = sequence(
  der(
    TAG.set,
    sequence(
      oid("2.5.4.3"),
      der(TAG.utf8String, new TextEncoder().encode("Block page of the box")),
    ),
  ),
);
const VERSION_3 = der(0xa0, der(TAG.integer, new Uint8Array([2])));
const TRUE = der(TAG.boolean, new Uint8Array([0xff]));
/** Extensions that are the same in all of them. */
const SERVER_ALONE = [
  // basicConstraints: no authority; keyUsage: digitalSignature; extKeyUsage: serverAuth.
  extension("2.5.29.19", sequence(), true),
  extension("2.5.29.15", der(TAG.bitString, new Uint8Array([7, 0x80])), true),
  extension("2.5.29.37", sequence(oid("1.3.6.1.5.5.7.3.1"))),
];

/** Signs certificates of names with the local authority. */
export class LeafMaker {
  readonly #key: KeyObject;
  readonly #chain: string;
  readonly #issuer: Uint8Array;
  readonly #authorityKey: Uint8Array;

  /** Throws when the authority is invalid, or its key does not match. */
  constructor({ cert, key }: Pem) {
    this.#key = createPrivateKey(key);
    const authority = new X509Certificate(cert);
    if (!authority.checkPrivateKey(this.#key)) throw new Error("its key is another one's");
    this.#chain = cert;
    // TBSCertificate: version, serialNumber, signature, issuer, validity, subject,
    // subjectPublicKeyInfo.
    const [tbs] = elementsOf(new Uint8Array(authority.raw));
    const fields = elementsOf(tbs);
    const [, publicKey] = elementsOf(fields[6]);
    const bits = publicKey.subarray(publicKey.length - 65);
    this.#issuer = fields[5];
    this.#authorityKey = extension(
      "2.5.29.35",
      sequence(der(0x80, createHash("sha1").update(bits).digest())),
    );
  }

  /**
   * A certificate for one name, an A-label in lower case, with a new key; `now` in Unix
   * milliseconds.
   */
  make(name: string, now: number): Pem {
    const keys = generateKeyPairSync("ec", { namedCurve: "P-256" });
    const serial = crypto.getRandomValues(new Uint8Array(16));
    // Positive, and without leading zeros.
    serial[0] = serial[0] & 0x7f | 0x40;
    const names = extension("2.5.29.17", sequence(der(0x82, new TextEncoder().encode(name))));
    const tbs = sequence(
      ...[VERSION_3, der(TAG.integer, serial), ECDSA_WITH_SHA256, this.#issuer],
      sequence(time(now - LEAF_BEFORE), time(now - LEAF_BEFORE + LEAF_HOLDS)),
      SUBJECT,
      new Uint8Array(keys.publicKey.export({ type: "spki", format: "der" })),
      der(0xa3, sequence(...SERVER_ALONE, names, this.#authorityKey)),
    );
    const signature = der(TAG.bitString, new Uint8Array(1), sign("sha256", tbs, this.#key));
    const bytes = sequence(tbs, ECDSA_WITH_SHA256, signature);
    return {
      cert: `${pemOf(bytes)}${this.#chain}`,
      key: keys.privateKey.export({ type: "pkcs8", format: "pem" }) as string,
    };
  }
}

function extension(id: string, value: Uint8Array, critical = false): Uint8Array {
  return sequence(oid(id), ...(critical ? [TRUE] : []), der(TAG.octetString, value));
}

function pemOf(bytes: Uint8Array): string {
  const lines = bytes.toBase64().replace(/.{1,64}/g, "$&\n");
  return `-----BEGIN CERTIFICATE-----\n${lines}-----END CERTIFICATE-----\n`;
}
