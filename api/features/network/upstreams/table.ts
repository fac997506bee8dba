/** Table `scope_upstreams`: the upstream lines of groups, ages, people and devices. */
import type { ScopeUpstreamsRow } from "../../../../policy/model/household.ts";
import type { Database, Row } from "../../../store/database.ts";
import type { Table } from "../../../store/table.ts";

/** The declaration of the table. */
export const SCOPE_UPSTREAMS_TABLE: Table = {
  name: "scope_upstreams",
  database: "box",
  doc: "Upstream servers of groups, ages, people and devices",
  keep: "forever",
  inBackups: true,
  toSecondary: true,
};

/** The upstreams of a scope with their origin. */
export interface StoredScopeUpstreams extends ScopeUpstreamsRow {
  /** Unix milliseconds. */
  readonly changed: number;
  /** Name of the account that last changed them. */
  readonly by: string;
}

/** The rows of the table. Every method rejects with DatabaseUnavailableError. */
export class ScopeUpstreamsTable {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Returns all rows, by scope. */
  async rows(): Promise<StoredScopeUpstreams[]> {
    return (await this.#db.all("select * from scope_upstreams order by scope")).map(toRow);
  }

  /**
   * Writes the lines of a scope at Unix milliseconds `at`; false = there would be more than `most`
   * scopes, and nothing is written.
   */
  async set(
    { scope, lines }: ScopeUpstreamsRow,
    { by, at, most }: { readonly by: string; readonly at: number; readonly most: number },
  ): Promise<boolean> {
    const written = await this.#db.all(
      "insert into scope_upstreams (scope, lines, changed, changed_by) select ?, ?, ?, ? " +
        "where (select count(*) from scope_upstreams where scope <> ?) < ? " +
        "on conflict (scope) do update set lines = excluded.lines, changed = excluded.changed, " +
        "changed_by = excluded.changed_by returning scope",
      [scope, JSON.stringify(lines), at, by, scope, most],
    );
    return written.length > 0;
  }

  /** Removes the lines of a scope; false = it has none. */
  async remove(scope: string): Promise<boolean> {
    const removed = await this.#db.all(
      "delete from scope_upstreams where scope = ? returning scope",
      [scope],
    );
    return removed.length > 0;
  }
}

function toRow(row: Row): StoredScopeUpstreams {
  return {
    scope: String(row.scope),
    lines: JSON.parse(String(row.lines)),
    changed: Number(row.changed),
    by: String(row.changed_by),
  };
}
