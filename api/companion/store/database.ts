/**
 * The database of the online service: a file of its own, or a libSQL server that several services
 * share.
 */
import type { Client, InArgs, InStatement } from "@libsql/client";
import type { Row, SqlValue, Statement } from "../../store/database.ts";
import { Mutex } from "../../async/mutex.ts";
import { COMPANION_MIGRATIONS } from "./migrations.ts";

/** Where the database is. */
export type DatabasePlace =
  | { readonly file: string }
  /** `libsql://`, `https://` or `http://`; the token may be empty. */
  | { readonly url: string; readonly token: string };

/** The database cannot be used now; what needs it answers 503. */
export class CompanionDatabaseFault extends Error {
  constructor(message: string) {
    super(message);
    this.name = "CompanionDatabaseFault";
  }
}

/**
 * Milliseconds that a file held by another service is waited for, and those that a server may take.
 */
const HELD = 5000;
const DEADLINE = 10_000;

/**
 * The opened database. Every method rejects with a CompanionDatabaseFault when it cannot be used.
 */
export class CompanionDatabase {
  readonly #client: Client;
  /** One connection to a file cannot read while it writes; calls to a server may overlap. */
  readonly #turns: Pick<Mutex, "take">;

  private constructor(client: Client, turns: Pick<Mutex, "take">) {
    this.#client = client;
    this.#turns = turns;
  }

  /**
   * Opens it and brings its schema up to date. `deadline` = milliseconds that a call to a server
   * may take.
   */
  static async open(place: DatabasePlace, deadline: number = DEADLINE): Promise<CompanionDatabase> {
    const opened = "file" in place
      ? new CompanionDatabase(await fileClient(place.file), new Mutex())
      : new CompanionDatabase(await serverClient(place, deadline), { take: (work) => work() });
    try {
      await opened.#migrate();
    } catch (error) {
      opened.close();
      throw error;
    }
    return opened;
  }

  /** Rows of a query. */
  async all(sql: string, args: readonly SqlValue[] = []): Promise<Row[]> {
    const { columns, rows } = await this.#use((client) =>
      client.execute({ sql, args: args as InArgs })
    );
    return rows.map((row) =>
      Object.fromEntries(columns.map((column) => [column, row[column] as SqlValue]))
    );
  }

  /** Runs one change; the rows changed. */
  async run(sql: string, args: readonly SqlValue[] = []): Promise<number> {
    return (await this.#use((client) => client.execute({ sql, args: args as InArgs })))
      .rowsAffected;
  }

  /** Runs several changes as one transaction, all of them or none; the rows changed by each. */
  async batch(statements: readonly Statement[]): Promise<number[]> {
    const all = statements.map(({ sql, args = [] }): InStatement => ({
      sql,
      args: args as InArgs,
    }));
    return (await this.#use((client) => client.batch(all, "write"))).map(({ rowsAffected }) =>
      rowsAffected
    );
  }

  /** Closes it; nothing may be called afterwards. */
  close(): void {
    this.#client.close();
  }

  async #use<T>(act: (client: Client) => Promise<T>): Promise<T> {
    try {
      return await this.#turns.take(() => act(this.#client));
    } catch (error) {
      throw new CompanionDatabaseFault(
        `The database cannot be used now: ${(error as Error).message}`,
      );
    }
  }

  async #migrate(): Promise<void> {
    await this.run(
      "create table if not exists migrations (id integer primary key, name text not null) strict",
    );
    for (const { id, name, sql } of COMPANION_MIGRATIONS) {
      if (await this.#has(id)) continue;
      const first = { sql: "insert into migrations (id, name) values (?, ?)", args: [id, name] };
      try {
        await this.batch([first, ...sql.map((each) => ({ sql: each }))]);
      } catch (error) {
        // Another service that starts at the same moment was first.
        if (!await this.#has(id)) throw error;
      }
    }
    const [{ newest }] = await this.all("select coalesce(max(id), 0) as newest from migrations");
    const known = COMPANION_MIGRATIONS.at(-1)!.id;
    if (Number(newest) > known) {
      throw new CompanionDatabaseFault(
        `Its schema ${newest} is newer than this program, which knows ${known}: install the newer program`,
      );
    }
  }

  async #has(id: number): Promise<boolean> {
    return (await this.all("select 1 from migrations where id = ?", [id])).length > 0;
  }
}

async function fileClient(path: string): Promise<Client> {
  const { createClient } = await import("@libsql/client/sqlite3");
  const url = `file:${path.split("/").map(encodeURIComponent).join("/")}`;
  let client: Client | undefined;
  try {
    client = createClient({ url, concurrency: 1, timeout: HELD });
    await client.execute("pragma journal_mode=wal");
    await client.execute("pragma synchronous=full");
    await client.execute("pragma journal_size_limit=16777216");
    return client;
  } catch (error) {
    client?.close();
    throw new CompanionDatabaseFault(
      `The database ${path} cannot be opened: ${(error as Error).message}`,
    );
  }
}

async function serverClient(
  { url, token }: { readonly url: string; readonly token: string },
  deadline: number,
): Promise<Client> {
  const { createClient } = await import("@libsql/client/http");
  // The client itself waits for ever.
  const bounded = (request: Request) => fetch(request, { signal: AbortSignal.timeout(deadline) });
  return createClient({ url, fetch: bounded, ...(token === "" ? {} : { authToken: token }) });
}
