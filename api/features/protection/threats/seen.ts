/**
 * Which notices of spyware each account has seen (docs/decisions/0183). It decides about the mark
 * at the account only: the notices stay on its page.
 */
import type { Database } from "../../../store/database.ts";
import type { Table } from "../../../store/table.ts";

/** The table; ids of alerts mean nothing on another box. */
export const SPYWARE_SEEN_TABLE: Table = {
  name: "spyware_seen",
  database: "box",
  doc: "Up to which notice of spyware each account said that it has seen them",
  keep: "forever",
  inBackups: false,
  toSecondary: false,
};

/** The newest notice that each account has seen. */
export class SpywareSeen {
  readonly #db: Pick<Database, "all" | "run">;

  constructor(db: Pick<Database, "all" | "run">) {
    this.#db = db;
  }

  /** The number of the newest notice that an account has seen; 0 = none. */
  async upTo(account: number): Promise<number> {
    const [row] = await this.#db.all("select up_to from spyware_seen where account_id = ?", [
      account,
    ]);
    return Number(row?.up_to ?? 0);
  }

  /** Notes that an account has seen the notices up to one; an earlier one changes nothing. */
  async mark(account: number, upTo: number): Promise<void> {
    await this.#db.run(
      "insert into spyware_seen (account_id, up_to) select id, ? from accounts where id = ? " +
        "on conflict (account_id) do update set up_to = max(up_to, excluded.up_to)",
      [upTo, account],
    );
  }
}
