/** Opens a database in its own or a shared thread, with a bounded queue for each. */
import {
  type Database,
  DatabaseUnavailableError,
  type Row,
  type SqlValue,
  type Statement,
} from "./database.ts";
import type { OnStoreEvent, StoreOptions, StoreReply, StoreRequest } from "./protocol.ts";
import { TransferError } from "./transfer/refused.ts";
import type { TransferReply, TransferRequest } from "./transfer/messages.ts";
import { StoreThread } from "./store_thread.ts";

/** Options of openDatabase(). */
export interface OpenOptions extends StoreOptions {
  /**
   * The module of the thread (api/store/thread.ts), as packaged; or a thread that other files use
   * too.
   */
  readonly workerUrl: string | URL | StoreThread;
  /** Called when a file was set aside, restored or migrated, or is unusable. */
  readonly tell?: OnStoreEvent;
  /** Maximum number of pending requests; further ones reject with DatabaseUnavailableError. */
  readonly maxPending?: number;
}

/** A database in its thread, which can also be copied while it is in use. */
export interface StoredDatabase extends Database {
  readonly name: StoreOptions["name"];
  /** Writes a verified copy to a file (`VACUUM INTO`), completely or not at all. */
  copy(to: string): Promise<void>;
  /**
   * Calls a function when another file replaced a broken one, or an import replaced rows: data
   * cached in memory is then outdated.
   */
  whenReplaced(then: () => void): void;
}

/** A database whose tables can be exported and imported (api/store/transfer/). */
export interface TransferDatabase extends StoredDatabase {
  /** Runs one step of an export or import; rejects with TransferError too. */
  transfer(request: TransferRequest): Promise<TransferReply>;
}

interface Waiting {
  readonly resolve: (reply: StoreReply) => void;
  readonly reject: (error: Error) => void;
}

// A distributive type, so that each kind keeps its own fields.
type AskOf<R> = R extends StoreRequest ? Omit<R, "name" | "id"> : never;

/**
 * Opens a database. An unusable file still gives a Database, whose calls reject until the file is
 * usable.
 */
export async function openDatabase(options: OpenOptions): Promise<TransferDatabase> {
  const database = new ThreadDatabase(options);
  await database.ready();
  return database;
}

/** A read that waits for its rows. */
interface WaitingRead {
  readonly rows: Promise<Row[]>;
  /** Whether several callers wait for these rows, so that each needs copies of them. */
  isShared: boolean;
}

class ThreadDatabase implements TransferDatabase {
  readonly name: StoreOptions["name"];
  readonly #options: OpenOptions;
  readonly #maxPending: number;
  readonly #thread: StoreThread;
  readonly #waiting = new Map<number, Waiting>();
  /** The reads that wait, by statement and arguments, since the last change was requested. */
  readonly #reads = new Map<string, WaitingRead>();
  readonly #replaced: (() => void)[] = [];
  #nextId = 1;
  #closed = false;

  constructor(options: OpenOptions) {
    const { name, path, copies, restored, migrationCopies, isReturned, workerUrl } = options;
    this.name = name;
    this.#options = options;
    this.#maxPending = options.maxPending ?? 10_000;
    this.#thread = workerUrl instanceof StoreThread ? workerUrl : new StoreThread(workerUrl);
    this.#thread.hold({
      options: {
        name,
        path,
        ...(copies === undefined ? {} : { copies }),
        ...(restored === undefined ? {} : { restored }),
        ...(migrationCopies === undefined ? {} : { migrationCopies }),
        ...(isReturned === undefined ? {} : { isReturned }),
      },
      take: (reply) => this.#take(reply),
      lost: (why) => this.#lose(why),
    });
  }

  /** Resolves when the file was opened or found unusable. */
  async ready(): Promise<void> {
    await this.#ask({ kind: "all", sql: "select 1", args: [] }).catch((error) => {
      if (!(error instanceof DatabaseUnavailableError)) throw error;
    });
  }

  /**
   * Runs a query. A page reads the same rows for several of its parts: reads that equal a waiting
   * one share it and get copies of its rows, unless a change was requested in between.
   */
  async all(sql: string, args: readonly SqlValue[] = []): Promise<Row[]> {
    const key = readKey(sql, args);
    if (key === undefined) return await this.#rows(sql, args);
    const waiting = this.#reads.get(key);
    if (waiting !== undefined) {
      waiting.isShared = true;
      return copiesOf(await waiting.rows);
    }
    const read: WaitingRead = { rows: this.#rows(sql, args), isShared: false };
    this.#reads.set(key, read);
    try {
      const rows = await read.rows;
      return read.isShared ? copiesOf(rows) : rows;
    } finally {
      if (this.#reads.get(key) === read) this.#reads.delete(key);
    }
  }

  async #rows(sql: string, args: readonly SqlValue[]): Promise<Row[]> {
    const reply = await this.#ask({ kind: "all", sql, args });
    return reply.kind === "rows" ? reply.rows : [];
  }

  async run(
    sql: string,
    args: readonly SqlValue[] = [],
  ): Promise<{ changes: number; lastId: number }> {
    const reply = await this.#ask({ kind: "run", sql, args });
    return reply.kind === "changed"
      ? { changes: reply.changes, lastId: reply.lastId }
      : { changes: 0, lastId: 0 };
  }

  async batch(statements: readonly Statement[]): Promise<void> {
    await this.#ask({ kind: "batch", statements });
  }

  async copy(to: string): Promise<void> {
    await this.#ask({ kind: "copy", to });
  }

  async transfer(request: TransferRequest): Promise<TransferReply> {
    const reply = await this.#ask({ kind: "transfer", request });
    if (request.step === "commit") { for (const then of this.#replaced) then(); }
    return reply.kind === "transferred" ? reply.reply : { step: "done" };
  }

  whenReplaced(then: () => void): void {
    this.#replaced.push(then);
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    try {
      await this.#ask({ kind: "close" });
    } finally {
      this.#closed = true;
      this.#thread.release(this.name);
    }
  }

  #ask(request: AskOf<StoreRequest>): Promise<StoreReply> {
    if (request.kind !== "all" || !isRead(request.sql)) this.#reads.clear();
    if (this.#closed) {
      return Promise.reject(new DatabaseUnavailableError(`The database ${this.name} is closed`));
    }
    if (this.#waiting.size >= this.#maxPending) {
      return Promise.reject(
        new DatabaseUnavailableError(
          `The database ${this.name} is too busy, requests waiting: ${this.#waiting.size}`,
        ),
      );
    }
    const id = this.#nextId++;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#thread.post({ ...request, name: this.name, id });
    });
  }

  #take(reply: StoreReply): void {
    if (reply.kind === "log") {
      this.#options.tell?.(reply.level, reply.text, reply.trouble);
      if (reply.trouble === "broken") { for (const then of this.#replaced) then(); }
      return;
    }
    const waiting = this.#waiting.get(reply.id);
    this.#waiting.delete(reply.id);
    if (reply.kind !== "failed") waiting?.resolve(reply);
    else waiting?.reject(errorOf(reply));
  }

  /** Rejects pending requests after the thread died; the next request starts another thread. */
  #lose(why: string): void {
    this.#options.tell?.(
      "error",
      `The thread of the database ${this.name} stopped: ${why}`,
      "unavailable",
    );
    const lost = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const { reject } of lost) {
      reject(new DatabaseUnavailableError(`The database ${this.name} stopped: ${why}`));
    }
  }
}

function copiesOf(rows: readonly Row[]): Row[] {
  return rows.map((row) => ({ ...row }));
}

/** Whether a statement only reads; one that begins with `with` is run as a query (guarded_read.ts). */
function isRead(sql: string): boolean {
  return /^\s*(select|with)\b/i.test(sql);
}

/** Identifies a read; undefined = it is not shared. */
function readKey(sql: string, args: readonly SqlValue[]): string | undefined {
  const isPlain = args.every((arg) => typeof arg === "string" || typeof arg === "number");
  return isPlain && isRead(sql) ? JSON.stringify([sql, ...args]) : undefined;
}

function errorOf({ message, unavailable, refused }: StoreReply & { kind: "failed" }): Error {
  if (refused !== undefined) return new TransferError(message, refused);
  return unavailable ? new DatabaseUnavailableError(message) : new Error(message);
}
