/**
 * A database file in its thread: opens and migrates it, runs one statement at a time, and repairs
 * it when it is damaged.
 */
import { type Client, createClient, type InArgs, LibsqlError } from "@libsql/client/sqlite3";
import { DatabaseUnavailableError, type Row, type SqlValue, type Statement } from "./database.ts";
import {
  emptyFault,
  fileInfo,
  fileUrl,
  folderOf,
  headerFault,
  ifThere,
  integrityFault,
  putInPlace,
  removeDatabase,
  restoreNewestCopy,
  setDatabaseAside,
} from "./broken.ts";
import { GuardedReader } from "./guarded_read.ts";
import { isCopied, keepOneCopy, noteMissingCopy, takeCopyBack } from "./migration_copies.ts";
import { migrationCopy } from "./migration_files.ts";
import type { Migration } from "./migrations.ts";
import type { OnStoreEvent, StoreOptions } from "./protocol.ts";
import { TransferSessions } from "./transfer/sessions.ts";
import type { TransferReply, TransferRequest } from "./transfer/messages.ts";
import { removeStage } from "./transfer/import_session.ts";
import { textFault } from "./text_fault.ts";
import { sentence } from "../../policy/model/sentence.ts";
import type { Runtime } from "../system/runtime.ts";

/** What the thread passes to a database file. */
export interface FileContext {
  readonly migrations: readonly Migration[];
  /** Monotonic milliseconds. */
  readonly now: Runtime["now"];
  readonly tell: OnStoreEvent;
}

const FIRST_RETRY = 500;
const LONGEST_RETRY = 30_000;
const TELL_AGAIN = 600_000;
/**
 * Bytes of a page of the journal and the statistics. Each write every few seconds changes a few
 * rows in many pages: small pages spare the card. Existing files keep theirs.
 */
const OBSERVATION_PAGE = 1024;
const DAMAGED = /^SQLITE_(CORRUPT|NOTADB)/;
const UNUSABLE = /^SQLITE_(IOERR|READONLY|CANTOPEN|PERM|AUTH|NOLFS)/;
const PASSING = /^SQLITE_(FULL|BUSY|LOCKED|NOMEM)/;
const HELD = /^SQLITE_(BUSY|LOCKED)/;

/** A database file. Calls must not overlap: the thread runs them one at a time. */
export class DatabaseFile {
  readonly #options: StoreOptions;
  readonly #context: FileContext;
  readonly #transfers: TransferSessions;
  #client: Client | undefined;
  /** The inode of the file that was connected last; undefined = none was. */
  #inode: number | undefined;
  #reads: GuardedReader | undefined;
  #fault = "";
  #retryAt = 0;
  #wait = FIRST_RETRY;
  #tellTroubleAt = -Infinity;

  constructor(options: StoreOptions, context: FileContext) {
    this.#options = options;
    this.#context = context;
    const { name, path } = options;
    const migrations = context.migrations.filter(({ database }) => database === name);
    this.#transfers = new TransferSessions({ name, path, migrations, now: context.now });
  }

  /**
   * Opens the file if it is closed. On failure it throws DatabaseUnavailableError and delays the
   * next attempt.
   */
  async open(): Promise<Client> {
    if (this.#client !== undefined) return this.#client;
    if (this.#fault !== "" && this.#context.now() < this.#retryAt) {
      throw new DatabaseUnavailableError(this.#fault);
    }
    try {
      this.#client = await this.#openOrReplace();
    } catch (error) {
      throw this.#putOff(error);
    }
    if (this.#fault !== "") {
      this.#context.tell("info", `The database ${this.#options.name} can be used again`);
    }
    this.#fault = "";
    this.#wait = FIRST_RETRY;
    return this.#client;
  }

  /** Runs a query and returns its rows. */
  async all(sql: string, args: readonly SqlValue[]): Promise<Row[]> {
    // The client runs one step of a statement without columns, which frees one page and leaves the
    // statement open.
    if (/^pragma incremental_vacuum/.test(sql)) {
      await this.#use((client) => client.executeMultiple(sql));
      return [];
    }
    return await this.#use((client) => (this.#reads ??= new GuardedReader(client)).all(sql, args));
  }

  /** Runs one change. */
  async run(sql: string, args: readonly SqlValue[]): Promise<{ changes: number; lastId: number }> {
    const result = await this.#use((client) => client.execute({ sql, args: args as InArgs }));
    return { changes: result.rowsAffected, lastId: Number(result.lastInsertRowid ?? 0) };
  }

  /** Runs several changes as one transaction. */
  async batch(statements: readonly Statement[]): Promise<void> {
    const all = statements.map(({ sql, args }) => ({ sql, args: (args ?? []) as InArgs }));
    await this.#use((client) => client.batch(all, "write"));
  }

  /** Runs one step of an export or import. */
  async transfer(request: TransferRequest): Promise<TransferReply> {
    return await this.#use(() => this.#transfers.answer(request));
  }

  /** Writes a verified copy of the whole database to a file, replacing the previous one. */
  async copy(to: string): Promise<void> {
    await this.#use((client) => this.#writeCopy(client, to));
  }

  async #writeCopy(client: Client, to: string): Promise<void> {
    Deno.mkdirSync(folderOf(to), { recursive: true });
    const part = `${to}.part`;
    removeDatabase(part);
    try {
      await client.execute({ sql: "vacuum into ?", args: [part] });
      const fault = await integrityFault(part);
      if (fault !== "") {
        throw new Error(`The copy of ${this.#options.name} is damaged and was not kept: ${fault}`);
      }
    } catch (error) {
      // On a full disk, what is left of a copy would take the room of the next one.
      removeDatabase(part);
      throw error;
    }
    for (const suffix of ["-wal", "-shm"]) ifThere(() => Deno.removeSync(part + suffix));
    putInPlace(part, to);
  }

  /** Writes the write-ahead log back into the file and closes it; a later call opens it again. */
  async shut(): Promise<void> {
    this.#transfers.close();
    await this.#client?.execute("pragma wal_checkpoint(truncate)").catch(() => {});
    this.#close();
  }

  #close(): void {
    this.#client?.close();
    this.#client = this.#reads = undefined;
  }

  async #use<T>(act: (client: Client) => Promise<T>): Promise<T> {
    const client = await this.open();
    try {
      return await act(client);
    } catch (error) {
      throw await this.#sortOut(error);
    }
  }

  /**
   * Handles a failed statement: replaces a damaged file, or closes it; returns the error for the
   * caller.
   */
  async #sortOut(error: unknown): Promise<Error> {
    const code = codeOf(error);
    const name = this.#options.name;
    if (DAMAGED.test(code)) {
      this.#close();
      try {
        await this.#replace(messageOf(error));
      } catch (failure) {
        return this.#putOff(failure);
      }
      return new DatabaseUnavailableError(
        `The database ${name} was damaged and has been replaced; try again`,
      );
    }
    if (UNUSABLE.test(code)) {
      this.#close();
      return this.#putOff(error);
    }
    // A statement that timed out stays in progress until it is garbage-collected, and blocks later
    // commits until then.
    if (HELD.test(code)) this.#close();
    if (PASSING.test(code)) {
      return this.#trouble(sentence`The database ${name} cannot be used now: ${reasonOf(error)}`);
    }
    return error instanceof Error ? error : new Error(String(error));
  }

  /** Reports a temporary fault, at most once in ten minutes; the next call tries again. */
  #trouble(text: string): DatabaseUnavailableError {
    if (this.#context.now() >= this.#tellTroubleAt) {
      this.#tellTroubleAt = this.#context.now() + TELL_AGAIN;
      this.#context.tell("error", text, "unavailable");
    }
    return new DatabaseUnavailableError(text);
  }

  #putOff(error: unknown): DatabaseUnavailableError {
    const fault = sentence`The database ${this.#options.name} cannot be used: ${reasonOf(error)}`;
    if (fault !== this.#fault) this.#context.tell("error", fault, "unavailable");
    this.#fault = fault;
    this.#retryAt = this.#context.now() + this.#wait;
    this.#wait = Math.min(this.#wait * 2, LONGEST_RETRY);
    return new DatabaseUnavailableError(fault);
  }

  async #openOrReplace(): Promise<Client> {
    const { name, path, copies } = this.#options;
    Deno.mkdirSync(folderOf(path), { recursive: true });
    removeStage(path);
    const fault = this.#headerFault() || emptyFault(path, copies, name);
    if (fault !== "") await this.#replace(fault);
    try {
      return await this.#connect();
    } catch (error) {
      if (error instanceof NewerSchemaError && this.#options.isReturned === true) {
        await this.#takeBack(error);
        return await this.#connect();
      }
      if (!DAMAGED.test(codeOf(error)) && !(error instanceof DamagedFileError)) throw error;
      await this.#replace(messageOf(error));
      return await this.#connect();
    }
  }

  /**
   * The fault of the header, read before the first connection only. A connection may outlive its
   * close while a statement is in progress. Closing another descriptor of its file would drop its
   * locks (fcntl(2)), and another program could then delete the write-ahead log.
   */
  #headerFault(): string {
    const { path } = this.#options;
    const isKnown = this.#inode !== undefined && fileInfo(path)?.ino === this.#inode;
    return isKnown ? "" : headerFault(path);
  }

  async #replace(fault: string): Promise<void> {
    const { name, path, copies, restored = [] } = this.#options;
    const aside = setDatabaseAside(path);
    const copy = copies === undefined
      ? undefined
      : await restoreNewestCopy(path, copies, name, restored);
    const then = copy === undefined
      ? "a new one was begun"
      : `the copy ${copy} was put in its place`;
    const text =
      `The database ${name} could not be read (${fault}): set aside as ${aside}, ${then}`;
    this.#context.tell("error", text, "broken");
  }

  async #connect(): Promise<Client> {
    const { name, path } = this.#options;
    const client = createClient({
      url: fileUrl(path),
      concurrency: 1,
      timeout: 5000,
      intMode: "bigint",
    });
    try {
      if (Deno.statSync(path).size === 0) {
        if (name !== "box") await client.execute(`pragma page_size=${OBSERVATION_PAGE}`);
        await client.execute("pragma auto_vacuum=incremental");
      }
      const mode = (await client.execute("pragma journal_mode=wal")).rows[0]?.[0];
      if (mode !== "wal") {
        throw new Error(`the write-ahead log cannot be used, journal mode: ${mode}`);
      }
      await client.execute(`pragma synchronous=${name === "box" ? "full" : "normal"}`);
      await client.execute("pragma foreign_keys=on");
      await client.execute("pragma journal_size_limit=16777216");
      if (name === "box") await check(client);
      await this.#migrate(client);
      this.#inode = fileInfo(path)?.ino ?? undefined;
      return client;
    } catch (error) {
      client.close();
      throw error;
    }
  }

  /** Applies what is new, after a copy was made. Throws a NewerSchemaError. */
  async #migrate(client: Client): Promise<void> {
    const { migrations, tell } = this.#context;
    const { name } = this.#options;
    const ours = migrations.filter((migration) => migration.database === name);
    const version = Number((await client.execute("pragma user_version")).rows[0]?.[0] ?? 0);
    const newest = ours.at(-1)?.id ?? 0;
    if (version > newest) throw new NewerSchemaError(version, newest);
    if (version === newest) return;
    if (version > 0) await this.#copyBeforeMigration(client, version);
    const pending = ours.filter(({ id }) => id > version);
    // All or none: after a fault between two of them, the file would have a schema that no version
    // has, and so would the next copy.
    const sql = pending.map((migration) => migration.sql).join(";\n");
    await client.executeMultiple(
      `begin immediate;\n${sql};\npragma user_version=${newest};\ncommit;`,
    );
    if (version === 0) return;
    for (const migration of pending) {
      tell("info", `The database ${name} was migrated: ${migration.name}`);
    }
  }

  async #copyBeforeMigration(client: Client, version: number): Promise<void> {
    const { name, path, migrationCopies: folder } = this.#options;
    if (folder === undefined) return;
    if (!isCopied(name, path)) return this.#noteMissingCopy(folder, version, "");
    const to = `${folder}/${migrationCopy(name, version)}`;
    try {
      await this.#writeCopy(client, to);
    } catch (error) {
      if (name === "box") throw error;
      const text = `The database ${name} is migrated without a copy: ${messageOf(error)}`;
      this.#context.tell("warn", text);
      return this.#noteMissingCopy(folder, version, reasonOf(error));
    }
    keepOneCopy(folder, name, version);
  }

  /** Notes what a return will lose. The migration continues if that cannot be written. */
  #noteMissingCopy(folder: string, version: number, fault: string): void {
    const { name } = this.#options;
    try {
      noteMissingCopy(folder, name, version, fault);
    } catch (error) {
      this.#context.tell("warn", `Not noted that ${name} has no copy: ${messageOf(error)}`);
    }
  }

  /** After a return to this version: the copy from before takes the place of the file. */
  async #takeBack({ schema, newest }: NewerSchemaError): Promise<void> {
    const { name, path, migrationCopies: folder = "" } = this.#options;
    const copy = await takeCopyBack({ name, path, folder }, schema, newest);
    const then = copy === "" ? "a new one was begun" : `the copy ${copy} was put in its place`;
    const text = `The database ${name} of the newer version was set aside, ${then}`;
    this.#context.tell("warn", text);
  }
}

/** A newer program changed the file. */
class NewerSchemaError extends Error {
  readonly schema: number;
  readonly newest: number;

  constructor(schema: number, newest: number) {
    super(
      `its schema ${schema} is newer than this program, which knows ${newest}: install the newer program`,
    );
    this.schema = schema;
    this.newest = newest;
  }
}

/** The file can be opened but its pages are inconsistent. */
class DamagedFileError extends Error {}

async function check(client: Client): Promise<void> {
  const said = (await client.execute("pragma quick_check(1)")).rows[0]?.[0];
  const fault = said === "ok" ? await textFault(client) : String(said);
  if (fault !== "") throw new DamagedFileError(fault);
}

function codeOf(error: unknown): string {
  if (!(error instanceof LibsqlError)) {
    return error instanceof Error && "code" in error ? String(error.code) : "";
  }
  return error.extendedCode ?? error.code;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function reasonOf(error: unknown): string {
  const code = codeOf(error);
  if (code.startsWith("SQLITE_FULL")) return "the disk is full; make room in the data folder";
  if (code.startsWith("SQLITE_READONLY") || error instanceof Deno.errors.PermissionDenied) {
    return `the file or its disk is read-only (${messageOf(error)})`;
  }
  if (HELD.test(code)) return "another program holds the file";
  return messageOf(error);
}
