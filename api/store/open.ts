/** Opens a database: starts its thread and puts one bounded queue in front of it (DESIGN 3, 7). */
import { type Database, DatabaseUnavailable, type Row, type SqlValue, type Statement } from "./database.ts";
import type { StoreOptions, StoreReply, StoreRequest, TellStore } from "./protocol.ts";

/** What opening a database needs beside the file. */
export interface OpenOptions extends StoreOptions {
  /** The module of the thread (api/store/thread.ts), as packaged. */
  readonly workerUrl: string | URL;
  /** Told when a file was set aside, restored, brought up to date or cannot be used. */
  readonly tell?: TellStore;
  /** Requests that may wait; more are refused with DatabaseUnavailable. */
  readonly maxPending?: number;
}

/** A database in its thread, which can also be copied while it is in use. */
export interface StoredDatabase extends Database {
  readonly name: StoreOptions["name"];
  /** Writes a checked copy to a file (`VACUUM INTO`), whole or not at all. */
  copy(to: string): Promise<void>;
}

interface Waiting {
  readonly resolve: (reply: StoreReply) => void;
  readonly reject: (error: Error) => void;
}

// Distributes over the kinds, so that each keeps its own fields.
type AskOf<R> = R extends { readonly id: number } ? Omit<R, "id"> : never;

/** Opens a database; a file that cannot be used now still gives a Database, whose calls are refused until it can. */
export async function openDatabase(options: OpenOptions): Promise<StoredDatabase> {
  const database = new ThreadDatabase(options);
  await database.ready();
  return database;
}

class ThreadDatabase implements StoredDatabase {
  readonly name: StoreOptions["name"];
  readonly #options: OpenOptions;
  readonly #maxPending: number;
  readonly #waiting = new Map<number, Waiting>();
  #worker: Worker | undefined;
  #nextId = 1;
  #closed = false;

  constructor(options: OpenOptions) {
    this.name = options.name;
    this.#options = options;
    this.#maxPending = options.maxPending ?? 10_000;
  }

  /** Resolves when the file was opened or found unusable. */
  async ready(): Promise<void> {
    await this.#ask({ kind: "all", sql: "select 1", args: [] }).catch((error) => {
      if (!(error instanceof DatabaseUnavailable)) throw error;
    });
  }

  async all(sql: string, args: readonly SqlValue[] = []): Promise<Row[]> {
    const reply = await this.#ask({ kind: "all", sql, args });
    return reply.kind === "rows" ? reply.rows : [];
  }

  async run(sql: string, args: readonly SqlValue[] = []): Promise<{ changes: number; lastId: number }> {
    const reply = await this.#ask({ kind: "run", sql, args });
    return reply.kind === "changed" ? { changes: reply.changes, lastId: reply.lastId } : { changes: 0, lastId: 0 };
  }

  async batch(statements: readonly Statement[]): Promise<void> {
    await this.#ask({ kind: "batch", statements });
  }

  async copy(to: string): Promise<void> {
    await this.#ask({ kind: "copy", to });
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    try {
      await this.#ask({ kind: "close" });
    } finally {
      this.#closed = true;
      this.#worker?.terminate();
    }
  }

  #ask(request: AskOf<StoreRequest>): Promise<StoreReply> {
    if (this.#closed) return Promise.reject(new DatabaseUnavailable(`The database ${this.name} is closed`));
    if (this.#waiting.size >= this.#maxPending) {
      return Promise.reject(
        new DatabaseUnavailable(`The database ${this.name} is too busy, requests waiting: ${this.#waiting.size}`),
      );
    }
    const worker = this.#worker ??= this.#start();
    const id = this.#nextId++;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      worker.postMessage({ ...request, id });
    });
  }

  #start(): Worker {
    const { name, path, copies, workerUrl } = this.#options;
    const worker = new Worker(workerUrl, { type: "module", name: `store ${name}` });
    worker.onmessage = ({ data }: MessageEvent<StoreReply>) => this.#take(data);
    worker.onerror = (event) => {
      event.preventDefault();
      this.#lose(worker, event.message);
    };
    const options: StoreOptions = { name, path, ...(copies === undefined ? {} : { copies }) };
    worker.postMessage({ kind: "start", options });
    return worker;
  }

  #take(reply: StoreReply): void {
    if (reply.kind === "told") return this.#options.tell?.(reply.level, reply.text, reply.trouble);
    const waiting = this.#waiting.get(reply.id);
    this.#waiting.delete(reply.id);
    if (reply.kind !== "failed") waiting?.resolve(reply);
    else waiting?.reject(reply.unavailable ? new DatabaseUnavailable(reply.message) : new Error(reply.message));
  }

  /** The thread died: what waited is refused, and the next request starts another. */
  #lose(worker: Worker, why: string): void {
    worker.terminate();
    if (this.#worker === worker) this.#worker = undefined;
    this.#options.tell?.("error", `The thread of the database ${this.name} stopped: ${why}`, "unavailable");
    const lost = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const { reject } of lost) reject(new DatabaseUnavailable(`The database ${this.name} stopped: ${why}`));
  }
}
