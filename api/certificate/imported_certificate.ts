/**
 * Reads certificates from the owner: a chain and a key in PEM, as authorities and tools write them
 * (A 2.7, RFC 7468). Repairs are reported; what clients would refuse is refused here, with the
 * reason.
 */
import { Buffer } from "node:buffer";
import { createPrivateKey, type KeyObject, X509Certificate } from "node:crypto";
import { DomainError } from "../schema/errors.ts";
import { describeCertificate } from "./certificate_description.ts";
import { type Sentence, sentence } from "../../policy/model/sentence.ts";

/** A usable certificate. */
export interface ImportedCertificate {
  /** The first name that is not a wildcard. */
  readonly name: string;
  readonly names: readonly string[];
  /** PEM: the certificate, then its issuers in order. */
  readonly cert: string;
  /** PEM. */
  readonly key: string;
  /** Whether it may sign other certificates (CA:TRUE). */
  readonly isAuthority: boolean;
  /** Sentences about repairs, and about what some clients reject. */
  readonly warnings: readonly string[];
}

/** The clock against which dates are checked. */
export interface ImportClock {
  /** Unix milliseconds. */
  readonly now: number;
  /** Whether the time is known to be correct. */
  readonly known: boolean;
}

/** Maximum characters of a text, and maximum certificates of a chain. */
const LONGEST = 200_000;
const MOST = 10;
const BLOCK = /-----BEGIN ([A-Z0-9][A-Z0-9 ]{0,40})-----([^-]*)-----END ([A-Z0-9 ]{1,41})-----/g;
/** What remains of a text in UTF-16, or of a byte order mark, when it is read as UTF-8. */
const NOT_TEXT = /[\0\ufeff\ufffd]/g;
/** A sequence in DER with a length of several bytes, read as UTF-8 or byte by byte. */
const BINARY = /^0[\u0080-\u0084\ufffd]/;
const KEYS = ["PRIVATE KEY", "RSA PRIVATE KEY", "EC PRIVATE KEY"];
/**
 * The object identifiers of extended key usage, of server authentication and of any usage, as DER
 * (RFC 5280 4.2.1.12).
 */
const USAGES = Buffer.from("0603551d25", "hex");
const FOR_SERVERS = [
  Buffer.from("06082b06010505070301", "hex"),
  Buffer.from("0604551d2500", "hex"),
];
/**
 * The flag of a critical extension and the tag after it, as DER; and the last number of the
 * extensions below 2.5.29 that clients know.
 */
const CRITICAL = Buffer.from("0101ff04", "hex");
const KNOWN_EXTENSIONS: readonly number[] = [15, 17, 19, 30, 31, 37];
/** Bits; the runtime supports no longer keys. */
const RSA_LEAST = 2048;
const RSA_MOST = 4096;

/** Reads a chain and its key, which may be in either text. Throws DomainError. */
export function readImportedCertificate(
  chain: string,
  keyText: string,
  clock: ImportClock,
): ImportedCertificate {
  const blocks = [...blocksOf(chain), ...blocksOf(keyText)];
  const { privateKey, pem: key } = keyOf(blocks);
  const certificates = certificatesOf(blocks);
  const leaf = leafOf(certificates, privateKey);
  const warnings: string[] = [...keyWarnings(privateKey)];
  const ordered = chainOf(leaf, certificates, warnings);
  checkSignatures(ordered);
  checkUse(leaf);
  checkDates(leaf, clock);
  const names = describeCertificate(leaf.toString())?.names ?? [];
  return {
    name: nameOf(names),
    names,
    cert: ordered.map((each) => `${each.toString().trim()}\n`).join(""),
    key,
    isAuthority: leaf.ca,
    warnings,
  };
}

interface Block {
  readonly label: string;
  readonly pem: string;
}

function blocksOf(given: string): Block[] {
  if (given.length > LONGEST) {
    refuse(sentence`This text is too long for certificates and keys: ${given.length} characters`);
  }
  const text = given.replaceAll(NOT_TEXT, "");
  if (BINARY.test(given)) {
    refuse(
      sentence`This is a binary file (DER or PKCS #12), and text is wanted: openssl x509 -inform der -in FILE, or openssl pkcs12 -nodes -in FILE`,
    );
  }
  if (/-----BEGIN (?:PKCS ?#?7|CMS)-----/.test(text)) {
    refuse(sentence`This is a PKCS #7 file: openssl pkcs7 -print_certs -in FILE`);
  }
  const found: Block[] = [];
  for (const [whole, label, inner, end] of text.matchAll(BLOCK)) {
    if (label !== end) {
      refuse(sentence`The text begins as ${label} and ends as ${end}`);
    }
    const lines = inner.split(/\r?\n/).map((line) => line.trim()).filter((line) => line !== "");
    const body = lines.filter((line) => !line.includes(":"));
    if (label === "ENCRYPTED PRIVATE KEY" || /^Proc-Type:.*ENCRYPTED/m.test(inner)) {
      refuseEncrypted();
    }
    found.push({
      label,
      pem: `-----BEGIN ${label}-----\n${body.join("\n")}\n-----END ${label}-----\n`,
    });
    if (whole.length > LONGEST || found.length > 2 * MOST) {
      refuse(sentence`At most ${MOST} certificates can be given`);
    }
  }
  const begun = text.match(/-----BEGIN /g)?.length ?? 0;
  if (/-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY-----\s*Proc-Type:.*ENCRYPTED/.test(text)) {
    refuseEncrypted();
  }
  if (begun > found.length) {
    refuse(
      sentence`The text is cut off: it begins ${begun} parts and ends ${found.length}`,
    );
  }
  return found;
}

function keyOf(blocks: readonly Block[]): { readonly privateKey: KeyObject; readonly pem: string } {
  const keys = blocks.filter(({ label }) => KEYS.includes(label));
  const [first] = keys;
  if (first === undefined) {
    refuse(sentence`There is no private key: it begins with -----BEGIN PRIVATE KEY-----`);
  }
  if (keys.some(({ pem }) => pem !== first.pem)) {
    refuse(sentence`There are several private keys: give the one of the certificate`);
  }
  let privateKey: KeyObject;
  try {
    privateKey = createPrivateKey(first.pem);
  } catch {
    refuse(
      sentence`The private key cannot be read: it is damaged, or of a kind that servers do not use`,
    );
  }
  checkKey(privateKey);
  return { privateKey, pem: pkcs8(privateKey) };
}

/** As PKCS #8, the form that every part of the runtime accepts. */
function pkcs8(privateKey: KeyObject): string {
  try {
    return String(privateKey.export({ type: "pkcs8", format: "pem" }));
  } catch {
    return refuse(sentence`The private key cannot be read: it is damaged`);
  }
}

function checkKey(
  { asymmetricKeyType: type, asymmetricKeyDetails: details = {} }: KeyObject,
): void {
  const { modulusLength = 0, namedCurve = "" } = details;
  if (type === "rsa" && modulusLength < RSA_LEAST) {
    refuse(
      sentence`The RSA key is too weak: it has ${modulusLength} bits, clients want at least ${RSA_LEAST}`,
    );
  }
  if (type === "rsa" && modulusLength > RSA_MOST) {
    refuse(
      sentence`The RSA key is too long: it has ${modulusLength} bits, the box takes up to ${RSA_MOST}`,
    );
  }
  const isKnown = type === "rsa" || type === "ed25519" ||
    (type === "ec" && ["prime256v1", "P-256", "secp384r1", "P-384"].includes(namedCurve));
  if (!isKnown) {
    refuse(
      sentence`This kind of key is not supported, use RSA, P-256, P-384 or Ed25519: ${
        namedCurve || (type ?? "unknown")
      }`,
    );
  }
}

function keyWarnings({ asymmetricKeyType }: KeyObject): string[] {
  return asymmetricKeyType === "ed25519"
    ? ["Browsers and phones do not take certificates of Ed25519 yet"]
    : [];
}

function certificatesOf(blocks: readonly Block[]): X509Certificate[] {
  const pems = [
    ...new Set(
      blocks.filter(({ label }) => /^(X509 |TRUSTED )?CERTIFICATE$/.test(label)).map(({ pem }) =>
        pem
      ),
    ),
  ];
  if (pems.length === 0) {
    refuse(sentence`There is no certificate: it begins with -----BEGIN CERTIFICATE-----`);
  }
  if (pems.length > MOST) {
    refuse(sentence`At most ${MOST} certificates can be given`);
  }
  return pems.map((pem, at) => {
    try {
      const read = new X509Certificate(pem);
      // Some damage is detected only when a part is read.
      return read.publicKey !== undefined && read.fingerprint256 !== ""
        ? read
        : refuseDamaged(at, pems.length);
    } catch {
      return refuseDamaged(at, pems.length);
    }
  });
}

function leafOf(certificates: readonly X509Certificate[], key: KeyObject): X509Certificate {
  const leaf = certificates.find((each) => fits(each, key));
  return leaf ?? refuse(
    certificates.length === 1
      ? sentence`The key does not belong to the certificate`
      : sentence`The key belongs to none of the ${certificates.length} certificates`,
  );
}

function fits(certificate: X509Certificate, key: KeyObject): boolean {
  try {
    return certificate.checkPrivateKey(key);
  } catch {
    return false;
  }
}

/** The leaf and its issuers, each followed by its own issuer, in whatever order they were given. */
function chainOf(
  leaf: X509Certificate,
  given: readonly X509Certificate[],
  warnings: string[],
): X509Certificate[] {
  const chain = [leaf];
  for (let last = leaf; !isSelfSigned(last);) {
    const next = given.find((each) => !chain.includes(each) && signed(last, each));
    if (next === undefined) break;
    chain.push(last = next);
  }
  const unused = given.length - chain.length;
  if (unused > 0) {
    warnings.push(`Certificates that did not sign this one are left out: ${unused}`);
  }
  if (chain.some((each, at) => each !== given[at])) {
    warnings.push("The certificates are put in their order");
  }
  if (isSelfSigned(leaf)) {
    warnings.push(
      "The certificate is self-signed: every device needs to be configured to trust it",
    );
  } else if (chain.length === 1) {
    warnings.push(
      "The certificate of its authority is missing: some clients will refuse it",
    );
  }
  return chain;
}

function isSelfSigned(certificate: X509Certificate): boolean {
  return certificate.subject === certificate.issuer && signed(certificate, certificate);
}

function signed(certificate: X509Certificate, by: X509Certificate): boolean {
  try {
    return certificate.checkIssued(by) && certificate.verify(by.publicKey);
  } catch {
    return false;
  }
}

function checkSignatures(chain: readonly X509Certificate[]): void {
  for (const each of chain) {
    const algorithm = (each as { readonly signatureAlgorithm?: string }).signatureAlgorithm ?? "";
    if (!isSelfSigned(each) || each === chain[0]) {
      if (/sha-?1(?!\d)|md[245]/i.test(algorithm)) {
        refuse(
          sentence`Clients refuse the signature of the certificate (${algorithm}): have it reissued`,
        );
      }
    }
  }
}

function checkUse({ raw }: X509Certificate): void {
  const bytes = Buffer.from(raw);
  if (bytes.includes(USAGES) && !FOR_SERVERS.some((use) => bytes.includes(use))) {
    refuse(sentence`The certificate is not for a server: its authority made it for another use`);
  }
  if (hasUnknownCritical(bytes)) {
    refuse(
      sentence`The certificate has a critical extension that clients do not know: have it reissued`,
    );
  }
}

/**
 * Whether the certificate has a critical extension that clients need not know; it would fail every
 * handshake (RFC 5280 4.2).
 */
function hasUnknownCritical(bytes: Buffer): boolean {
  for (let at = bytes.indexOf(CRITICAL); at >= 0; at = bytes.indexOf(CRITICAL, at + 1)) {
    // The object identifier precedes the flag: its tag, its length, its bytes.
    for (let length = 2; length <= 32 && length + 2 <= at; length++) {
      if (bytes[at - length - 2] !== 6 || bytes[at - length - 1] !== length) continue;
      const id = bytes.subarray(at - length, at);
      if (!(length === 3 && id[0] === 0x55 && id[1] === 0x1d && KNOWN_EXTENSIONS.includes(id[2]))) {
        return true;
      }
      break;
    }
  }
  return false;
}

function checkDates({ validFrom, validTo }: X509Certificate, { now, known }: ImportClock): void {
  const from = Date.parse(validFrom);
  const until = Date.parse(validTo);
  if (!(from < until)) refuse(sentence`The certificate is never valid: it ends before it begins`);
  if (until > now && from <= now) return;
  if (!known) {
    refuse(
      sentence`The certificate is valid from ${day(from)} to ${
        day(until)
      }, and the clock of the box, which is not set, shows ${
        day(now)
      }: set the clock, then try again`,
    );
  }
  refuse(
    until <= now
      ? sentence`The certificate ended on ${day(until)}: have it renewed`
      : sentence`The certificate begins on ${day(from)}, it is ${day(now)} for the box`,
  );
}

function nameOf(names: readonly string[]): string {
  // `f*.example` is a wildcard too, valid before RFC 9525.
  const own = names.find((name) => !name.includes("*"));
  if (own !== undefined) return own;
  return refuse(
    names.length === 0
      ? sentence`The certificate names no host: clients read only its subject alternative names`
      : sentence`The certificate has only a wildcard, and clients need a specific name: ${
        names[0]
      }`,
  );
}

function day(unix: number): string {
  return Number.isFinite(unix) && Math.abs(unix) < 8.64e15
    ? new Date(unix).toISOString().slice(0, 10)
    : "an unknown day";
}

function refuseDamaged(at: number, all: number): never {
  refuse(sentence`Certificate ${at + 1} of ${all} cannot be read: it is damaged`);
}

function refuseEncrypted(): never {
  refuse(
    sentence`The private key is encrypted by a password: give it decrypted (openssl pkey -in FILE)`,
  );
}

function refuse(message: Sentence): never {
  throw new DomainError("bad_value", message);
}
