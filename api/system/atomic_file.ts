/**
 * Writes files atomically: to a temporary file that is synced and renamed, after which the folder
 * is synced. After a kill or a power cut either the previous or the new file exists, never a part.
 */

/**
 * A temporary file; `keep` moves it to its place, `drop` deletes it. One of them must be called.
 */
export class AtomicFile {
  readonly #path: string;
  readonly #aside: string;
  readonly #file: Deno.FsFile;

  private constructor(path: string, aside: string, file: Deno.FsFile) {
    this.#path = path;
    this.#aside = aside;
    this.#file = file;
  }

  /** Opens the temporary file, readable by the service alone; its folder must exist. */
  static async create(path: string): Promise<AtomicFile> {
    const aside = `${path}.new`;
    const file = await Deno.open(aside, { write: true, create: true, truncate: true, mode: 0o600 });
    return new AtomicFile(path, aside, file);
  }

  /** The path of the temporary file. */
  get aside(): string {
    return this.#aside;
  }

  /** Appends all of the bytes. */
  async write(bytes: Uint8Array): Promise<void> {
    for (let at = 0; at < bytes.length;) at += await this.#file.write(bytes.subarray(at));
  }

  /**
   * Syncs the file and moves it to the path given to `create`, or to another one in the same
   * folder.
   */
  async keep(path: string = this.#path): Promise<void> {
    try {
      await this.#file.sync();
      await Deno.rename(this.#aside, path);
    } catch (error) {
      await this.drop();
      throw error;
    }
    this.#file.close();
    await syncFolder(path);
  }

  /** Deletes the temporary file. */
  async drop(): Promise<void> {
    this.#file.close();
    await removeFile(this.#aside);
  }
}

/** Writes a whole file from its pieces, readable by the service alone. */
export async function writeWhole(path: string, ...pieces: readonly Uint8Array[]): Promise<void> {
  const file = await AtomicFile.create(path);
  try {
    for (const piece of pieces) await file.write(piece);
  } catch (error) {
    await file.drop();
    throw error;
  }
  await file.keep();
}

/** Removes a file; a missing file is no error. */
export async function removeFile(path: string): Promise<void> {
  try {
    await Deno.remove(path);
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
}

/** Syncs the folder of a path, so that a rename in it survives a power cut. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await Deno.open(path.slice(0, path.lastIndexOf("/") + 1) || ".", { read: true });
  try {
    await folder.sync();
  } finally {
    folder.close();
  }
}
