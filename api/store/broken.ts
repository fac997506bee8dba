/**
 * Recovers a database file that cannot be read: it is renamed, and the newest good copy replaces
 * it.
 */
import { createClient } from "@libsql/client/sqlite3";
import type { StoreOptions } from "./protocol.ts";
import { textFault } from "./text_fault.ts";

const HEADER = new TextEncoder().encode("SQLite format 3\0");
/** Maximum number of broken files of each database; the oldest is deleted first. */
const BROKEN_KEPT = 5;

/**
 * Why the file is not an SQLite database, as part of a sentence; "" = it is one, is empty or is
 * missing.
 */
export function headerFault(path: string): string {
  let file: Deno.FsFile;
  try {
    file = Deno.openSync(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return "";
    throw error;
  }
  using opened = file;
  if (opened.statSync().size === 0) return "";
  const head = new Uint8Array(HEADER.length);
  const read = opened.readSync(head) ?? 0;
  if (read === HEADER.length && HEADER.every((byte, i) => head[i] === byte)) return "";
  return head.every((byte) => byte === 0) ? "it holds zeros" : "it is no SQLite database";
}

/**
 * Why an empty file is not a new database, as part of a sentence; "" = it is new. A write-ahead log
 * or a copy beside it shows that it contained data, and SQLite would silently create a new
 * database. A first start that was killed leaves only an empty file.
 */
export function emptyFault(path: string, copies: string | undefined, name: string): string {
  if (fileInfo(path)?.size !== 0) return "";
  const lived = fileInfo(`${path}-wal`) !== undefined ||
    (copies !== undefined && copiesOf(copies, name).length > 0);
  return lived ? "it is empty" : "";
}

/** The facts of a file; undefined = it is missing or cannot be read. */
export function fileInfo(path: string): Deno.FileInfo | undefined {
  try {
    return Deno.statSync(path);
  } catch {
    return undefined;
  }
}

/** Moves a broken database with its log files to `<path>.broken-<n>`; returns the new path. */
export function setDatabaseAside(path: string): string {
  const folder = folderOf(path);
  const base = path.slice(path.lastIndexOf("/") + 1);
  const numbers = [...Deno.readDirSync(folder)]
    .map((entry) =>
      entry.name.startsWith(`${base}.broken-`) ? Number(entry.name.slice(base.length + 8)) : NaN
    )
    .filter((n) => Number.isInteger(n)).sort((a, b) => a - b);
  const to = `${path}.broken-${(numbers.at(-1) ?? 0) + 1}`;
  for (const suffix of ["", "-wal", "-shm"]) {
    ifThere(() => Deno.renameSync(path + suffix, to + suffix));
  }
  for (const n of numbers.slice(0, Math.max(0, numbers.length + 1 - BROKEN_KEPT))) {
    for (const suffix of ["", "-wal", "-shm"]) {
      ifThere(() => Deno.removeSync(`${path}.broken-${n}${suffix}`));
    }
  }
  return to;
}

/**
 * Copies the newest good copy in the folder to `path`; returns its file name, or undefined when
 * there is none.
 */
export async function restoreNewestCopy(
  path: string,
  copies: string,
  name: string,
  restored: NonNullable<StoreOptions["restored"]>,
): Promise<string | undefined> {
  for (const copy of copiesOf(copies, name).reverse()) {
    if (await integrityFault(`${copies}/${copy}`) !== "") continue;
    Deno.copyFileSync(`${copies}/${copy}`, `${path}.part`);
    await endWhatMayBeOver(`${path}.part`, restored);
    putInPlace(`${path}.part`, path);
    return copy;
  }
  return undefined;
}

/**
 * Removes rows from a copy that may have ended since it was made; an older copy may lack some of
 * the tables.
 */
async function endWhatMayBeOver(
  path: string,
  restored: NonNullable<StoreOptions["restored"]>,
): Promise<void> {
  const client = createClient({ url: fileUrl(path), concurrency: 1, timeout: 2000 });
  try {
    const { rows } = await client.execute("select name from sqlite_master where type = 'table'");
    const there = new Set(rows.map(({ name }) => String(name)));
    const statements = restored.filter(({ table }) => there.has(table)).map(({ sql }) => sql);
    if (statements.length > 0) await client.batch(statements, "write");
  } finally {
    client.close();
  }
}

/** The daily copies of a database in a folder, oldest first. */
export function copiesOf(folder: string, name: string): string[] {
  const pattern = new RegExp(`^${name}-\\d{4}-\\d{2}-\\d{2}\\.db$`);
  try {
    return [...Deno.readDirSync(folder)].map((entry) => entry.name).filter((file) =>
      pattern.test(file)
    ).sort();
  } catch {
    return [];
  }
}

/** The fault in a database file, or "" when every page is consistent. */
export async function integrityFault(path: string): Promise<string> {
  try {
    const fault = headerFault(path);
    if (fault !== "" || Deno.statSync(path).size === 0) return fault || "it is empty";
    const client = createClient({ url: fileUrl(path), concurrency: 1, timeout: 2000 });
    try {
      const said = (await client.execute("pragma integrity_check(1)")).rows[0]?.[0];
      return said === "ok" ? await textFault(client) : String(said);
    } finally {
      client.close();
    }
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Syncs a file to the disk and renames it in one step. */
export function putInPlace(part: string, path: string): void {
  using file = Deno.openSync(part, { read: true, write: true });
  file.syncSync();
  Deno.renameSync(part, path);
  using folder = Deno.openSync(folderOf(path));
  folder.syncSync();
}

/** The `file:` URL of a path, for the client of the database. */
export function fileUrl(path: string): string {
  return "file:" + path.split("/").map(encodeURIComponent).join("/");
}

/** The folder of a file. */
export function folderOf(path: string): string {
  const slash = path.lastIndexOf("/");
  if (slash < 0) return ".";
  return slash === 0 ? "/" : path.slice(0, slash);
}

/** Removes a database file with its journals. */
export function removeDatabase(path: string): void {
  for (const suffix of ["", "-journal", "-wal", "-shm"]) {
    ifThere(() => Deno.removeSync(path + suffix));
  }
}

/** Renames or removes a file, unless it is missing. */
export function ifThere(act: () => void): void {
  try {
    act();
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
}
