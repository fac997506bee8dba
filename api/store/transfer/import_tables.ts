/**
 * Imports the stream of exportTables(). Nothing in it is trusted: every line is checked against the
 * declarations and the schema, and an incomplete stream changes nothing (docs/decisions/0062).
 */
import { createHash } from "node:crypto";
import type { SealedField } from "../../system/seal.ts";
import type { SqlValue } from "../database.ts";
import type { TransferDatabase } from "../open.ts";
import type { Table } from "../table.ts";
import {
  bytesOf,
  columnValue,
  linesOf,
  onlyField,
  readHeader,
  readRow,
  readTrailer,
  TRANSFER_LIMITS,
  type TransferHeader,
  type TransferLimits,
} from "./format.ts";
import type { TransferColumn } from "./messages.ts";
import { TransferError } from "./refused.ts";
import { restoredStatements, type TransferSelection, transferTables } from "./selection.ts";

/** The tables to import, and the function that seals secrets for this box. */
export interface ImportSelection extends TransferSelection {
  readonly seal: (secret: Uint8Array, field: SealedField) => string;
  /** Default: TRANSFER_LIMITS. */
  readonly limits?: TransferLimits;
  /** Whether the rows are only staged and checked, and the database stays as it is. */
  readonly checkOnly?: boolean;
  /** Changes each text before it is stored, such as to replace control characters. */
  readonly clean?: (text: string) => string;
}

/** The result of an import. */
export interface ImportReport {
  /** The schema of the export; an older one was migrated. */
  readonly schema: number;
  readonly rows: number;
  /** Rows of each table of the export, by its name. */
  readonly tables: Readonly<Record<string, number>>;
}

/** Maximum rows, and bytes of lines, that are sent to the store thread at once. */
const BATCH_ROWS = 500;
const BATCH_BYTES = 1 << 20;

/**
 * Replaces the tables of a purpose with those of an export in one transaction. Rejects with
 * TransferError and a sentence when the export is unusable; one import runs at a time.
 */
export async function importTables(
  database: TransferDatabase,
  stream: AsyncIterable<Uint8Array>,
  selection: ImportSelection,
): Promise<ImportReport> {
  const { limits = TRANSFER_LIMITS } = selection;
  const lines = linesOf(stream, limits)[Symbol.asyncIterator]();
  try {
    const first = await lines.next();
    if (first.done) throw new TransferError("The export is empty");
    const header = readHeader(first.value.text);
    checkHeader(header, database, selection);
    return await importRows(database, header, first.value.bytes, lines, selection);
  } finally {
    await lines.return?.();
  }
}

function checkHeader(
  header: TransferHeader,
  database: TransferDatabase,
  { purpose, limits = TRANSFER_LIMITS }: ImportSelection,
): void {
  if (header.database !== database.name) {
    throw new TransferError(
      `The export is of the database ${header.database}, not of ${database.name}`,
    );
  }
  if (header.purpose !== purpose) {
    throw new TransferError(`The export was made for a ${header.purpose}, not for a ${purpose}`);
  }
  if (header.tables.reduce((sum, { rows }) => sum + rows, 0) > limits.rows) {
    throw new TransferError(`The export has more than ${limits.rows} rows`);
  }
}

type Line = { readonly text: string; readonly bytes: Uint8Array };

async function importRows(
  database: TransferDatabase,
  header: TransferHeader,
  head: Uint8Array,
  lines: AsyncIterator<Line>,
  selection: ImportSelection,
): Promise<ImportReport> {
  const { schema, tables } = header;
  const begun = await database.transfer({
    step: "import",
    schema,
    tables: tables.map(({ name, columns, sequence }) => ({ name, columns, sequence })),
    known: transferTables(selection, database.name),
  });
  try {
    const columns = begun.step === "import" ? begun.columns : [];
    const rows = new RowReader(header, columns, selection);
    const digest = createHash("sha256").update(head);
    let batch: SqlValue[][] = [];
    let bytes = 0;
    const send = async () => {
      if (batch.length > 0) {
        await database.transfer({ step: "rows", table: rows.table, rows: batch });
      }
      batch = [];
      bytes = 0;
    };

    for (let line = await lines.next();; line = await lines.next()) {
      if (line.done) throw new TransferError("The export ends before its end");
      const trailer = readTrailer(line.value.text);
      if (trailer !== undefined) {
        await send();
        rows.checkAll(trailer.rows);
        if (trailer.sha256 !== digest.digest("hex")) {
          throw new TransferError("The export is damaged: its digest does not fit");
        }
        break;
      }
      digest.update(line.value.bytes);
      const isOther = rows.isOfOtherTable(line.value.text);
      if (isOther || batch.length >= BATCH_ROWS || bytes >= BATCH_BYTES) await send();
      batch.push(rows.read(line.value.text));
      bytes += line.value.bytes.length;
    }
    if (!(await lines.next()).done) {
      throw new TransferError("Something follows the end of the export");
    }

    if (selection.checkOnly === true) await database.transfer({ step: "check" });
    else {
      const restored = restoredStatements(selection, database.name);
      await database.transfer({ step: "commit", purpose: selection.purpose, restored });
    }
    const counts = tables.map(({ name, rows: many }) => [name, many] as const);
    return { schema, rows: rows.count, tables: Object.fromEntries(counts) };
  } finally {
    await database.transfer({ step: "end", of: "import" });
  }
}

/** Reads rows in the order of the header and checks the types of their values. */
class RowReader {
  readonly #header: TransferHeader;
  readonly #columns: readonly (readonly TransferColumn[])[];
  readonly #declared: ReadonlyMap<string, Table>;
  readonly #seal: ImportSelection["seal"];
  readonly #clean: ImportSelection["clean"];
  /** The index in the header of the last row's table. */
  table = 0;
  /** Number of rows read in total, and of this table. */
  count = 0;
  #ofTable = 0;

  constructor(
    header: TransferHeader,
    columns: readonly (readonly TransferColumn[])[],
    { tables, seal, clean }: ImportSelection,
  ) {
    this.#header = header;
    this.#columns = columns;
    this.#declared = new Map(tables.map((table) => [table.name, table]));
    this.#seal = seal;
    this.#clean = clean;
  }

  /** Whether a line belongs to another table than the last row. */
  isOfOtherTable(line: string): boolean {
    return this.count > 0 && !line.startsWith(`[${this.table},`);
  }

  /** Reads a row. Throws TransferError. */
  read(line: string): SqlValue[] {
    // The header is line 1.
    const { table, values } = readRow(line, this.count + 2);
    while (this.table < table && this.table < this.#header.tables.length) this.#nextTable();
    if (table !== this.table || table >= this.#header.tables.length) {
      throw new TransferError(`Line ${this.count + 2} of the export is of the wrong table`);
    }
    const { name, rows } = this.#header.tables[table];
    if (++this.#ofTable > rows) {
      throw new TransferError(`The export has too many rows of ${name}`);
    }
    this.count++;
    return this.#valuesOf(name, this.#columns[table], values);
  }

  /** Checks that no row is missing. Throws TransferError. */
  checkAll(rows: number): void {
    while (this.table < this.#header.tables.length) this.#nextTable();
    if (rows !== this.count) {
      throw new TransferError(`The export has ${this.count} rows, and its end says ${rows}`);
    }
  }

  #nextTable(): void {
    const { name, rows } = this.#header.tables[this.table];
    if (this.#ofTable < rows) throw new TransferError(`The export has too few rows of ${name}`);
    this.table++;
    this.#ofTable = 0;
  }

  #valuesOf(
    name: string,
    columns: readonly TransferColumn[],
    values: readonly unknown[],
  ): SqlValue[] {
    if (values.length !== columns.length) {
      throw new TransferError(`A row of ${name} has ${values.length} values`);
    }
    const sealed = this.#declared.get(name)?.sealed;
    const keyAt = columns.findIndex((column) => column.name === sealed?.row);
    return columns.map((column, at) => {
      const value = column.name === sealed?.column
        ? this.#sealed(name, column.name, values[keyAt], values[at])
        : columnValue(column.type, values[at]);
      if (value === undefined) {
        throw new TransferError(
          `A value of ${name}.${column.name} is not of type ${column.type}`,
        );
      }
      return typeof value === "string" ? this.#clean?.(value) ?? value : value;
    });
  }

  /**
   * Seals a secret. One that could not be opened at the export becomes empty and must be set again.
   */
  #sealed(table: string, field: string, row: unknown, value: unknown): string | undefined {
    if (value === "") return "";
    if (onlyField(value, "s") === null) return "";
    const secret = bytesOf(value, "s");
    const isKey = typeof row === "string" || typeof row === "number";
    if (secret === undefined || !isKey) return undefined;
    return this.#seal(secret, { table, row, field });
  }
}
