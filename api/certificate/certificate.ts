/**
 * The self-signed certificate of the interface, stored in `<data>/tls/`. An existing one is used
 * while it is valid and contains the names of the box.
 */
import { X509Certificate } from "node:crypto";
import { addressToText, parseAddress } from "../../policy/model/address.ts";
import { isAllowed } from "../http/sources.ts";
import { damagedPart, readPemFile, setFileAside, writePair } from "./files.ts";
import type { CertificateRequest } from "./make.ts";
import { makeInThread } from "./maker.ts";
import type { Runtime } from "../system/runtime.ts";

/** The certificate of the interface and its key. */
export interface InterfaceCertificate {
  /** PEM. */
  readonly cert: string;
  /** PEM. */
  readonly key: string;
  /** SHA-256 of the certificate, as browsers show it: `AB:CD:…`. */
  readonly fingerprint: string;
  /** Its end, in Unix seconds. */
  readonly until: number;
}

/** Dependencies and contents of the certificate. */
export interface InterfaceCertificateOptions {
  /** `<data>/tls`. */
  readonly folder: string;
  /** Names of the box; the first is the subject. */
  readonly names: readonly string[];
  /** Addresses of the machine; those of the loopback are added. */
  readonly addresses: readonly string[];
  /** The module of api/certificate/thread.ts. */
  readonly workerUrl: URL;
  readonly runtime: Runtime;
}

const DAY = 86_400_000;
/** Validity period in days: browsers refuse more than 825. */
const HOLDS = 730;
/** Days before expiry at which it is replaced. */
const RENEWED = 30;
/** Names that a certificate can contain (RFC 5280 4.2.1.6); others are left out. */
const HOST = /^(?!.{254})[a-z0-9_-]{1,63}(\.[a-z0-9_-]{1,63})*$/i;
const LOOPBACK = ["127.0.0.1", "::1"];

/**
 * The certificate of the interface: the stored one, or a new one with the same key. Damaged files
 * are set aside and logged. Rejects only when none can be created.
 */
export async function createInterfaceCertificate(
  options: InterfaceCertificateOptions,
): Promise<InterfaceCertificate> {
  const { folder, workerUrl, runtime } = options;
  const names = options.names.filter((name) => HOST.test(name));
  const certPath = `${folder}/interface.pem`;
  const keyPath = `${folder}/interface.key`;
  const [cert, key] = [
    await readPemFile(certPath, runtime.log),
    await readPemFile(keyPath, runtime.log),
  ];
  const addresses = textsOf([...LOOPBACK, ...options.addresses]);
  const fault = cert === undefined || key === undefined ? undefined : damagedPart({ cert, key });
  if (
    cert !== undefined && key !== undefined && fault === undefined &&
    !mustRenew(cert, names, addresses, runtime.now())
  ) {
    return described(cert, key);
  }
  if (fault !== undefined) await setFileAside(fault === "key" ? keyPath : certPath, runtime.log);
  const request: CertificateRequest = {
    kind: "server",
    subject: names[0] ?? "box",
    names,
    addresses,
    // A day earlier, for devices whose clock is a little behind.
    notBefore: runtime.now() - DAY,
    notAfter: runtime.now() + HOLDS * DAY,
    ...(key === undefined || fault === "key" ? {} : { key }),
  };
  const made = await makeInThread(request, workerUrl);
  try {
    await writePair({ cert: certPath, key: keyPath }, made);
  } catch (error) {
    runtime.log(
      "warn",
      `The certificate of the interface cannot be stored, the next start creates another: ${
        textOf(error)
      }`,
    );
  }
  return described(made.cert, made.key);
}

function mustRenew(
  cert: string,
  names: readonly string[],
  addresses: readonly string[],
  now: number,
): boolean {
  const { validFrom, validTo, subjectAltName = "" } = new X509Certificate(cert);
  const [from, until] = [Date.parse(validFrom), Date.parse(validTo)];
  if (!(from <= now) || !(until > now + RENEWED * DAY)) return true;
  const held = subjectAltName.split(", ");
  const heldNames = held.filter((each) => each.startsWith("DNS:")).map((each) =>
    each.slice(4).toLowerCase()
  );
  const heldAddresses = textsOf(
    held.filter((each) => each.startsWith("IP Address:")).map((each) => each.slice(11)),
  );
  // Public addresses are not checked: they change often, and every device would have to accept each
  // new certificate.
  const lasting = addresses.filter((text) => isAllowed(parseAddress(text)!, ["private"]));
  return !names.every((name) => heldNames.includes(name.toLowerCase())) ||
    !lasting.every((text) => heldAddresses.includes(text));
}

function described(cert: string, key: string): InterfaceCertificate {
  const { fingerprint256, validTo } = new X509Certificate(cert);
  return { cert, key, fingerprint: fingerprint256, until: Math.floor(Date.parse(validTo) / 1000) };
}

/**
 * Addresses in normal form, without duplicates; invalid and link-local ones with a zone are left
 * out.
 */
function textsOf(addresses: readonly string[]): string[] {
  const texts = addresses.flatMap((text) => {
    const address = text.includes("%") ? undefined : parseAddress(text);
    return address === undefined ? [] : [addressToText(address)];
  });
  return [...new Set(texts)];
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
