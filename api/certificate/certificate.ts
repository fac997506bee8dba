/**
 * The certificate of the interface that the box makes for itself, kept in `<data>/tls/`. What is there is used for as long as it is
 * sound and names what devices may call the box by.
 */
import { createPrivateKey, X509Certificate } from "node:crypto";
import { addressToText, parseAddress } from "../../policy/model/address.ts";
import { writeWhole } from "../whole_file.ts";
import { isAllowed } from "../http/sources.ts";
import type { Log } from "../log.ts";
import type { CertificateRequest, MadeCertificate } from "./make.ts";

/** A certificate to serve with. */
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

/** What the certificate is made of. */
export interface InterfaceCertificateOptions {
  /** `<data>/tls`. */
  readonly folder: string;
  /** Names of the box, the first is its subject. */
  readonly names: readonly string[];
  /** Addresses of the machine; those of the loopback are added. */
  readonly addresses: readonly string[];
  /** The module of api/certificate/thread.ts. */
  readonly workerUrl: URL;
  /** Unix milliseconds. */
  readonly now: () => number;
  readonly log: Log;
}

/** What the thread tells. */
export type FromMaker = ({ readonly kind: "made" } & MadeCertificate) | {
  readonly kind: "failed";
  readonly why: string;
};

const DAY = 86_400_000;
/** Days that a certificate holds: browsers refuse more than 825. */
const HOLDS = 730;
/** Days before its end when it is made anew. */
const RENEWED = 30;
/** Octets of a file that are looked at. */
const MOST = 65_536;
/** Names that a certificate can hold (RFC 5280, 4.2.1.6); others are left out. */
const HOST = /^(?!.{254})[a-z0-9_-]{1,63}(\.[a-z0-9_-]{1,63})*$/i;
const LOOPBACK = ["127.0.0.1", "::1"];

/**
 * The certificate of the interface: the one that is kept, or a new one of the same key. Files that are damaged are set aside and
 * told. Rejects only when none can be made.
 */
export async function interfaceCertificate(options: InterfaceCertificateOptions): Promise<InterfaceCertificate> {
  const { folder, workerUrl, now, log } = options, names = options.names.filter((name) => HOST.test(name));
  const certPath = `${folder}/interface.pem`, keyPath = `${folder}/interface.key`;
  const [cert, key] = [await kept(certPath, log), await kept(keyPath, log)];
  const addresses = textsOf([...LOOPBACK, ...options.addresses]);
  const fault = cert === undefined || key === undefined ? undefined : faultOf(cert, key);
  if (cert !== undefined && key !== undefined && fault === undefined && !mustRenew(cert, names, addresses, now())) {
    return described(cert, key);
  }
  if (fault !== undefined) await setAside(fault === "key" ? keyPath : certPath, log);
  const request: CertificateRequest = {
    subject: names[0] ?? "box",
    names,
    addresses,
    // A day back, for devices whose clock is a little behind.
    notBefore: now() - DAY,
    notAfter: now() + HOLDS * DAY,
    ...(key === undefined || fault === "key" ? {} : { key }),
  };
  const made = await make(request, workerUrl);
  try {
    // The key first: a kill between the two leaves a certificate of another key, which is seen and made anew.
    if (made.key !== key) await writeWhole(keyPath, new TextEncoder().encode(made.key));
    await writeWhole(certPath, new TextEncoder().encode(made.cert));
  } catch (error) {
    log("warn", `The certificate of the interface cannot be kept, the next start makes another: ${textOf(error)}`);
  }
  return described(made.cert, made.key);
}

/** Which of the two is damaged; undefined = they are a certificate and its key. */
function faultOf(cert: string, key: string): "certificate" | "key" | undefined {
  let privateKey: ReturnType<typeof createPrivateKey>;
  try {
    privateKey = createPrivateKey(key);
  } catch {
    return "key";
  }
  try {
    return new X509Certificate(cert).checkPrivateKey(privateKey) ? undefined : "certificate";
  } catch {
    return "certificate";
  }
}

function mustRenew(cert: string, names: readonly string[], addresses: readonly string[], now: number): boolean {
  const { validFrom, validTo, subjectAltName = "" } = new X509Certificate(cert);
  const [from, until] = [Date.parse(validFrom), Date.parse(validTo)];
  if (!(from <= now) || !(until > now + RENEWED * DAY)) return true;
  const held = subjectAltName.split(", ");
  const heldNames = held.filter((each) => each.startsWith("DNS:")).map((each) => each.slice(4).toLowerCase());
  const heldAddresses = textsOf(held.filter((each) => each.startsWith("IP Address:")).map((each) => each.slice(11)));
  // Public addresses change with the provider's mood, and a new certificate must be accepted by everyone anew.
  const lasting = addresses.filter((text) => isAllowed(parseAddress(text)!, ["private"]));
  return !names.every((name) => heldNames.includes(name.toLowerCase())) ||
    !lasting.every((text) => heldAddresses.includes(text));
}

function described(cert: string, key: string): InterfaceCertificate {
  const { fingerprint256, validTo } = new X509Certificate(cert);
  return { cert, key, fingerprint: fingerprint256, until: Math.floor(Date.parse(validTo) / 1000) };
}

/** Addresses in one way of writing, each once; what is none, or has a meaning on one link only, is left out. */
function textsOf(addresses: readonly string[]): string[] {
  const texts = addresses.flatMap((text) => {
    const address = text.includes("%") ? undefined : parseAddress(text);
    return address === undefined ? [] : [addressToText(address)];
  });
  return [...new Set(texts)];
}

/** The text of a file; undefined when there is none. What cannot be read, or can be no PEM, is set aside and told. */
async function kept(path: string, log: Log): Promise<string | undefined> {
  try {
    const { size, isFile } = await Deno.stat(path);
    if (isFile && size > 0 && size <= MOST) return await Deno.readTextFile(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
  }
  await setAside(path, log);
  return undefined;
}

async function setAside(path: string, log: Log): Promise<void> {
  const where = await Deno.rename(path, `${path}.broken`).then(() => `set aside as ${path}.broken and`, () => "");
  log("warn", `This file of the interface's certificate is damaged; it is ${where} made anew: ${path}`);
}

/** Has the thread make a certificate; rejects with its words. */
async function make(request: CertificateRequest, workerUrl: URL): Promise<MadeCertificate> {
  const worker = new Worker(workerUrl, {
    type: "module",
    name: "certificate",
    deno: { permissions: { net: false, read: false, write: false, env: false, run: false, sys: false, ffi: false } },
  });
  const { promise, resolve, reject } = Promise.withResolvers<MadeCertificate>();
  const failed = (why: string) => reject(new Error(`The certificate of the interface cannot be made: ${why}`));
  worker.onmessage = ({ data }: MessageEvent<FromMaker>) => data.kind === "made" ? resolve(data) : failed(data.why);
  worker.onerror = (event) => {
    event.preventDefault();
    failed(event.message);
  };
  worker.postMessage(request);
  try {
    const { cert, key } = await promise;
    return { cert, key };
  } finally {
    worker.terminate();
  }
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
