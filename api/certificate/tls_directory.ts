/**
 * Stores the certificate of encrypted DNS in the tls directory: `encrypted.pem`, `encrypted.key`,
 * `encrypted.json` and, if the box created it, `self-authority.pem`. A new one is written
 * completely to a pending folder, then copied. An interrupted copy is completed at the next start,
 * so that a certificate is never paired with another key (A 7.9.3).
 */
import { basename } from "node:path";
import { createHash } from "node:crypto";
import type { Pem } from "../front/protocol.ts";
import { removeFile, syncFolder, writeWhole } from "../system/atomic_file.ts";
import { damagedPart, isTemporaryError, readTextPatiently } from "./files.ts";
import type { Runtime } from "../system/runtime.ts";

/** An installed certificate and its origin. */
export interface InstalledCertificate extends Pem {
  /** The certificate mode (A 2.7). */
  readonly mode: "self" | "import" | "domain" | "box";
  /** The name that clients use. */
  readonly name: string;
  /** When the owner chose this mode, in Unix milliseconds. */
  readonly chosen: number;
  /** The version of the recipe that the box created it with; 0 = the box did not. */
  readonly recipe: number;
  /** The limited authority as PEM; "" = none. */
  readonly authority: string;
}

const PENDING = "pending";
const BEGUN = "pending.new";
const DONE = "pending.done";
const CERT = "encrypted.pem";
const KEY = "encrypted.key";
const AUTHORITY = "self-authority.pem";
const FACTS = "encrypted.json";
/** In the order of writing: without the facts, nothing is installed. */
const FILES = [KEY, CERT, AUTHORITY, FACTS];
/** Maximum size of a file in bytes. */
const MOST = 256 * 1024;

/** Reads, installs and removes the files of one certificate. */
export class TlsDirectory {
  readonly #folder: string;
  readonly #log: Runtime["log"];

  /** The folder must exist. */
  constructor(folder: string, log: Runtime["log"]) {
    this.#folder = folder;
    this.#log = log;
  }

  /**
   * The installed certificate, after an interrupted install is completed; damaged files are set
   * aside and logged. Never rejects.
   */
  async open(): Promise<InstalledCertificate | undefined> {
    await this.#finish().catch((error) =>
      this.#tell("The new certificate cannot be installed", error)
    );
    await this.#secure().catch((error) =>
      this.#tell("The files of certificates cannot be made private", error)
    );
    const found = await this.#read(this.#folder).catch((error) =>
      this.#tell("The certificate cannot be read", error)
    );
    if (found !== "damaged") return found;
    for (const file of FILES) await this.#setAside(file);
    return undefined;
  }

  /** The installed certificate as it is now; undefined = none, or its files are damaged. */
  async current(): Promise<InstalledCertificate | undefined> {
    const found = await this.#read(this.#folder);
    return found === "damaged" ? undefined : found;
  }

  /**
   * Installs a certificate. Rejects when it does not match its key or cannot be written; the
   * previous one then remains in use.
   */
  async install(certificate: InstalledCertificate): Promise<void> {
    if (damagedPart(certificate) !== undefined) {
      throw new Error("The certificate does not fit its key");
    }
    // A file that is too long to be read would be lost at the next start.
    if (contentsOf(certificate).some(([, text]) => text.length > MOST)) {
      throw new Error("The certificate is too long");
    }
    await this.#finish();
    for (const step of planInstallation(this.#folder, certificate)) await step();
  }

  /** Removes the installed certificate. */
  async remove(): Promise<void> {
    await this.#finish();
    // Facts first: if this is interrupted, the next start removes files without facts.
    for (const file of [...FILES].reverse()) await removeFile(`${this.#folder}/${file}`);
    await syncFolder(`${this.#folder}/${FACTS}`);
  }

  /**
   * Ends an interrupted install: a completely written one is completed, another one is discarded.
   */
  async #finish(): Promise<void> {
    for (const leftover of [BEGUN, DONE]) await removeTree(`${this.#folder}/${leftover}`);
    if (!await isThere(`${this.#folder}/${PENDING}`)) return;
    const pending = await this.#read(`${this.#folder}/${PENDING}`);
    if (pending === undefined || pending === "damaged") return await this.#setAside(PENDING);
    for (const step of copySteps(this.#folder, pending)) await step();
  }

  /** The certificate in a folder; undefined = none is installed. */
  async #read(folder: string): Promise<InstalledCertificate | "damaged" | undefined> {
    const [key, cert, authority, facts] = await Promise.all(
      FILES.map((file) => textOf(`${folder}/${file}`)),
    );
    if (facts === undefined) return undefined;
    const known = factsOf(facts);
    if (known === undefined || key === undefined || cert === undefined) return "damaged";
    const { sha256, ...rest } = known;
    const found = { ...rest, cert, key, authority: authority ?? "" };
    return damagedPart(found) === undefined && sha256 === sumOf(found) ? found : "damaged";
  }

  /** Restricts the folder and its files to their owner. */
  async #secure(): Promise<void> {
    await chmodWider(this.#folder, 0o700);
    for (const file of FILES) await chmodWider(`${this.#folder}/${file}`, 0o600);
    const facts = await isThere(`${this.#folder}/${FACTS}`);
    for (const file of FILES) {
      await removeFile(`${this.#folder}/${file}.new`);
      if (!facts) await removeFile(`${this.#folder}/${file}`);
    }
  }

  async #setAside(file: string): Promise<void> {
    const path = `${this.#folder}/${file}`;
    const aside = `${path}.broken`;
    if (!await isThere(path)) return;
    await removeTree(aside).catch(() => {});
    const where = await Deno.rename(path, aside).then(
      () => `it is set aside as ${basename(aside)}`,
      () => "it is left out",
    );
    this.#log(
      "warn",
      `This file of the certificate of encrypted DNS is damaged; ${where}: ${path}`,
    );
  }

  #tell(what: string, error: unknown): undefined {
    this.#log("error", `${what}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/**
 * The steps of an install in order. A kill between any two leaves either the old or the new
 * certificate complete.
 */
export function planInstallation(
  folder: string,
  certificate: InstalledCertificate,
): (() => Promise<void>)[] {
  const begun = `${folder}/${BEGUN}`;
  return [
    () => Deno.mkdir(begun, { mode: 0o700 }),
    ...contentsOf(certificate).map(([file, text]) => () => write(`${begun}/${file}`, text)),
    async () => {
      await Deno.rename(begun, `${folder}/${PENDING}`);
      await syncFolder(begun);
    },
    ...copySteps(folder, certificate),
  ];
}

/** The steps that copy from the pending folder, which is complete, to the place of use. */
function copySteps(folder: string, certificate: InstalledCertificate): (() => Promise<void>)[] {
  const copied = contentsOf(certificate).map(([file, text]) => () =>
    write(`${folder}/${file}`, text)
  );
  return [
    ...(certificate.authority === "" ? [() => removeFile(`${folder}/${AUTHORITY}`)] : []),
    ...copied,
    async () => {
      await Deno.rename(`${folder}/${PENDING}`, `${folder}/${DONE}`);
      await syncFolder(`${folder}/${DONE}`);
    },
    () => removeTree(`${folder}/${DONE}`),
  ];
}

function contentsOf(certificate: InstalledCertificate): (readonly [file: string, text: string])[] {
  const { mode, name, chosen, recipe, cert, key, authority } = certificate;
  return [
    [KEY, key],
    [CERT, cert],
    ...(authority === "" ? [] : [[AUTHORITY, authority] as const]),
    [FACTS, `${JSON.stringify({ mode, name, chosen, recipe, sha256: sumOf(certificate) })}\n`],
  ];
}

function write(path: string, text: string): Promise<void> {
  return writeWhole(path, new TextEncoder().encode(text));
}

interface Facts extends Pick<InstalledCertificate, "mode" | "name" | "chosen" | "recipe"> {
  readonly sha256: string;
}

function factsOf(text: string): Facts | undefined {
  try {
    const { mode, name, chosen, recipe, sha256 } = JSON.parse(text);
    const isKnown = ["self", "import", "domain", "box"].includes(mode) &&
      typeof name === "string" && name !== "" &&
      Number.isFinite(chosen) && Number.isInteger(recipe) && typeof sha256 === "string";
    return isKnown ? { mode, name, chosen, recipe, sha256 } : undefined;
  } catch {
    return undefined;
  }
}

/** A checksum that detects damage when certificate and key still match. */
function sumOf({ mode, name, chosen, recipe, cert, key, authority }: InstalledCertificate): string {
  const all = JSON.stringify([mode, name, chosen, recipe, cert, key, authority]);
  return createHash("sha256").update(all).digest("base64url");
}

/**
 * The text of a file; "" when it is unreadable, undefined when it is missing. Rejects on temporary
 * errors.
 */
async function textOf(path: string): Promise<string | undefined> {
  try {
    const { size, isFile } = await Deno.stat(path);
    return isFile && size <= MOST ? await readTextPatiently(path) : "";
  } catch (error) {
    if (isTemporaryError(error)) throw error;
    return error instanceof Deno.errors.NotFound ? undefined : "";
  }
}

async function isThere(path: string): Promise<boolean> {
  return await Deno.lstat(path).then(() => true, () => false);
}

async function chmodWider(path: string, mode: number): Promise<void> {
  const found = await Deno.lstat(path).catch(() => undefined);
  if (found?.mode && !found.isSymlink && (found.mode & 0o777 & ~mode) !== 0) {
    await Deno.chmod(path, mode);
  }
}

async function removeTree(path: string): Promise<void> {
  await Deno.remove(path, { recursive: true }).catch((error) => {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  });
}
