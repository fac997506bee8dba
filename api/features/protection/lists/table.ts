/**
 * Table `lists`: one row per subscription, with the results of its last download and compilation.
 * Table `list_scopes`: whom each list is for.
 */
import type { Concern, ConcernKind } from "../../../../policy/lists/concerns.ts";
import { maskUrl } from "../../../../policy/model/masked_address.ts";
import type { ListFormat } from "../../../../policy/model/rule.ts";
import type { ListReport } from "../../../../policy/snapshot/report.ts";
import type { Database, Row, SqlValue, Statement } from "../../../store/database.ts";
import type { Table } from "../../../store/table.ts";
import type { StoredReach } from "./reach.ts";

/** The declaration of the table. */
export const LISTS_TABLE: Table = {
  name: "lists",
  database: "box",
  doc: "Subscribed lists, their state and their counts",
  keep: "forever",
  inBackups: true,
  toSecondary: true,
  // A download of another box says nothing about the copies of this one.
  restored: "update lists set etag = '', last_modified = '', next_attempt = 0, failures = 0, " +
    "last_error = ''",
};

/** The declaration of the table of scopes. */
export const LIST_SCOPES_TABLE: Table = {
  name: "list_scopes",
  database: "box",
  doc: "Scopes and exceptions of lists",
  keep: "forever",
  inBackups: true,
  toSecondary: true,
};

/** The source of a list: a URL, a file of this machine, or the program itself. */
export type ListSource = "url" | "file" | "embedded";

/** The outcome of the lines of a confidential list, whose copy contains only hashes. */
export type SourceLines = Pick<ListReport, "lines" | "used" | "ignored" | "refused">;

/** An inspection of a copy. */
export interface InspectedCopy {
  /** SHA-256 of the lines that were inspected. */
  readonly sha256: string;
  /** For a confidential list: its lines before hashing; absent = unknown. */
  readonly source?: SourceLines;
}

/**
 * A copy that waits for a person: a new one that lost most of its lines or is doubtful, or the good
 * copy itself (same `sha256`), which was fetched before copies were inspected and stays active.
 */
export interface WaitingCopy {
  readonly lines: number;
  readonly bytes: number;
  readonly sha256: string;
  /** Unix milliseconds. */
  readonly at: number;
  /** Its concerns; absent or empty = it lost most of its lines. */
  readonly concerns?: readonly Concern[];
  readonly source?: SourceLines;
}

/** One subscription. Times are Unix milliseconds, 0 = never. */
export interface ListRow extends StoredReach {
  readonly id: number;
  readonly name: string;
  readonly source: ListSource;
  /** The URL or path; "" for the starter list. */
  readonly url: string;
  readonly format: ListFormat;
  readonly kind: "block" | "allow";
  readonly category: string;
  readonly enabled: boolean;
  readonly created: number;
  readonly etag: string;
  readonly lastModified: string;
  readonly lastAttempt: number;
  readonly lastSuccess: number;
  readonly nextAttempt: number;
  /** Number of consecutive failures. */
  readonly failures: number;
  /** Why the last attempt failed, in words; "" = it did not. */
  readonly lastError: string;
  /** Size, lines and SHA-256 of the good copy; "" = there is none. */
  readonly bytes: number;
  readonly lines: number;
  readonly sha256: string;
  readonly held?: WaitingCopy;
  /** The kinds of concerns that a person confirmed for this list. */
  readonly confirmed?: readonly ConcernKind[];
  /** The copy that was last inspected; absent = an older version of the box fetched its copy. */
  readonly inspected?: InspectedCopy;
  /** The counts of the last compilation; samples have no text for files of this machine. */
  readonly counts?: ListReport;
}

/** Fields that are a column of `lists`. */
type Field = Exclude<keyof ListRow, "id" | "scopes" | "except">;

const COLUMNS: Readonly<Record<Field, string>> = {
  name: "name",
  source: "source",
  url: "url",
  format: "format",
  kind: "kind",
  category: "category",
  enabled: "enabled",
  created: "created",
  etag: "etag",
  lastModified: "last_modified",
  lastAttempt: "last_attempt",
  lastSuccess: "last_success",
  nextAttempt: "next_attempt",
  failures: "failures",
  lastError: "last_error",
  bytes: "bytes",
  lines: "lines",
  sha256: "sha256",
  held: "held",
  confirmed: "confirmed",
  inspected: "inspected",
  counts: "counts",
  schedule: "schedule",
};

/** Columns that hold JSON; SQL null = absent. */
const JSON_COLUMNS = new Set<string>(["held", "confirmed", "counts", "inspected"]);

/** Fields to change; an undefined one empties its column. */
export type ListChange = { readonly [K in Field]?: ListRow[K] | undefined };

/** Whether the copy that waits for a person is the good one itself, which stays active. */
export function isDoubtfulInForce({ held, sha256 }: Pick<ListRow, "held" | "sha256">): boolean {
  return held !== undefined && sha256 !== "" && held.sha256 === sha256;
}

/** The rows of the table. Every method rejects with DatabaseUnavailableError. */
export class ListTable {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** All rows, the starter list first, then in the order in which they were added. */
  async all(): Promise<ListRow[]> {
    const rows = await this.#db.all("select * from lists order by id");
    const scopes = Map.groupBy(
      await this.#db.all("select * from list_scopes order by scope"),
      ({ list_id }) => list_id,
    );
    return rows.map((row) => toListRow(row, scopes.get(row.id) ?? []));
  }

  /** One row, undefined when there is none. */
  async get(id: number): Promise<ListRow | undefined> {
    const [row] = await this.#db.all("select * from lists where id = ?", [id]);
    if (row === undefined) return undefined;
    const sql = "select * from list_scopes where list_id = ? order by scope";
    return toListRow(row, await this.#db.all(sql, [id]));
  }

  /** Adds a row; resolves with its id, which is above all previous ids and above `known`. */
  async add(row: ListChange, reach: StoredReach, known: number): Promise<number> {
    const fields = Object.keys(row) as (keyof ListChange)[];
    const names = fields.map((field) => COLUMNS[field]).join(", ");
    const marks = fields.map(() => "?").join(", ");
    const args = fields.map((field) => toSql(row[field]));
    const id =
      "(select max(?, coalesce(max(seq), 0)) + 1 from sqlite_sequence where name = 'lists')";
    await this.#db.batch([
      {
        sql: `insert into lists (id, ${names}) values (${id}, ${marks})`,
        args: [known, ...args],
      },
      ...scopeStatements("(select max(id) from lists)", [], reach),
    ]);
    const [added] = await this.#db.all("select max(id) as id from lists");
    return Number(added.id);
  }

  /** Changes whom a list is for, and when. */
  async setReach(id: number, reach: StoredReach): Promise<void> {
    await this.#db.batch([
      { sql: "delete from list_scopes where list_id = ?", args: [id] },
      ...scopeStatements("?", [id], reach),
      { sql: "update lists set schedule = ? where id = ?", args: [reach.schedule, id] },
    ]);
  }

  /** Changes fields of a row. */
  async update(id: number, change: ListChange): Promise<void> {
    const fields = Object.keys(change) as (keyof ListChange)[];
    const sets = fields.map((field) => `${COLUMNS[field]} = ?`).join(", ");
    await this.#db.run(`update lists set ${sets} where id = ?`, [
      ...fields.map((field) => toSql(change[field])),
      id,
    ]);
  }

  /** Removes a row. */
  async remove(id: number): Promise<void> {
    await this.#db.run("delete from lists where id = ?", [id]);
  }
}

/** Adds the scopes of the list with this id. */
function scopeStatements(
  id: string,
  args: readonly SqlValue[],
  { scopes, except }: StoredReach,
): Statement[] {
  const sql = `insert into list_scopes (list_id, scope, excluded) values (${id}, ?, ?)`;
  return [
    ...scopes.map((scope) => ({ sql, args: [...args, scope, 0] })),
    ...except.map((scope) => ({ sql, args: [...args, scope, 1] })),
  ];
}

function toSql(value: unknown): SqlValue {
  if (value === undefined) return null;
  if (typeof value === "boolean") return value ? 1 : 0;
  return typeof value === "object" ? JSON.stringify(value) : value as SqlValue;
}

function toListRow(row: Row, scopes: readonly Row[]): ListRow {
  const named = (excluded: number) =>
    scopes.filter((each) => each.excluded === excluded).map(({ scope }) => String(scope));
  const out: Record<string, unknown> = { id: row.id, scopes: named(0), except: named(1) };
  for (const [field, column] of Object.entries(COLUMNS)) {
    const value = row[column];
    if (JSON_COLUMNS.has(column)) {
      const parsed = fromJson(value);
      if (parsed !== undefined) out[field] = parsed;
    } else out[field] = field === "enabled" ? value === 1 : value;
  }
  return withoutSecrets(out as unknown as ListRow);
}

/**
 * Removes secrets from names: the default name of a list is its URL, which older versions stored
 * with secrets.
 */
function withoutSecrets(row: ListRow): ListRow {
  const plain = row.url.replace(/^https?:\/\//, "");
  if (row.source !== "url" || row.name === "" || !plain.startsWith(row.name)) return row;
  return { ...row, name: maskUrl(row.url).replace(/^https?:\/\//, "").slice(0, row.name.length) };
}

/**
 * Parses the JSON of a column; invalid JSON counts as absent, because the next download or
 * compilation replaces it.
 */
function fromJson(value: SqlValue): unknown {
  if (typeof value !== "string") return undefined;
  try {
    return JSON.parse(value);
  } catch {
    return undefined;
  }
}
