/**
 * The files that move with a box: the certificate of encrypted DNS and the key at the online
 * service. A restore puts them in place before the tables are replaced, and takes them back when
 * that fails; a kill in between is completed at the next start.
 */
import { removeFile, writeWhole } from "../../../system/atomic_file.ts";
import type { InstalledCertificate, TlsDirectory } from "../../../certificate/tls_directory.ts";
import { damaged, MOST_FILE, type MovedFile } from "./format.ts";

/** The files by name; absent = there is none. */
export type MovedFiles = Readonly<Partial<Record<MovedFile, Uint8Array>>>;

const decoder = new TextDecoder("utf-8", { fatal: true });
const encoder = new TextEncoder();
const MODES: readonly unknown[] = ["self", "import", "domain", "box"];

/** Reads, writes and replaces the files. */
export class MovedFileStore {
  readonly #tls: TlsDirectory;
  readonly #keyPath: string;
  readonly #pendingPath: string;

  constructor(dataDir: string, tls: TlsDirectory) {
    this.#tls = tls;
    this.#keyPath = `${dataDir}/tls/cloud.key`;
    this.#pendingPath = `${dataDir}/backups/restoring.json`;
  }

  /** The files of this box. */
  async read(): Promise<MovedFiles> {
    const certificate = await this.#tls.current();
    const key = await Deno.readFile(this.#keyPath).catch((error) => {
      if (error instanceof Deno.errors.NotFound) return undefined;
      throw error;
    });
    return {
      ...(certificate === undefined
        ? {}
        : { certificate: encoder.encode(JSON.stringify(certificate)) }),
      ...(key === undefined || key.length > MOST_FILE ? {} : { online_key: key }),
    };
  }

  /** Checks files of a backup. Throws a refusal. */
  check(files: MovedFiles): void {
    if (files.certificate !== undefined) certificateOf(files.certificate);
    if (files.online_key !== undefined) keyTextOf(files.online_key);
  }

  /** Notes a restore with its number, then puts its files in place. */
  async begin(id: number, after: MovedFiles): Promise<void> {
    const before = await this.read();
    const note = JSON.stringify({ id, before: encoded(before), after: encoded(after) });
    await writeWhole(this.#pendingPath, encoder.encode(note));
    await this.#put(after);
  }

  /** Ends a restore whose tables were replaced. */
  async finish(): Promise<void> {
    await removeFile(this.#pendingPath);
  }

  /** Takes the files of a restore back whose tables were not replaced. */
  async undo(): Promise<void> {
    const pending = await this.#pending();
    if (pending !== undefined) await this.#put(pending.before);
    await removeFile(this.#pendingPath);
  }

  /**
   * Completes or takes back a restore that a kill interrupted; `isDone` says whether the tables of
   * this restore were replaced. Resolves with whether there was one.
   */
  async resume(isDone: (id: number) => Promise<boolean>): Promise<boolean> {
    const pending = await this.#pending();
    if (pending === undefined) return false;
    await this.#put(await isDone(pending.id) ? pending.after : pending.before);
    await removeFile(this.#pendingPath);
    return true;
  }

  /** Makes these the only files. Other files belong to another state and are removed. */
  async #put({ certificate, online_key: key }: MovedFiles): Promise<void> {
    if (certificate === undefined) await this.#tls.remove();
    else await this.#tls.install(certificateOf(certificate));
    if (key === undefined) await removeFile(this.#keyPath);
    else await writeWhole(this.#keyPath, key);
  }

  async #pending(): Promise<Pending | undefined> {
    try {
      const { id, before, after } = JSON.parse(await Deno.readTextFile(this.#pendingPath));
      return { id: Number(id), before: decoded(before), after: decoded(after) };
    } catch (error) {
      if (error instanceof Deno.errors.NotFound || error instanceof SyntaxError) return undefined;
      throw error;
    }
  }
}

interface Pending {
  readonly id: number;
  readonly before: MovedFiles;
  readonly after: MovedFiles;
}

/** The certificate in a file. Throws a refusal. */
function certificateOf(bytes: Uint8Array): InstalledCertificate {
  const value = jsonOf(bytes) as Partial<InstalledCertificate> | undefined;
  const { mode, name, chosen, recipe, cert, key, authority } = value ?? {};
  const isWhole = MODES.includes(mode) && typeof name === "string" && name !== "" &&
    Number.isSafeInteger(chosen) && Number.isSafeInteger(recipe) && typeof cert === "string" &&
    typeof key === "string" && typeof authority === "string";
  if (!isWhole) throw damaged("its certificate cannot be read");
  return {
    mode: mode!,
    name: name!,
    chosen: chosen!,
    recipe: recipe!,
    cert: cert!,
    key: key!,
    authority: authority!,
  };
}

function keyTextOf(bytes: Uint8Array): string {
  const text = textOf(bytes);
  if (text === undefined || !/^-----BEGIN PRIVATE KEY-----\s[\sA-Za-z0-9+/=]+-----END/.test(text)) {
    throw damaged("its key at the online service cannot be read");
  }
  return text;
}

function textOf(bytes: Uint8Array): string | undefined {
  try {
    return decoder.decode(bytes);
  } catch {
    return undefined;
  }
}

function jsonOf(bytes: Uint8Array): unknown {
  try {
    const value = JSON.parse(textOf(bytes) ?? "");
    return typeof value === "object" && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

function encoded(files: MovedFiles): Record<string, string> {
  return Object.fromEntries(Object.entries(files).map(([name, bytes]) => [name, bytes.toBase64()]));
}

function decoded(files: Record<string, string>): MovedFiles {
  return Object.fromEntries(
    Object.entries(files).map(([name, text]) => [name, Uint8Array.fromBase64(text)]),
  );
}
