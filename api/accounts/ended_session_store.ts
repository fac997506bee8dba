/**
 * Sessions that ended while box.db was unavailable. Their rows still exist, so a file beside the
 * database lists them until the rows are deleted: otherwise the sessions would be valid again after
 * a restart (A 5.1).
 */
import { removeFile, writeWhole } from "../system/atomic_file.ts";
import { Mutex } from "../async/mutex.ts";

/** Stores ended sessions by the hashes of their secrets. */
export interface EndedSessionStore {
  /** The stored hashes; empty when the file cannot be read. */
  read(): Promise<ReadonlySet<string>>;
  /** Replaces the stored hashes. Rejects when the disk cannot be written. */
  write(hashes: readonly string[]): Promise<void>;
}

/** Stores them in a file, which exists only while there are any. */
export function createEndedSessionStore(path: string): EndedSessionStore {
  const writes = new Mutex();
  const put = (hashes: readonly string[]) =>
    hashes.length === 0
      ? removeFile(path)
      : writeWhole(path, new TextEncoder().encode(hashes.join("\n") + "\n"));
  return {
    async read() {
      const text = await Deno.readTextFile(path).catch(() => "");
      return new Set(text.split("\n").filter((line) => /^[\w-]{43}$/.test(line)));
    },
    write: (hashes) => writes.take(() => put(hashes)),
  };
}

/** Stores nothing; for use without a disk. */
export const NOT_NOTED: EndedSessionStore = {
  read: () => Promise.resolve(new Set()),
  write: () => Promise.resolve(),
};
