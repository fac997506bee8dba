/**
 * Opens the data directory: private to its owner, locked by one running box at a time, with the
 * secret from which all keys are derived.
 */
import { hkdf } from "../../policy/model/hkdf.ts";
import { libc } from "../../resolver/net/libc.ts";
import { writeWhole } from "./atomic_file.ts";

const READ_ONLY =
  "names are answered from what it holds, and nothing new is kept. Make the disk writable and restart the box.";

/** The data directory is unusable; the message says why and what to do. */
export class DataDirectoryError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "DataDirectoryError";
  }
}

/** An open data directory. It must stay open while the box runs: closing releases the lock. */
export interface DataDirectory {
  readonly path: string;
  /** 32 random bytes, created at first start, never shown and never in a backup. */
  readonly secret: Uint8Array;
  /**
   * A sentence when the directory is read-only; "" = it is writable. Queries are answered from its
   * data, and nothing new is saved.
   */
  readonly problem: string;
  close(): void;
}

/**
 * Opens the directory and creates it when missing. One box at a time may use it. Its mode is set to
 * 0700 unless it was not empty: files of the box are private anyway, and closing /tmp or a home to
 * others would break the machine. A directory on a read-only disk is used as it is: worn memory
 * cards turn read-only, and names must still be answered. Throws a DataDirectoryError.
 */
export async function openDataDirectory(path: string): Promise<DataDirectory> {
  // Files that this process creates from here on are readable by its owner only.
  libc.umask(0o077);
  try {
    const isNew = isEmpty(path);
    for (const folder of ["", "/tls", "/lists", "/snapshot", "/copies"]) {
      await Deno.mkdir(path + folder, { recursive: true, mode: 0o700 });
    }
    if (isNew) await Deno.chmod(path, 0o700);
  } catch (error) {
    // A directory on a read-only disk is complete as it is.
    if (!isReadOnly(error) || !isDirectory(path)) throw notMade(path, error);
  }
  const { lock, readOnly } = await holdLock(path);
  try {
    return {
      path: await Deno.realPath(path),
      secret: await readSecret(`${path}/tls/box.secret`),
      problem: readOnly ? `The data directory ${path} is on a read-only disk: ${READ_ONLY}` : "",
      close: () => lock?.close(),
    };
  } catch (error) {
    lock?.close();
    throw error;
  }
}

function notMade(path: string, error: unknown): DataDirectoryError {
  const isOthers = error instanceof Deno.errors.PermissionDenied && isDirectory(path);
  return new DataDirectoryError(
    isOthers
      ? `The data directory ${path} belongs to another user. Start the box as that user, or give another with --data-dir.`
      : `The data directory ${path} cannot be made: ${text(error)}. Give another with --data-dir.`,
  );
}

/** The lock (none on a read-only disk without a lock file), and whether the disk is read-only. */
async function holdLock(
  path: string,
): Promise<{ lock: Deno.FsFile | undefined; readOnly: boolean }> {
  let lock: Deno.FsFile | undefined;
  let readOnly = false;
  try {
    lock = await Deno.open(`${path}/box.lock`, {
      create: true,
      write: true,
      read: true,
      mode: 0o600,
    });
  } catch (error) {
    readOnly = isReadOnly(error);
    if (!readOnly) {
      throw new DataDirectoryError(
        `The data directory ${path} cannot be written: ${text(error)}. Check who owns it.`,
      );
    }
    // The kernel also locks a file opened for reading only.
    lock = await Deno.open(`${path}/box.lock`).catch(() => undefined);
  }
  // The lock belongs to the kernel: it is released with the process, however the process ends.
  if (lock !== undefined && !await lock.tryLock(true)) {
    lock.close();
    throw new DataDirectoryError(
      `Another box runs with the data directory ${path}. Stop it first, or give another with --data-dir.`,
    );
  }
  return { lock, readOnly };
}

async function readSecret(path: string): Promise<Uint8Array> {
  try {
    const secret = await Deno.readFile(path);
    if (secret.length === 32) return secret;
    await Deno.rename(path, `${path}.broken`);
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) {
      throw new DataDirectoryError(`The file ${path} cannot be read: ${text(error)}`);
    }
  }
  const secret = crypto.getRandomValues(new Uint8Array(32));
  await writeWhole(path, secret).catch((error) => {
    if (!isReadOnly(error)) throw error;
  });
  return secret;
}

/** A key of `length` bytes for one use, derived from the secret of the box (RFC 5869). */
export function deriveKey(secret: Uint8Array, use: string, length = 16): Uint8Array {
  return hkdf(secret, new TextEncoder().encode(`box ${use}`), length);
}

/** Whether an error is EROFS. */
function isReadOnly(error: unknown): boolean {
  return text(error).includes("(os error 30)");
}

/** Whether the path is missing, or an empty folder. */
function isEmpty(path: string): boolean {
  try {
    return Deno.readDirSync(path)[Symbol.iterator]().next().done === true;
  } catch (error) {
    return error instanceof Deno.errors.NotFound;
  }
}

function isDirectory(path: string): boolean {
  try {
    return Deno.statSync(path).isDirectory;
  } catch {
    return false;
  }
}

function text(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
