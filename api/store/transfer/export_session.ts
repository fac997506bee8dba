/**
 * An export in the store thread: one read transaction on its own connection, so that all pages show
 * the same moment while others write.
 */
import { type Client, createClient, type Transaction } from "@libsql/client/sqlite3";
import { fileUrl } from "../broken.ts";
import type { Row, SqlValue } from "../database.ts";
import { GuardedReader } from "../guarded_read.ts";
import type { DatabaseName } from "../protocol.ts";
import type { TableContent, TransferColumn, TransferReply, TransferTable } from "./messages.ts";
import { TransferError } from "./refused.ts";

/** Maximum rows of one page; most rows are short. */
const PAGE = 200;

interface Source extends TableContent {
  readonly local: string;
  /** The columns that order the rows: the key, or the row number. */
  readonly key: readonly string[];
}

/** An export in progress. */
export class ExportSession {
  readonly #client: Client;
  readonly #transaction: Transaction;
  readonly #reads: GuardedReader;
  readonly #schema: number;
  readonly #sources: readonly Source[];
  #table = 0;
  #after: readonly SqlValue[] | undefined;

  private constructor(
    client: Client,
    transaction: Transaction,
    schema: number,
    sources: readonly Source[],
  ) {
    this.#client = client;
    this.#transaction = transaction;
    this.#reads = new GuardedReader(transaction);
    this.#schema = schema;
    this.#sources = sources;
  }

  /** Starts reading a file. Rejects with TransferError for an unknown table. */
  static async open(path: string, tables: readonly TransferTable[]): Promise<ExportSession> {
    const client = createClient({
      url: fileUrl(path),
      concurrency: 1,
      timeout: 5000,
      intMode: "bigint",
    });
    try {
      const transaction = await client.transaction("deferred");
      const version = (await transaction.execute("pragma user_version")).rows[0]?.[0];
      const sources: Source[] = [];
      for (const table of tables) sources.push(await sourceOf(transaction, table));
      return new ExportSession(client, transaction, Number(version), sources);
    } catch (error) {
      client.close();
      throw error;
    }
  }

  /** The tables and columns of the export. */
  content(database: DatabaseName): TransferReply {
    const tables = this.#sources.map(({ name, columns, rows, sequence }) => ({
      name,
      columns,
      rows,
      sequence,
    }));
    return { step: "export", database, schema: this.#schema, tables };
  }

  /** The next rows; none = the end. */
  async page(): Promise<TransferReply> {
    for (; this.#table < this.#sources.length; this.#table++) {
      const source = this.#sources[this.#table];
      const rows = await this.#rowsAfter(source);
      if (rows.length > 0) {
        this.#after = keyOf(source, rows[rows.length - 1]);
        const values = rows.map((row) => source.columns.map(({ name }) => row[name]));
        return { step: "page", table: this.#table, rows: values };
      }
      this.#after = undefined;
    }
    return { step: "page", table: 0, rows: [] };
  }

  /** Ends the transaction. */
  close(): void {
    this.#transaction.close();
    this.#client.close();
  }

  async #rowsAfter({ name, columns, key, local }: Source): Promise<Row[]> {
    const after = this.#after;
    const conditions = [
      ...(local === "" ? [] : [`not (${local})`]),
      ...(after === undefined ? [] : [`(${key.join()}) > (${key.map(() => "?").join()})`]),
    ];
    const where = conditions.length === 0 ? "" : `where ${conditions.join(" and ")}`;
    const chosen = [...columns.map((column) => quoted(column.name)), ...keyColumns(key)];
    const sql = `select ${chosen.join()} from ${quoted(name)} ${where} ` +
      `order by ${key.join()} limit ${PAGE}`;
    return await this.#reads.all(sql, after ?? []);
  }
}

async function sourceOf(transaction: Transaction, table: TransferTable): Promise<Source> {
  const { name, local } = table;
  const info = await tableInfo(transaction, name);
  if (info === undefined) throw new TransferError(`The database has no table ${name}`);
  const where = local === "" ? "" : `where not (${local})`;
  const counted = await transaction.execute(`select count(*) from ${quoted(name)} ${where}`);
  return {
    ...info,
    name,
    local,
    rows: Number(counted.rows[0]?.[0]),
    sequence: await sequenceOf(transaction, name),
  };
}

/** Columns and order of a table; undefined = unknown. */
export async function tableInfo(
  client: Pick<Client, "execute">,
  table: string,
): Promise<{ columns: readonly TransferColumn[]; key: readonly string[] } | undefined> {
  const list = await client.execute({
    sql: "select wr from pragma_table_list where schema = 'main' and type = 'table' and name = ?",
    args: [table],
  });
  if (list.rows.length === 0) return undefined;
  const hasRowNumber = Number(list.rows[0][0]) === 0;
  const info = await client.execute({
    sql: "select name, type, pk from pragma_table_info(?) order by cid",
    args: [table],
  });
  const columns = info.rows.map((row) => ({
    name: String(row[0]),
    type: String(row[1]).toLowerCase(),
  }));
  const key = info.rows.filter((row) => Number(row[2]) > 0)
    .sort((a, b) => Number(a[2]) - Number(b[2])).map((row) => quoted(String(row[0])));
  return { columns, key: hasRowNumber ? ["rowid"] : key };
}

async function sequenceOf(transaction: Transaction, table: string): Promise<number> {
  const found = await transaction.execute({
    sql: "select seq from sqlite_sequence where name = ?",
    args: [table],
  });
  return Number(found.rows[0]?.[0] ?? 0);
}

const ROW_NUMBER = "_row_number";

function keyColumns(key: readonly string[]): readonly string[] {
  return key[0] === "rowid" ? [`rowid as ${ROW_NUMBER}`] : [];
}

function keyOf({ key }: Source, row: Row): readonly SqlValue[] {
  if (key[0] === "rowid") return [row[ROW_NUMBER]];
  return key.map((column) => row[column.slice(1, -1)]);
}

/** A name in SQL quotes. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
