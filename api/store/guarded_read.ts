/**
 * Reads texts that may be damaged. The native client ends the whole process at a text that is not
 * UTF-8 (libsql 0.5.29). So a query returns its texts as bytes, which are decoded here with U+FFFD
 * for damaged parts.
 */
import type { Client, InArgs, ResultSet } from "@libsql/client/sqlite3";
import type { Row, SqlValue } from "./database.ts";

/** Maximum number of queries whose columns are cached; beyond it the cache is cleared. */
const REMEMBERED = 500;
/** First byte of a value that was a text; a value that was bytes begins with another. */
const TEXT = 0x74;

const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/** Runs the queries of one open file. */
export class GuardedReader {
  readonly #client: Pick<Client, "execute">;
  readonly #guarded = new Map<string, string>();

  constructor(client: Pick<Client, "execute">) {
    this.#client = client;
  }

  /**
   * Runs a statement and returns its rows; a query (`select`, `with`) may contain damaged texts.
   */
  async all(sql: string, args: readonly SqlValue[]): Promise<Row[]> {
    const guarded = /^\s*(select|with)\b/i.test(sql);
    const query = guarded ? await this.#guard(sql, args) : sql;
    const result = await this.#client.execute({ sql: query, args: args as InArgs });
    return rowsOf(result, guarded ? textOrBytes : (bytes) => bytes);
  }

  async #guard(sql: string, args: readonly SqlValue[]): Promise<string> {
    const known = this.#guarded.get(sql);
    if (known !== undefined) return known;
    const { columns } = await this.#client.execute({
      sql: `select * from (${sql}) limit 0`,
      args: args as InArgs,
    });
    if (this.#guarded.size >= REMEMBERED) this.#guarded.clear();
    const guarded = `select ${columns.map(asBytes).join()} from (${sql})`;
    this.#guarded.set(sql, guarded);
    return guarded;
  }
}

function asBytes(column: string): string {
  const name = `"${column.replaceAll('"', '""')}"`;
  return `case typeof(${name}) when 'text' then cast('t' || ${name} as blob) ` +
    `when 'blob' then cast('b' || ${name} as blob) else ${name} end as ${name}`;
}

type Read = (bytes: Uint8Array) => SqlValue;

function rowsOf({ columns, rows }: ResultSet, read: Read): Row[] {
  return rows.map((row) => {
    const out: Row = {};
    for (const column of columns) out[column] = plain(row[column] as SqlValue | ArrayBuffer, read);
    return out;
  });
}

function plain(value: SqlValue | ArrayBuffer, read: Read): SqlValue {
  if (typeof value === "bigint") {
    return value >= Number.MIN_SAFE_INTEGER && value <= Number.MAX_SAFE_INTEGER
      ? Number(value)
      : value;
  }
  return value instanceof ArrayBuffer ? read(new Uint8Array(value)) : value;
}

function textOrBytes(bytes: Uint8Array): SqlValue {
  return bytes[0] === TEXT ? decoder.decode(bytes.subarray(1)) : bytes.slice(1);
}
