/** Files of the root unit: written whole, and read from a folder of another user without risk. */
import { createHash } from "node:crypto";
import {
  checkResult,
  encodeCString,
  ENOENT,
  errno,
  libc,
  O_CLOEXEC,
  O_DIRECTORY,
  O_NOFOLLOW,
  SystemError,
} from "../../resolver/net/libc.ts";
import { AtomicFile, syncFolder } from "../system/atomic_file.ts";
import { malformed, UpdateError } from "./refusal.ts";
import { sentence } from "../../policy/model/sentence.ts";

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

/** Size of struct statx, and its flags and mask (statx(2)); it is the same on every machine. */
const STATX_BYTES = 256;
const AT_EMPTY_PATH = 0x1000;
const STATX_BASIC_STATS = 0x7ff;
const S_IFMT = 0o170000;
const S_IFREG = 0o100000;

/** What the kernel says of an open file, whatever its name now means. */
function statOf(descriptor: number) {
  const buffer = new Uint8Array(STATX_BYTES);
  const result = libc.statx(
    descriptor,
    encodeCString(""),
    AT_EMPTY_PATH,
    STATX_BASIC_STATS,
    buffer,
  );
  checkResult(result, "the file cannot be looked at");
  const view = new DataView(buffer.buffer);
  return {
    nlink: view.getUint32(16, true),
    uid: view.getUint32(20, true),
    isFile: (view.getUint16(28, true) & S_IFMT) === S_IFREG,
    size: Number(view.getBigUint64(40, true)),
  };
}

/**
 * An open file. It is read by the C library: the runtime opens no links of the kernel for a program
 * that has not every permission.
 */
export class ForeignFile {
  readonly size: number;
  readonly #descriptor: number;

  constructor(descriptor: number, size: number) {
    this.#descriptor = descriptor;
    this.size = size;
  }

  /** Reads into a buffer; null = the end. */
  read(into: Uint8Array): Promise<number | null> {
    const bytes = into as Uint8Array<ArrayBuffer>;
    const result = libc.read(this.#descriptor, bytes, BigInt(bytes.length));
    const count = checkResult(result, "the file cannot be read");
    return Promise.resolve(count === 0 ? null : count);
  }

  [Symbol.dispose](): void {
    libc.close(this.#descriptor);
  }
}

/**
 * A folder of another user. Files in it are opened without following a symbolic link, and only when
 * they are plain files of that user with one name: what is read is what was opened.
 */
export class ForeignFolder {
  readonly #descriptor: number;
  readonly #owner: number | null;

  /**
   * Opens the folder; `owner` is the user id that its files must have. Throws an UpdateError when
   * it is not a folder.
   */
  constructor(path: string, owner: number | null) {
    this.#descriptor = libc.open(encodeCString(path), O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC, 0);
    this.#owner = owner;
    if (this.#descriptor < 0) {
      const { message } = new SystemError("it cannot be opened", errno());
      throw new UpdateError("request", sentence`the folder of requests is not used: ${message}`);
    }
  }

  /** Opens a file; undefined = there is none. Throws an UpdateError when it is not plain. */
  open(name: string): ForeignFile | undefined {
    const flags = O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC;
    const descriptor = libc.open(encodeCString(this.#path(name)), flags, 0);
    if (descriptor < 0) {
      const code = errno();
      if (code === ENOENT) return undefined;
      const { message } = new SystemError("it cannot be opened", code);
      throw new UpdateError("request", sentence`the file ${name} is not used: ${message}`);
    }
    try {
      const { isFile, nlink, uid, size } = statOf(descriptor);
      if (!isFile || nlink !== 1 || (this.#owner !== null && uid !== this.#owner)) {
        throw new UpdateError(
          "request",
          sentence`the file ${name} is not a plain file of the service`,
        );
      }
      return new ForeignFile(descriptor, size);
    } catch (error) {
      libc.close(descriptor);
      throw error;
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
      if (length > most) throw malformed(`the file ${name} is too long`);
    }
    return new TextDecoder().decode(buffer.subarray(0, length));
  }

  /** Removes a name; a missing one is no error. */
  remove(name: string): void {
    if (libc.unlink(encodeCString(this.#path(name))) >= 0) return;
    const code = errno();
    if (code !== ENOENT) throw new SystemError(`${name} cannot be removed`, code);
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
 * Throws an UpdateError when the file is shorter or longer.
 */
export async function copyExactly(
  from: Pick<ForeignFile, "read">,
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
    if (length > bytes) {
      throw new UpdateError("length", sentence`the file is longer than ${bytes} bytes`);
    }
    const piece = buffer.subarray(0, read);
    hash.update(piece);
    for (let at = 0; at < piece.length;) at += await copy.write(piece.subarray(at));
  }
  if (length < bytes) {
    throw new UpdateError("length", sentence`the file has ${length} of ${bytes} bytes`);
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
