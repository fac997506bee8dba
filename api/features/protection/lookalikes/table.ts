/** Stores the ages of domains, and the names that the household asks most (A 7.5.1, 7.5.5). */
import type { Database, Statement } from "../../../store/database.ts";
import type { Table } from "../../../store/table.ts";

/** The declaration of the table of ages. */
export const DOMAIN_AGES_TABLE: Table = {
  name: "domain_ages",
  database: "box",
  doc: "When domains were registered, as the online service said",
  keep: "bounded",
  inBackups: false,
  toSecondary: false,
  emptiedBy: "logs",
};

/** The declaration of the table of names that are asked most. */
export const VISITED_TABLE: Table = {
  name: "visited_domains",
  database: "box",
  doc: "The domains that the household asked most in 30 days",
  keep: "bounded",
  inBackups: false,
  toSecondary: false,
  emptiedBy: "logs",
};

/** What a question for an age was about. */
export type AgePurpose = "lookalike" | "beacon";

/** The stored age of a domain. */
export interface StoredAge {
  /** Unix seconds of the registration; 0 = unknown. */
  readonly created: number;
  /** Unix milliseconds of the question. */
  readonly asked: number;
}

/** The rows of both tables. Every method rejects with DatabaseUnavailableError. */
export class LookalikeTables {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** The stored age of a domain. */
  async age(domain: string): Promise<StoredAge | undefined> {
    const sql = "select created, asked from domain_ages where domain = ?";
    const [row] = await this.#db.all(sql, [domain]);
    return row === undefined
      ? undefined
      : { created: Number(row.created), asked: Number(row.asked) };
  }

  /** Stores an age, and deletes those that were asked for before a time in Unix milliseconds. */
  async storeAge(
    domain: string,
    { created, asked }: StoredAge,
    purpose: AgePurpose,
    before: number,
  ): Promise<void> {
    await this.#db.batch([
      { sql: "delete from domain_ages where asked < ?", args: [before] },
      {
        sql: "insert or replace into domain_ages (domain, created, asked, purpose) " +
          "values (?, ?, ?, ?)",
        args: [domain, created, asked, purpose],
      },
    ]);
  }

  /** When questions were asked since a time in Unix milliseconds, the oldest first. */
  async askedSince(time: number): Promise<{ asked: number; purpose: string }[]> {
    const sql = "select asked, purpose from domain_ages where asked >= ? order by asked";
    return (await this.#db.all(sql, [time])).map(({ asked, purpose }) => ({
      asked: Number(asked),
      purpose: String(purpose),
    }));
  }

  /** The domains that the household asks most, the most asked first. */
  async visited(): Promise<string[]> {
    const rows = await this.#db.all("select domain from visited_domains order by place");
    return rows.map(({ domain }) => String(domain));
  }

  /** Replaces them. */
  async storeVisited(domains: readonly string[]): Promise<void> {
    const sql = "insert into visited_domains (place, domain) select key, value from json_each(?)";
    const statements: Statement[] = [
      { sql: "delete from visited_domains", args: [] },
      { sql, args: [JSON.stringify(domains)] },
    ];
    await this.#db.batch(statements);
  }
}
