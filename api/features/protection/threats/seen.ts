/**
 * Which contacts with spyware each account has seen (docs/decisions/0183). It decides about the
 * mark at the account only: the notices stay on its page.
 */
import type { Database } from "../../../store/database.ts";
import type { Table } from "../../../store/table.ts";

/** The table; ids of alerts mean nothing on another box. */
export const SPYWARE_SEEN_TABLE: Table = {
  name: "spyware_seen",
  database: "box",
  doc: "Up to which notice and contact each account said that it has seen those of spyware",
  keep: "forever",
  inBackups: false,
  toSecondary: false,
};

/** What an account has seen of the contacts with spyware. */
export interface SeenContacts {
  /** The number of the newest notice; 0 = none. */
  readonly upTo: number;
  /** Unix milliseconds of the last contact; a notice counts the contacts of a day. */
  readonly until: number;
}

/** What each account has seen. */
export class SpywareSeen {
  readonly #db: Pick<Database, "all" | "run">;

  constructor(db: Pick<Database, "all" | "run">) {
    this.#db = db;
  }

  /** What an account has seen. */
  async of(account: number): Promise<SeenContacts> {
    const [row] = await this.#db.all(
      "select up_to, until from spyware_seen where account_id = ?",
      [account],
    );
    return { upTo: Number(row?.up_to ?? 0), until: Number(row?.until ?? 0) };
  }

  /** Notes what an account has seen; less than before changes nothing. */
  async mark(account: number, { upTo, until }: SeenContacts): Promise<void> {
    await this.#db.run(
      "insert into spyware_seen (account_id, up_to, until) " +
        "select id, ?, ? from accounts where id = ? " +
        "on conflict (account_id) do update set " +
        "up_to = max(up_to, excluded.up_to), until = max(until, excluded.until)",
      [upTo, until, account],
    );
  }
}
