/** Files of the root unit: written whole, and read from a folder of another user without risk. */
import { createHash } from "node:crypto";
import { encodeCString, errno, libc, O_CLOEXEC, SystemError } from "../../resolver/net/libc.ts";
import { AtomicFile, syncFolder } from "../system/atomic_file.ts";
import { UpdateRefusal } from "./refusal.ts";

/** Flags of open(2) that differ between the machines (asm/fcntl.h). */
const IS_ARM = Deno.build.arch === "aarch64";
const O_DIRECTORY = IS_ARM ? 0o40000 : 0o200000;
const O_NOFOLLOW = IS_ARM ? 0o100000 : 0o400000;
const O_NONBLOCK = 0o4000;
/** Bytes that are copied at once. */
const PIECE = 1 << 20;

/** Writes a whole file that everybody may read. */
export async function writeFileAtomic(path: string, text: string): Promise<void> {
  const file = await AtomicFile.create(path);
  try {
    await file.write(new TextEncoder().encode(text));
    await Deno.chmod(file.aside, 0o644);
  } catch (error) {
    await file.drop();
    throw error;
  }
  await file.keep();
}

/**
 * A folder of another user. Files in it are opened without following a symbolic link, and only when
 * they are plain files of that user with one name: what is read is what was opened.
 */
export class ForeignFolder {
  readonly #descriptor: number;
  readonly #owner: number | null;

  /**
   * Opens the folder; `owner` is the user id that its files must have. Throws an UpdateRefusal when
   * it is not a folder.
   */
  constructor(path: string, owner: number | null) {
    this.#descriptor = libc.open(encodeCString(path), O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC, 0);
    this.#owner = owner;
    if (this.#descriptor < 0) {
      const { message } = new SystemError("it cannot be opened", errno());
      throw new UpdateRefusal("request", `the folder of requests is not used: ${message}`);
    }
  }

  /** Opens a file; undefined = there is none. Throws an UpdateRefusal when it is not plain. */
  open(name: string): Deno.FsFile | undefined {
    const flags = O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC;
    const descriptor = libc.open(encodeCString(this.#path(name)), flags, 0);
    if (descriptor < 0) {
      const code = errno();
      if (code === 2) return undefined;
      const { message } = new SystemError("it cannot be opened", code);
      throw new UpdateRefusal("request", `the file ${name} is not used: ${message}`);
    }
    try {
      // The link of the kernel leads to the opened file, whatever its name now means.
      const opened = `/proc/self/fd/${descriptor}`;
      const { isFile, nlink, uid } = Deno.statSync(opened);
      if (!isFile || nlink !== 1 || (this.#owner !== null && uid !== this.#owner)) {
        throw new UpdateRefusal("request", `the file ${name} is not a plain file of the service`);
      }
      return Deno.openSync(opened);
    } finally {
      libc.close(descriptor);
    }
  }

  /** The text of a file of at most `most` bytes; undefined = there is none. */
  async readText(name: string, most: number): Promise<string | undefined> {
    using file = this.open(name);
    if (file === undefined) return undefined;
    const buffer = new Uint8Array(most + 1);
    let length = 0;
    for (;;) {
      const read = await file.read(buffer.subarray(length));
      if (read === null) break;
      length += read;
      if (length > most) throw new UpdateRefusal("format", `the file ${name} is too long`);
    }
    return new TextDecoder().decode(buffer.subarray(0, length));
  }

  /** Removes a name; a missing one is no error. */
  remove(name: string): void {
    try {
      Deno.removeSync(this.#path(name));
    } catch (error) {
      if (!(error instanceof Deno.errors.NotFound)) throw error;
    }
  }

  close(): void {
    libc.close(this.#descriptor);
  }

  #path(name: string): string {
    return `/proc/self/fd/${this.#descriptor}/${name}`;
  }
}

/**
 * Copies exactly `bytes` bytes of an open file to a path, and returns their SHA-256 in hexadecimal.
 * Throws an UpdateRefusal when the file is shorter or longer.
 */
export async function copyExactly(
  from: Deno.FsFile,
  to: string,
  bytes: number,
): Promise<string> {
  using copy = await Deno.open(to, { write: true, createNew: true, mode: 0o600 });
  const hash = createHash("sha256");
  const buffer = new Uint8Array(PIECE);
  let length = 0;
  for (;;) {
    const read = await from.read(buffer);
    if (read === null) break;
    length += read;
    if (length > bytes) throw new UpdateRefusal("length", `the file is longer than ${bytes} bytes`);
    const piece = buffer.subarray(0, read);
    hash.update(piece);
    for (let at = 0; at < piece.length;) at += await copy.write(piece.subarray(at));
  }
  if (length < bytes) {
    throw new UpdateRefusal("length", `the file has ${length} of ${bytes} bytes`);
  }
  await copy.sync();
  return hash.digest("hex");
}

/** Lets a symbolic link lead elsewhere in one step, and makes that survive a power cut. */
export async function switchLink(path: string, target: string): Promise<void> {
  const aside = `${path}.new`;
  await Deno.remove(aside).catch(() => {});
  await Deno.symlink(target, aside);
  await Deno.rename(aside, path);
  await syncFolder(path);
}
