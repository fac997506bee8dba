/**
 * Exports the tables of one moment as a stream of lines in bounded memory (docs/decisions/0062).
 */
import { createHash } from "node:crypto";
import type { SealedField } from "../../system/seal.ts";
import type { SqlValue } from "../database.ts";
import type { TransferDatabase } from "../open.ts";
import type { Table } from "../table.ts";
import { FORMAT, FORMAT_VERSION, type OpenedSecret, rowLine } from "./format.ts";
import type { TableContent, TransferPurpose } from "./messages.ts";
import { type TransferSelection, transferTables } from "./selection.ts";

/** The tables to export, and the function that opens sealed secrets. */
export interface ExportSelection extends TransferSelection {
  /**
   * Opens a sealed secret, so that another box can seal it. Undefined = it cannot be opened and
   * must be set again after the import.
   */
  readonly open: (sealed: string, field: SealedField) => Uint8Array | undefined;
}

/** Characters after which lines are passed on. */
const CHUNK = 64 << 10;

/**
 * The lines of every table that the purpose includes. The stream contains secrets in clear text, so
 * the caller must encrypt it. Rejects with TransferError or DatabaseUnavailableError; one export
 * runs at a time.
 */
export async function* exportTables(
  database: TransferDatabase,
  { purpose, tables, open }: ExportSelection,
): AsyncGenerator<Uint8Array, void, void> {
  const chosen = transferTables({ purpose, tables }, database.name);
  const declared = new Map(tables.map((table) => [table.name, table]));
  const begun = await database.transfer({ step: "export", tables: chosen });
  if (begun.step !== "export") return;
  const digest = createHash("sha256");
  const buffer = new LineBuffer((bytes) => digest.update(bytes));
  let rows = 0;
  try {
    buffer.add(headerLine(purpose, begun));
    for (;;) {
      const page = await database.transfer({ step: "page" });
      if (page.step !== "page" || page.rows.length === 0) break;
      const { name, columns } = begun.tables[page.table];
      const opened = secretsOf(declared.get(name)!, columns.map((column) => column.name), open);
      for (const row of page.rows) buffer.add(rowLine(page.table, opened(row)));
      rows += page.rows.length;
      if (buffer.length >= CHUNK) yield buffer.take();
    }
    yield buffer.take();
    const trailer = { end: true, rows, sha256: digest.digest("hex") };
    yield new TextEncoder().encode(JSON.stringify(trailer) + "\n");
  } finally {
    await database.transfer({ step: "end", of: "export" });
  }
}

function headerLine(
  purpose: TransferPurpose,
  { database, schema, tables }: {
    readonly database: string;
    readonly schema: number;
    readonly tables: readonly TableContent[];
  },
): string {
  return JSON.stringify({
    format: FORMAT,
    version: FORMAT_VERSION,
    database,
    purpose,
    schema,
    tables: tables.map(({ name, columns, rows, sequence }) => ({
      name,
      columns: columns.map((column) => column.name),
      rows,
      sequence,
    })),
  });
}

type Opened = (row: readonly SqlValue[]) => readonly (SqlValue | OpenedSecret)[];

/** Opens the sealed column of the rows of a table. */
function secretsOf(
  table: Table,
  columns: readonly string[],
  open: ExportSelection["open"],
): Opened {
  const { sealed } = table;
  if (sealed === undefined) return (row) => row;
  const [secret, key] = [columns.indexOf(sealed.column), columns.indexOf(sealed.row)];
  return (row) =>
    row.map((value, at) => {
      if (at !== secret || value === "") return value;
      const field = { table: table.name, row: row[key] as string | number, field: sealed.column };
      return { s: open(String(value), field)?.toBase64() ?? null };
    });
}

/** Collects lines until they are passed on. */
class LineBuffer {
  readonly #taken: (bytes: Uint8Array) => void;
  #lines: string[] = [];
  /** Number of collected characters. */
  length = 0;

  constructor(taken: (bytes: Uint8Array) => void) {
    this.#taken = taken;
  }

  add(line: string): void {
    this.#lines.push(line, "\n");
    this.length += line.length + 1;
  }

  take(): Uint8Array {
    const bytes = new TextEncoder().encode(this.#lines.join(""));
    this.#lines = [];
    this.length = 0;
    this.#taken(bytes);
    return bytes;
  }
}
