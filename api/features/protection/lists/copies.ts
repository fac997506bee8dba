/**
 * The copies of lists in the data directory: `<id>.txt` is the good copy, `<id>.held` a new one
 * that waits for a person. The file `highest` contains the highest id ever used, which a database
 * restored from a copy may not know.
 */
import { createHash } from "node:crypto";
import { statfs } from "node:fs/promises";
import { DomainError } from "../../../schema/errors.ts";
import { AtomicFile, removeFile, writeWhole } from "../../../system/atomic_file.ts";
import { LIST_BOUNDS, ListBody } from "./decode.ts";
import {
  type FetchedList,
  fetchList,
  type FetchOptions,
  type ListTransform,
  refuseOtherFormats,
  type Validators,
} from "./fetch.ts";
import { parseListPath } from "./target.ts";
import { programSentence, sentence } from "../../../../policy/model/sentence.ts";

/** Minimum free disk space beyond twice the size of the list, in bytes. */
const SPARE_BYTES = 16 * 1024 * 1024;

/** The folder `lists` of a data directory. */
export class ListCopies {
  readonly #dataDir: string;

  /** `dataDir` is the true path of the data directory; its folder `lists` exists. */
  constructor(dataDir: string) {
    this.#dataDir = dataDir;
  }

  /** The path of the good copy of a list. */
  path(id: number): string {
    return `${this.#dataDir}/lists/${id}.txt`;
  }

  /** The path of a copy that waits for a person's decision. */
  heldPath(id: number): string {
    return `${this.#dataDir}/lists/${id}.held`;
  }

  /** Returns the highest id used according to the folder; 0 = none. */
  async highest(): Promise<number> {
    const noted = Number(await Deno.readTextFile(this.#highestPath).catch(() => "0"));
    const numbers = [Number.isSafeInteger(noted) ? noted : 0];
    for await (const { name } of Deno.readDir(`${this.#dataDir}/lists`)) {
      const id = /^(\d{1,9})\.(?:txt|held)$/.exec(name)?.[1];
      if (id !== undefined) numbers.push(Number(id));
    }
    return Math.max(...numbers);
  }

  /** Records the id of a new list. */
  async used(id: number): Promise<void> {
    await writeWhole(this.#highestPath, new TextEncoder().encode(String(id)));
  }

  get #highestPath(): string {
    return `${this.#dataDir}/lists/highest`;
  }

  /** The path of a list that is only checked; the next check overwrites what a crash left there. */
  get #checkPath(): string {
    return `${this.#dataDir}/lists/check.txt`;
  }

  /** Whether the good copy exists. */
  async exists(id: number): Promise<boolean> {
    return (await Deno.stat(this.path(id)).catch(() => undefined))?.isFile === true;
  }

  /** The SHA-256 of the good copy; "" = there is none. */
  async sum(id: number): Promise<string> {
    const file = await Deno.open(this.path(id), { read: true }).catch(() => undefined);
    if (file === undefined) return "";
    const hash = createHash("sha256");
    for await (const piece of file.readable) hash.update(piece);
    return hash.digest("hex");
  }

  /** Downloads a list beside its good copy; refused in advance when the disk is nearly full. */
  async download(
    id: number,
    url: string,
    validators: Validators | undefined,
    expected: number,
    options: FetchOptions,
  ): Promise<FetchedList | "unchanged"> {
    await this.#checkRoom(expected);
    return await fetchList(url, validators, this.path(id), options);
  }

  /**
   * Copies a file of this machine beside the good copy of a list, with the same checks as a
   * download.
   */
  async import(id: number, path: string, rewrite?: ListTransform): Promise<FetchedList> {
    const real = await parseListPath(path, this.#dataDir);
    await this.#checkRoom((await Deno.stat(real)).size);
    return await readInto(await Deno.open(real, { read: true }), this.path(id), rewrite);
  }

  /** Makes a new copy the good one. */
  async keep(fetched: FetchedList): Promise<void> {
    await fetched.file.keep();
  }

  /** Stores a new copy separately, for a person to accept. */
  async hold(id: number, fetched: FetchedList): Promise<void> {
    await fetched.file.keep(this.heldPath(id));
  }

  /**
   * Makes the held copy the good one; false = it no longer exists, as after a crash during this
   * call.
   */
  async accept(id: number): Promise<boolean> {
    try {
      await Deno.rename(this.heldPath(id), this.path(id));
      return true;
    } catch (error) {
      if (error instanceof Deno.errors.NotFound) return false;
      throw error;
    }
  }

  /** Removes every copy of a list. */
  async remove(id: number): Promise<void> {
    for (const path of [this.path(id), this.heldPath(id), `${this.path(id)}.new`]) {
      await removeFile(path);
    }
  }

  /**
   * Writes a list from a URL or a text to a temporary file, passes it to `look`, and removes it.
   * One at a time.
   */
  async look<T>(
    from: { readonly url: string } | { readonly text: string },
    options: FetchOptions,
    look: (path: string) => Promise<T>,
  ): Promise<T> {
    const path = this.#checkPath;
    try {
      if ("url" in from) {
        const fetched = await fetchList(from.url, undefined, path, options);
        if (fetched !== "unchanged") await fetched.file.keep();
      } else await Deno.writeTextFile(path, from.text, { mode: 0o600 });
      return await look(path);
    } finally {
      await removeFile(path);
    }
  }

  async #checkRoom(expected: number): Promise<void> {
    const facts = await statfs(this.#dataDir).catch(() => undefined);
    if (facts === undefined) return;
    const free = facts.bavail * facts.bsize;
    if (free >= 2 * expected + SPARE_BYTES) return;
    throw new DomainError(
      "list_refused",
      sentence`the disk is nearly full, free: ${Math.floor(free / (1024 * 1024))} MB`,
    );
  }
}

async function readInto(
  source: Deno.FsFile,
  path: string,
  rewrite: ListTransform = (pieces) => pieces,
): Promise<FetchedList> {
  const body = new ListBody(LIST_BOUNDS);
  const hash = createHash("sha256");
  try {
    if (!(await source.stat()).isFile) {
      throw new DomainError("list_refused", programSentence`this is no regular file`);
    }
    const file = await AtomicFile.create(path);
    try {
      for await (
        const piece of rewrite(refuseOtherFormats(body.decode(piecesOf(source), "", undefined)))
      ) {
        hash.update(piece);
        await file.write(piece);
      }
    } catch (error) {
      await file.drop();
      throw error;
    }
    const sha256 = hash.digest("hex");
    return { file, bytes: body.raw, lines: body.lines, sha256, etag: "", lastModified: "" };
  } finally {
    source.close();
  }
}

async function* piecesOf(file: Deno.FsFile): AsyncGenerator<Uint8Array> {
  for (;;) {
    const buffer = new Uint8Array(65_536);
    const length = await file.read(buffer);
    if (length === null) return;
    yield buffer.subarray(0, length);
  }
}
