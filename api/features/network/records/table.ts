/** Table `dns_records`: names that the box answers itself (A 7.2.3). */
import { domainToUnicode } from "node:url";
import type { Database, Row } from "../../../store/database.ts";
import type { Table } from "../../../store/table.ts";
import type { RecordType } from "./record_type.ts";
import type { RecordDraft } from "./record.ts";

/** The declaration of the table. */
export const RECORDS_TABLE: Table = {
  name: "dns_records",
  database: "box",
  doc: "Local DNS records",
  keep: "forever",
  inBackups: true,
  toSecondary: true,
};

/** A stored record with its origin. */
export interface StoredRecord extends RecordDraft {
  /** Increases with each record. */
  readonly id: number;
  /** The name in the letters of its script. */
  readonly readable: string;
  /** Unix milliseconds. */
  readonly created: number;
  /** Unix milliseconds. */
  readonly changed: number;
  /** Name of the account that last changed it. */
  readonly by: string;
}

const INSERT =
  "insert into dns_records (name, type, value, ttl, enabled, comment, created, changed, changed_by) " +
  "values (?, ?, ?, ?, ?, ?, ?, ?, ?)";

/** The rows of the table. Every method rejects with DatabaseUnavailableError. */
export class RecordTable {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** All records, by name. */
  async all(): Promise<StoredRecord[]> {
    return (await this.#db.all("select * from dns_records")).map(toRecord).sort(compareByName);
  }

  /** Writes records in one transaction at Unix milliseconds `at`; resolves with the stored ones. */
  async add(records: readonly RecordDraft[], by: string, at: number): Promise<StoredRecord[]> {
    if (records.length === 0) return [];
    const [{ last }] = await this.#db.all("select coalesce(max(id), 0) as last from dns_records");
    await this.#db.batch(
      records.map((record) => ({ sql: INSERT, args: [...valuesOf(record), at, at, by] })),
    );
    const rows = await this.#db.all("select * from dns_records where id > ? order by id", [
      Number(last),
    ]);
    return rows.map(toRecord);
  }

  /** Replaces a record at Unix milliseconds `at`; resolves with the stored one. */
  async change(id: number, record: RecordDraft, by: string, at: number): Promise<StoredRecord> {
    const sql =
      "update dns_records set name = ?, type = ?, value = ?, ttl = ?, enabled = ?, comment = ?, " +
      "changed = ?, changed_by = ? where id = ?";
    await this.#db.run(sql, [...valuesOf(record), at, by, id]);
    return toRecord((await this.#db.all("select * from dns_records where id = ?", [id]))[0]);
  }

  /** Removes a record. */
  async remove(id: number): Promise<void> {
    await this.#db.run("delete from dns_records where id = ?", [id]);
  }
}

const letters = new Intl.Collator("en");

/**
 * The order of records: by name as people read it, a wildcard beside the name below its star, then
 * by type.
 */
export function compareByName(a: RecordPlace, b: RecordPlace): number {
  return letters.compare(bare(a.readable), bare(b.readable)) || compare(a.readable, b.readable) ||
    compare(a.type, b.type) || a.id - b.id;
}

/** The position of a record in the order. */
export type RecordPlace = Pick<StoredRecord, "readable" | "id"> & { readonly type: string };

function bare(name: string): string {
  return name.replace(/^\*\./, "");
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** Returns a name in the letters of its script, when its A-labels are valid (RFC 5891). */
export function readableName(name: string): string {
  if (!name.includes("xn--")) return name;
  const [star, bare] = name.startsWith("*.") ? ["*.", name.slice(2)] : ["", name];
  const written = domainToUnicode(bare);
  return written === "" || written.includes("\ufffd") ? name : star + written;
}

function valuesOf({ name, type, value, ttl, enabled, comment }: RecordDraft) {
  return [name, type, value, ttl, enabled ? 1 : 0, comment];
}

function toRecord(row: Row): StoredRecord {
  const name = String(row.name);
  return {
    id: Number(row.id),
    name,
    readable: readableName(name),
    type: String(row.type) as RecordType,
    value: String(row.value),
    ttl: Number(row.ttl),
    enabled: Number(row.enabled) === 1,
    comment: String(row.comment),
    created: Number(row.created),
    changed: Number(row.changed),
    by: String(row.changed_by),
  };
}
