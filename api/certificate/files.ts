/** Reads certificates and keys in the tls directory, and sets damaged files aside. */
import { createPrivateKey, X509Certificate } from "node:crypto";
import { writeWhole } from "../system/atomic_file.ts";
import type { CertificatePair } from "./make.ts";
import type { Runtime } from "../system/runtime.ts";

/** Maximum size of a file in bytes. */
const MOST = 65_536;
/**
 * Temporary errors that do not concern the file: the process or the machine has no descriptors or
 * memory left.
 */
const PASSING: readonly unknown[] = ["EMFILE", "ENFILE", "ENOMEM"];
/** Milliseconds between two tries to open a file, and the maximum number of tries (one minute). */
const PAUSE = 250;
const LOOKS = 240;

/**
 * Whether a file could not be read because descriptors or memory ran out, so that it may be intact.
 */
export function isTemporaryError(error: unknown): boolean {
  return PASSING.includes((error as { code?: unknown } | undefined)?.code);
}

/**
 * The text of a file of the tls directory. Waits up to a minute while no file can be opened, then
 * rejects like Deno.readTextFile.
 */
export async function readTextPatiently(path: string): Promise<string> {
  for (let left = LOOKS;; left--) {
    try {
      return await Deno.readTextFile(path);
    } catch (error) {
      if (left === 0 || !isTemporaryError(error)) throw error;
      await new Promise((later) => setTimeout(later, PAUSE));
    }
  }
}

/**
 * The text of a file; undefined when it is missing. A file that is empty, too long or unreadable is
 * set aside and logged. Rejects when no file can be opened for a minute: a good certificate must
 * not be replaced for that.
 */
export async function readPemFile(path: string, log: Runtime["log"]): Promise<string | undefined> {
  try {
    const { size, isFile } = await Deno.stat(path);
    if (isFile && size > 0 && size <= MOST) return await readTextPatiently(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    if (isTemporaryError(error)) throw error;
  }
  await setFileAside(path, log);
  return undefined;
}

/** Renames a damaged file, so that it can be examined, and logs this. Never rejects. */
export async function setFileAside(path: string, log: Runtime["log"]): Promise<void> {
  const where = await Deno.rename(path, `${path}.broken`).then(
    () => `set aside as ${path}.broken and`,
    () => "",
  );
  log("warn", `This file of a certificate is damaged; it is ${where} replaced: ${path}`);
}

/** Which of the two is damaged; undefined = certificate and key match. */
export function damagedPart({ cert, key }: CertificatePair): "certificate" | "key" | undefined {
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

/**
 * Writes both with access for their owner only, the key first: a kill between the two leaves a
 * mismatch, which the next start detects.
 */
export async function writePair(
  paths: { readonly cert: string; readonly key: string },
  made: CertificatePair,
) {
  await writeWhole(paths.key, new TextEncoder().encode(made.key));
  await writeWhole(paths.cert, new TextEncoder().encode(made.cert));
}
