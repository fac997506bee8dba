/**
 * Copies that are made before a newer version changes a schema. When the older version returns, its
 * copy takes the place of the file that it cannot read (docs/decisions/0102).
 */
import { LIMITS } from "../../policy/limits.ts";
import { ifThere, integrityFault, putInPlace } from "./broken.ts";
import { migrationCopy, missingCopy, parseMigrationFile } from "./migration_files.ts";
import type { DatabaseName } from "./protocol.ts";

/** The schemas of which a folder has a copy, oldest first. */
export function copiedSchemas(folder: string, name: DatabaseName): number[] {
  try {
    return [...Deno.readDirSync(folder)].flatMap(({ name: file }) => {
      const found = parseMigrationFile(file);
      return found?.name === name && found.kind === "db" ? [found.schema] : [];
    }).sort((a, b) => a - b);
  } catch {
    return [];
  }
}

/** Whether a file is copied before a migration; box.db always is. */
export function isCopied(name: DatabaseName, path: string): boolean {
  return name === "box" || Deno.statSync(path).size <= LIMITS.updates.copiedMost;
}

/** Removes the copies and notes of a database, except the copy of one schema. */
export function keepOneCopy(folder: string, name: DatabaseName, schema: number): void {
  keepOne(folder, name, migrationCopy(name, schema));
}

/**
 * Notes that a database has no copy of a schema, so that people see it before a return: the version
 * before then begins a new file. Older copies are removed, because they would bring back an older
 * state. `fault` = why its copy failed, "" = it was too large.
 */
export function noteMissingCopy(
  folder: string,
  name: DatabaseName,
  schema: number,
  fault: string,
): void {
  Deno.mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = missingCopy(name, schema, fault !== "");
  const path = `${folder}/${file}`;
  Deno.writeFileSync(path, new Uint8Array(0), { mode: 0o600 });
  try {
    Deno.writeTextFileSync(path, fault);
  } catch {
    // A full disk may take the file and no text.
  }
  keepOne(folder, name, file);
}

function keepOne(folder: string, name: DatabaseName, kept: string): void {
  for (const { name: file } of [...Deno.readDirSync(folder)]) {
    const isOther = file !== kept && parseMigrationFile(file)?.name === name;
    if (isOther) Deno.removeSync(`${folder}/${file}`);
  }
}

/**
 * Sets a file aside whose schema is newer than `newest`, and puts the newest copy that is not in
 * its place; returns the copy's file name, "" = there is none, and a new file begins. Throws for
 * box.db without a copy: what the household configured is never replaced by nothing.
 */
export async function takeCopyBack(
  { name, path, folder }: {
    readonly name: DatabaseName;
    readonly path: string;
    readonly folder: string;
  },
  schema: number,
  newest: number,
): Promise<string> {
  const copied = copiedSchemas(folder, name).filter((one) => one <= newest).at(-1);
  const copy = copied === undefined ? "" : migrationCopy(name, copied);
  if (copy === "" && name === "box") {
    throw new Error(
      `its schema ${schema} is newer than this program, which knows ${newest}, and there is no copy from before: install the newer program`,
    );
  }
  if (copy !== "") {
    const fault = await integrityFault(`${folder}/${copy}`);
    if (fault !== "") throw new Error(`its copy ${copy} cannot be used: ${fault}`);
    // The copy stays for another return.
    Deno.copyFileSync(`${folder}/${copy}`, `${path}.part`);
  }
  const aside = `${path}.newer-${schema}`;
  ifThere(() => Deno.removeSync(aside));
  // With a copy the name of the file is never without one: a power cut begins again.
  if (copy !== "") Deno.linkSync(path, aside);
  for (const suffix of ["-wal", "-shm"]) {
    ifThere(() => Deno.renameSync(path + suffix, aside + suffix));
  }
  if (copy === "") Deno.renameSync(path, aside);
  else putInPlace(`${path}.part`, path);
  return copy;
}
