/**
 * Reads tables of an uploaded SQLite file, in memory and by column names: the file may contain
 * anything.
 */
import { DatabaseSync } from "node:sqlite";
import { DomainError } from "../../../schema/errors.ts";
import { IMPORT_LIMITS } from "./limits.ts";
import { type Sentence, sentence } from "../../../../policy/model/sentence.ts";

/** One row by column names. */
export type TableRow = Readonly<Record<string, string | number | null>>;
/** Rows by table name; empty for a table that the file lacks. */
export type Tables = Readonly<Record<string, readonly TableRow[]>>;

/** The first 16 bytes of an SQLite file. */
const MAGIC = "SQLite format 3\0";

/** Whether the bytes start like an SQLite file. */
export function isDatabaseFile(bytes: Uint8Array): boolean {
  return bytes.length >= 512 && [...MAGIC].every((char, i) => bytes[i] === char.charCodeAt(0));
}

/**
 * Reads tables. Views, virtual tables and generated columns are never read. `warn` is called for a
 * table of which rows are left out. Throws DomainError for a damaged file.
 */
export function readTables(
  bytes: Uint8Array,
  names: readonly string[],
  warn: (text: Sentence) => void,
): Tables {
  if (!isDatabaseFile(bytes)) {
    throw new DomainError("bad_value", sentence`The archive has a database that cannot be read`);
  }
  const db = new DatabaseSync(":memory:");
  try {
    db.deserialize(withoutWal(bytes));
    db.exec("pragma trusted_schema = off; pragma cell_size_check = on; pragma query_only = on");
    const room = { left: IMPORT_LIMITS.unpacked as number };
    return Object.fromEntries(names.map((name) => {
      const rows = readTable(db, name, room);
      if (rows.length <= IMPORT_LIMITS.rows) return [name, rows];
      warn(sentence`${name}: only the first ${IMPORT_LIMITS.rows} rows are read`);
      return [name, rows.slice(0, IMPORT_LIMITS.rows)];
    }));
  } catch (error) {
    throw error instanceof DomainError
      ? error
      : new DomainError("bad_value", sentence`The database in the archive is damaged`);
  } finally {
    db.close();
  }
}

/**
 * Returns the file marked as without a write-ahead log, which a database in memory cannot have
 * (SQLite file format, bytes 18 and 19).
 */
function withoutWal(bytes: Uint8Array): Uint8Array {
  if (bytes[18] !== 2 && bytes[19] !== 2) return bytes;
  const copy = bytes.slice();
  copy[18] = copy[19] = 1;
  return copy;
}

/**
 * Reads a table. Rows of a damaged file may share pages, so that the table is many times larger
 * than the file: the bytes read are counted.
 */
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
    `select ${columns.map((column) => `"${column}"`).join(", ")} from "${name}" limit ${
      IMPORT_LIMITS.rows + 1
    }`,
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
        sentence`The database in the archive is too large`,
      );
    }
    rows.push(kept);
  }
  return rows;
}

/** Returns texts and numbers; other values become null. */
function plain(value: unknown): string | number | null {
  if (typeof value === "bigint") return Number(value);
  return typeof value === "string" || typeof value === "number" ? value : null;
}
