/**
 * The names of files in the folder of copies: copies that are made before a migration, and notes
 * that a database was migrated without one.
 */
import type { DatabaseName } from "./protocol.ts";

/** What such a file is about. */
export interface MigrationFile {
  readonly name: DatabaseName;
  /** The schema before the migration. */
  readonly schema: number;
  /** A copy, or a note that the database was too large for one, or that its copy failed. */
  readonly kind: "db" | "none" | "failed";
}

/** The name of the copy of a database at a schema. */
export function migrationCopy(name: DatabaseName, schema: number): string {
  return nameOf({ name, schema, kind: "db" });
}

/**
 * The name of a file that says that a database was migrated from a schema without a copy: it was
 * too large, or its copy failed, of which the file has the reason.
 */
export function missingCopy(name: DatabaseName, schema: number, hasFailed = false): string {
  return nameOf({ name, schema, kind: hasFailed ? "failed" : "none" });
}

/** Reads the name of a file; undefined = it is something else. */
export function parseMigrationFile(file: string): MigrationFile | undefined {
  const [, name, schema, kind] =
    /^(box|journal|stats)-schema-(\d{1,6})\.(db|none|failed)$/.exec(file) ?? [];
  if (name === undefined) return undefined;
  return { name, schema: Number(schema), kind } as MigrationFile;
}

function nameOf({ name, schema, kind }: MigrationFile): string {
  return `${name}-schema-${schema}.${kind}`;
}
