/**
 * Sessions that ended while box.db could not be used. Their rows are still there, so they are noted in a file beside it until the
 * rows are gone: otherwise a session would be good again after the next start (A 5.1).
 */
import { removeFile, writeWhole } from "../system/atomic_file.ts";
import { Mutex } from "../async/mutex.ts";

/** Their notes, by the hashes of their secrets. */
export interface EndedSessionStore {
  /** The noted sessions; none when the file cannot be read. */
  read(): Promise<ReadonlySet<string>>;
  /** Notes these and no others. Rejects when the disk cannot be written. */
  write(hashes: readonly string[]): Promise<void>;
}

/** Notes them in a file, which exists only while there are any. */
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

/** Notes nothing, where there is no disk. */
export const NOT_NOTED: EndedSessionStore = {
  read: () => Promise.resolve(new Set()),
  write: () => Promise.resolve(),
};
