/**
 * Opens the database of the online service: its own file, or a libSQL server that several services
 * share.
 */
import type { Client, InArgs, InStatement } from "@libsql/client";
import type { Row, SqlValue, Statement } from "../../store/database.ts";
import { Mutex } from "../../async/mutex.ts";
import { COMPANION_MIGRATIONS } from "./migrations.ts";

/** The location of the database. */
export type DatabasePlace =
  | { readonly file: string }
  /** `libsql://`, `https://` or `http://`; the token may be empty. */
  | { readonly url: string; readonly token: string };

/** The database is unavailable; calls that need it respond with 503. */
export class CompanionDatabaseError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "CompanionDatabaseError";
  }
}

/** Milliseconds to wait for a locked file, and the timeout of a call to a server. */
const HELD = 5000;
const DEADLINE = 10_000;

/** The open database. Every method rejects with a CompanionDatabaseError when it is unavailable. */
export class CompanionDatabase {
  readonly #client: Client;
  /**
   * Serializes calls to a file, whose connection cannot read while it writes; calls to a server may
   * overlap.
   */
  readonly #turns: Pick<Mutex, "take">;

  private constructor(client: Client, turns: Pick<Mutex, "take">) {
    this.#client = client;
    this.#turns = turns;
  }

  /**
   * Opens the database and migrates its schema. `deadline` = timeout of a call to a server in
   * milliseconds.
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

  /** Runs a query and returns its rows. */
  async all(sql: string, args: readonly SqlValue[] = []): Promise<Row[]> {
    const { columns, rows } = await this.#use((client) =>
      client.execute({ sql, args: args as InArgs })
    );
    return rows.map((row) =>
      Object.fromEntries(columns.map((column) => [column, row[column] as SqlValue]))
    );
  }

  /** Runs one change and returns the number of changed rows. */
  async run(sql: string, args: readonly SqlValue[] = []): Promise<number> {
    return (await this.#use((client) => client.execute({ sql, args: args as InArgs })))
      .rowsAffected;
  }

  /** Runs several changes as one transaction and returns the number of rows that each changed. */
  async batch(statements: readonly Statement[]): Promise<number[]> {
    const all = statements.map(({ sql, args = [] }): InStatement => ({
      sql,
      args: args as InArgs,
    }));
    return (await this.#use((client) => client.batch(all, "write"))).map(({ rowsAffected }) =>
      rowsAffected
    );
  }

  /** The size of the database in bytes, without its log of changes. */
  async bytes(): Promise<number> {
    const [row] = await this.all(
      "select page_count * page_size as bytes from pragma_page_count(), pragma_page_size()",
    );
    return Number(row.bytes);
  }

  /** Closes the database; no method may be called afterwards. */
  close(): void {
    this.#client.close();
  }

  async #use<T>(act: (client: Client) => Promise<T>): Promise<T> {
    try {
      return await this.#turns.take(() => act(this.#client));
    } catch (error) {
      throw new CompanionDatabaseError(
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
        // Another service may have applied the migration at the same moment.
        if (!await this.#has(id)) throw error;
      }
    }
    const [{ newest }] = await this.all("select coalesce(max(id), 0) as newest from migrations");
    const known = COMPANION_MIGRATIONS.at(-1)!.id;
    if (Number(newest) > known) {
      throw new CompanionDatabaseError(
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
    throw new CompanionDatabaseError(
      `The database ${path} cannot be opened: ${(error as Error).message}`,
    );
  }
}

async function serverClient(
  { url, token }: { readonly url: string; readonly token: string },
  deadline: number,
): Promise<Client> {
  const { createClient } = await import("@libsql/client/http");
  // The client has no timeout of its own.
  const bounded = (request: Request) => fetch(request, { signal: AbortSignal.timeout(deadline) });
  return createClient({ url, fetch: bounded, ...(token === "" ? {} : { authToken: token }) });
}
