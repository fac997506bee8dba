/**
 * An import in the store thread. Rows are written to a staging database, which is created by the
 * migrations up to the schema of the export and then migrated further. Only a complete and valid
 * import is moved into the real database, in one transaction.
 */
import { type Client, createClient, type InArgs, type Transaction } from "@libsql/client/sqlite3";
import { fileUrl, removeDatabase } from "../broken.ts";
import type { SqlValue } from "../database.ts";
import type { Migration } from "../migrations.ts";
import type { DatabaseName } from "../protocol.ts";
import { quoted, tableInfo } from "./export_session.ts";
import type {
  ImportedTable,
  TransferColumn,
  TransferPurpose,
  TransferReply,
  TransferTable,
} from "./messages.ts";
import { type TransferCulprit, TransferError } from "./refused.ts";

/** The parameters of an import. */
export interface ImportStart {
  readonly name: DatabaseName;
  /** The real database file. */
  readonly path: string;
  /** Migrations of this database. */
  readonly migrations: readonly Migration[];
  readonly schema: number;
  readonly tables: readonly ImportedTable[];
  /** The tables that this program imports. */
  readonly known: readonly TransferTable[];
}

/** Maximum values of one statement, below the limit of SQLite (32,766). */
const MOST_VALUES = 20_000;

/** Failures of this box, which say nothing about the rows. */
const SHORTAGES: readonly (readonly [code: RegExp, culprit: TransferCulprit, sentence: string])[] =
  [
    [/^SQLITE_FULL/, "full", "The disk of the box is full"],
    [/^SQLITE_(IOERR|CANTOPEN|READONLY)/, "unwritable", "The disk of the box cannot be written"],
    [/^SQLITE_NOMEM/, "memory", "The box has too little memory for this"],
    [/^SQLITE_(BUSY|LOCKED)/, "busy", "The database is busy: try again later"],
  ];

/** Removes the staging database that a killed import left. */
export function removeStage(path: string): void {
  removeDatabase(stageOf(path));
}

/** Creates an empty staging database. Throws TransferError when the disk takes none. */
function createStage(path: string): void {
  try {
    removeStage(path);
    // The file has the same content as the real database, so only the owner may read it.
    Deno.openSync(stageOf(path), { write: true, createNew: true, mode: 0o600 }).close();
  } catch (error) {
    const { message } = error as Error;
    const culprit = /os error 28\b/.test(message) ? "full" : "unwritable";
    throw new TransferError(`The staging file of the import cannot be made: ${message}`, culprit);
  }
}

function stageOf(path: string): string {
  return `${path}.import`;
}

/** An import in progress. */
export class ImportSession {
  readonly #start: ImportStart;
  readonly #stage: Client;
  #columns: readonly (readonly TransferColumn[])[] = [];

  private constructor(start: ImportStart, stage: Client) {
    this.#start = start;
    this.#stage = stage;
  }

  /**
   * Creates the staging database. Rejects with TransferError when the tables do not match the
   * schema.
   */
  static async open(start: ImportStart): Promise<ImportSession> {
    const newest = start.migrations.at(-1)?.id ?? 0;
    if (start.schema > newest) {
      throw new TransferError(
        `The export is of a newer program (schema ${start.schema}, known here ${newest}): update this box first`,
      );
    }
    if (!start.migrations.some(({ id }) => id === start.schema)) {
      throw new TransferError(`The export has a schema that never was: ${start.schema}`);
    }
    createStage(start.path);
    const session = new ImportSession(start, connect(stageOf(start.path)));
    try {
      await session.#prepare();
      return session;
    } catch (error) {
      session.close();
      throw error;
    }
  }

  /** The columns of each table at the schema of the export. */
  columns(): TransferReply {
    return { step: "import", database: this.#start.name, columns: this.#columns };
  }

  /** Adds rows to a table, given by its index. Rejects with TransferError. */
  async rows(table: number, rows: readonly SqlValue[][]): Promise<void> {
    const { name, columns } = this.#start.tables[table];
    const into = `insert into ${quoted(name)} (${columns.map(quoted).join()}) values `;
    const one = `(${columns.map(() => "?").join()})`;
    const most = Math.max(1, Math.floor(MOST_VALUES / columns.length));
    const statements: { sql: string; args: InArgs }[] = [];
    for (let at = 0; at < rows.length; at += most) {
      const some = rows.slice(at, at + most);
      statements.push({ sql: into + some.map(() => one).join(), args: some.flat() as InArgs });
    }
    try {
      await this.#stage.batch(statements, "write");
    } catch (error) {
      throw refusedBy(error, `A row of ${name} cannot be taken`);
    }
  }

  /** Migrates the rows and checks them; the real database stays as it is. */
  async check(): Promise<void> {
    await this.#bringUpToDate();
    await this.#check();
  }

  /** Migrates the rows and moves them into the real database in one transaction. */
  async commit(purpose: TransferPurpose, restored: readonly string[]): Promise<void> {
    await this.check();
    const real = connect(this.#start.path);
    try {
      await real.execute("pragma synchronous=full");
      // A secondary keeps its own rows that refer to replaced rows.
      await real.execute(`pragma foreign_keys=${purpose === "backup" ? "on" : "off"}`);
      await real.execute({ sql: "attach ? as staged", args: [stageOf(this.#start.path)] });
      const transaction = await real.transaction("write");
      try {
        await this.#replace(transaction, purpose, restored);
        await transaction.commit();
      } catch (error) {
        if (!/constraint failed/i.test(String(error))) throw error;
        throw refusedBy(error, "The rows do not fit those of this box");
      } finally {
        transaction.close();
      }
    } finally {
      real.close();
    }
  }

  /** Ends the import and removes the staging database. */
  close(): void {
    this.#stage.close();
    removeStage(this.#start.path);
  }

  async #prepare(): Promise<void> {
    const { migrations, schema, tables, known } = this.#start;
    await this.#stage.execute("pragma journal_mode=memory");
    await this.#stage.execute("pragma synchronous=off");
    await this.#stage.execute("pragma foreign_keys=off");
    await this.#migrate(migrations.filter(({ id }) => id <= schema));
    const columns: (readonly TransferColumn[])[] = [];
    for (const table of tables) {
      if (!known.some(({ name }) => name === table.name)) {
        throw new TransferError(`The export has a table that is never imported: ${table.name}`);
      }
      columns.push(await this.#columnsOf(table));
      // A migration may have inserted rows.
      await this.#stage.execute(`delete from ${quoted(table.name)}`);
    }
    await this.#checkComplete();
    this.#columns = columns;
  }

  async #columnsOf({ name, columns }: ImportedTable): Promise<readonly TransferColumn[]> {
    const info = await tableInfo(this.#stage, name);
    if (info === undefined) {
      throw new TransferError(`The export has a table that its schema does not know: ${name}`);
    }
    const found = columns.map((column) => info.columns.find((each) => each.name === column));
    const unknown = columns.find((_, at) => found[at] === undefined);
    if (unknown !== undefined) {
      throw new TransferError(`The export has a column that is not there: ${name}.${unknown}`);
    }
    const missing = info.columns.find((each) => !columns.includes(each.name));
    if (missing !== undefined) {
      throw new TransferError(`The export lacks a column: ${name}.${missing.name}`);
    }
    return found as TransferColumn[];
  }

  /**
   * Checks that an export of the current schema has every table; an older one may lack newer
   * tables.
   */
  async #checkComplete(): Promise<void> {
    const { migrations, schema, tables, known } = this.#start;
    if (schema !== migrations.at(-1)?.id) return;
    for (const { name } of known) {
      const isThere = await tableInfo(this.#stage, name) !== undefined;
      if (isThere && !tables.some((table) => table.name === name)) {
        throw new TransferError(`The export lacks a table: ${name}`);
      }
    }
  }

  async #migrate(migrations: readonly Migration[]): Promise<void> {
    for (const { sql, id } of migrations) {
      await this.#stage.executeMultiple(`${sql};pragma user_version=${id};`);
    }
  }

  async #bringUpToDate(): Promise<void> {
    const { migrations, schema, tables } = this.#start;
    for (const { name, sequence } of tables) {
      if (sequence === 0) continue;
      await this.#stage.execute({
        sql: "update sqlite_sequence set seq = max(seq, ?) where name = ?",
        args: [sequence, name],
      });
      await this.#stage.execute({
        sql: "insert into sqlite_sequence (name, seq) select ?1, ?2 where not exists " +
          "(select 1 from sqlite_sequence where name = ?1)",
        args: [name, sequence],
      });
    }
    try {
      await this.#migrate(migrations.filter(({ id }) => id > schema));
    } catch (error) {
      throw refusedBy(error, `The export of schema ${schema} cannot be brought up to date`);
    }
  }

  /**
   * Checks that references between the imported tables are valid, and that no row belongs to one
   * box only.
   */
  async #check(): Promise<void> {
    const fault = String((await this.#stage.execute("pragma quick_check(1)")).rows[0]?.[0]);
    if (fault !== "ok") throw new TransferError(`The staged rows are damaged: ${fault}`);
    const broken = (await this.#stage.execute("pragma foreign_key_check")).rows[0];
    if (broken !== undefined) {
      throw new TransferError(
        `A row of ${broken[0]} refers to a row of ${broken[2]} that is not there`,
      );
    }
    for (const { name, local } of this.#start.known) {
      if (local === "") continue;
      const found = await this.#stage.execute(
        `select 1 from ${quoted(name)} where ${local} limit 1`,
      );
      if (found.rows.length > 0) {
        throw new TransferError(`The export has a row of ${name} that belongs to one box alone`);
      }
    }
  }

  async #replace(
    real: Transaction,
    purpose: TransferPurpose,
    restored: readonly string[],
  ): Promise<void> {
    const { known } = this.#start;
    await real.execute("pragma defer_foreign_keys=on");
    // Referring tables are emptied first, so that no reference is cleared row by row.
    for (const { name, local } of known.toReversed()) {
      await real.execute(
        `delete from main.${quoted(name)} ${local === "" ? "" : `where not (${local})`}`,
      );
    }
    for (const { name } of known) {
      const info = await tableInfo(real, name);
      const columns = info!.columns.map((column) => quoted(column.name)).join();
      await real.execute(
        `insert into main.${quoted(name)} (${columns}) select ${columns} from staged.${
          quoted(name)
        }`,
      );
    }
    await keepSequences(real);
    if (purpose === "secondary") await removeOrphans(real, new Set(known.map(({ name }) => name)));
    for (const sql of restored) await real.execute(sql);
    const broken = (await real.execute("pragma main.foreign_key_check")).rows[0];
    if (broken !== undefined) {
      throw new TransferError(`The import would leave a row of ${broken[0]} without its owner`);
    }
  }
}

/** Ensures that used ids are never assigned again, whatever the import contains. */
async function keepSequences(real: Transaction): Promise<void> {
  await real.execute(
    "update main.sqlite_sequence set seq = max(seq, coalesce((select seq from staged.sqlite_sequence as other " +
      "where other.name = main.sqlite_sequence.name), 0))",
  );
  await real.execute(
    "insert into main.sqlite_sequence (name, seq) select name, seq from staged.sqlite_sequence " +
      "where name not in (select name from main.sqlite_sequence)",
  );
}

/** Removes rows of this box whose owner no longer exists, such as sessions of a deleted account. */
async function removeOrphans(real: Transaction, imported: ReadonlySet<string>): Promise<void> {
  const found = await real.execute('select distinct "table" from pragma_foreign_key_check');
  const tables = found.rows.map((row) => String(row[0])).filter((name) => !imported.has(name));
  for (const table of tables) {
    const references = await real.execute({
      sql: 'select "from", "table", "to", on_delete from pragma_foreign_key_list(?)',
      args: [table],
    });
    for (const row of references.rows) {
      const [from, owner, to] = [row[0], row[1], row[2]].map((name) => quoted(String(name)));
      const isGone = `${from} not in (select ${to} from main.${owner})`;
      const sql = String(row[3]) === "SET NULL"
        ? `update main.${quoted(table)} set ${from} = null where ${isGone}`
        : `delete from main.${quoted(table)} where ${isGone}`;
      await real.execute(sql);
    }
  }
}

function connect(path: string): Client {
  return createClient({ url: fileUrl(path), concurrency: 1, timeout: 5000, intMode: "bigint" });
}

/**
 * The refusal after a failed statement. It has no SQLite code, because a damaged staging file must
 * not cause the real one to be set aside.
 */
function refusedBy(error: unknown, what: string): TransferError {
  const message = error instanceof Error ? error.message : String(error);
  const shortage = SHORTAGES.find(([code]) => code.test(message));
  if (shortage !== undefined) {
    const [, culprit, sentence] = shortage;
    return new TransferError(sentence, culprit);
  }
  return new TransferError(`${what}: ${message.replace(/^SQLITE_\w+: /, "")}`);
}
