/**
 * Tables of an uploaded SQLite file, read in memory and by the names of their columns: the file may
 * contain anything.
 */
import { DatabaseSync } from "node:sqlite";
import { DomainError } from "../../../schema/errors.ts";
import { IMPORT_LIMITS } from "./limits.ts";

/** One row by column names. */
export type TableRow = Readonly<Record<string, string | number | null>>;
/** The rows of tables by name; a table that the file lacks has none. */
export type Tables = Readonly<Record<string, readonly TableRow[]>>;

/** How an SQLite file begins. */
const MAGIC = "SQLite format 3\0";

/** Whether bytes are those of an SQLite file. */
export function isDatabaseFile(bytes: Uint8Array): boolean {
  return bytes.length >= 512 && [...MAGIC].every((char, i) => bytes[i] === char.charCodeAt(0));
}

/** Reads tables. Views, virtual tables and computed columns are never looked at. Throws DomainError for a damaged file. */
export function readTables(bytes: Uint8Array, names: readonly string[]): Tables {
  if (!isDatabaseFile(bytes)) {
    throw new DomainError("bad_value", "The archive holds a database that is none");
  }
  const db = new DatabaseSync(":memory:");
  try {
    db.deserialize(withoutWal(bytes));
    db.exec("pragma trusted_schema = off; pragma cell_size_check = on; pragma query_only = on");
    const room = { left: IMPORT_LIMITS.unpacked as number };
    return Object.fromEntries(names.map((name) => [name, readTable(db, name, room)]));
  } catch (error) {
    throw error instanceof DomainError
      ? error
      : new DomainError("bad_value", "The database of the archive is damaged");
  } finally {
    db.close();
  }
}

/**
 * A file that was in write-ahead mode has two bytes that mark it; in memory there is no such mode.
 */
function withoutWal(bytes: Uint8Array): Uint8Array {
  if (bytes[18] !== 2 && bytes[19] !== 2) return bytes;
  const copy = bytes.slice();
  copy[18] = copy[19] = 1;
  return copy;
}

/** Reads a table. Rows of a damaged file may share their pages, so that it holds many times its own size: what is read is counted. */
function readTable(db: DatabaseSync, name: string, room: { left: number }): readonly TableRow[] {
  const known = db.prepare("select sql from sqlite_schema where type = 'table' and name = ?").get(
    name,
  );
  if (known === undefined || !/^create table/i.test(String(known.sql))) return [];
  const columns = db.prepare(`pragma table_xinfo("${name}")`).all().filter(({ hidden }) =>
    hidden === 0
  )
    .map((row) => String(row.name)).filter((column) => /^\w{1,64}$/.test(column));
  if (columns.length === 0) return [];
  const read = db.prepare(
    `select ${
      columns.map((column) => `"${column}"`).join(", ")
    } from "${name}" limit ${IMPORT_LIMITS.rows}`,
  );
  read.setReadBigInts(true);
  const rows: TableRow[] = [];
  for (const row of read.iterate()) {
    const kept = Object.fromEntries(columns.map((column) => [column, plain(row[column])]));
    for (const value of Object.values(kept)) {
      room.left -= typeof value === "string" ? value.length : 8;
    }
    if (room.left < 0) {
      throw new DomainError(
        "bad_value",
        "The database of the archive holds more than an import may hold",
      );
    }
    rows.push(kept);
  }
  return rows;
}

/** Texts and numbers; whatever else a column holds counts for nothing. */
function plain(value: unknown): string | number | null {
  if (typeof value === "bigint") return Number(value);
  return typeof value === "string" || typeof value === "number" ? value : null;
}
