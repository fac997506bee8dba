/** Table `pauses`: one row for each scope whose protection is paused. */
import type { PauseRow } from "../../../../policy/model/household.ts";
import type { Database, Row } from "../../../store/database.ts";

/** A pause with its origin. */
export interface StoredPause extends PauseRow {
  /** Unix milliseconds. */
  readonly started: number;
  /** Name of the account that started it. */
  readonly by: string;
}

/** Tolerance for a clock that is set back, in milliseconds; smaller steps end no pause. */
const TOLERANCE = 60_000;

/**
 * The rows of the table `pauses`. A pause that ended does not count, nor does one that begins in
 * the future: the clock was set back, and its remaining time is unknown. Every method rejects with
 * DatabaseUnavailableError when the database cannot be used.
 */
export class PauseTable {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Returns the pauses active at Unix milliseconds `now`, the one that ends first in front. */
  async rows(now: number): Promise<StoredPause[]> {
    const rows = (await this.#db.all("select * from pauses order by until, scope")).map(toPause);
    const held = rows.filter(({ until, started }) => until > now && started <= now + TOLERANCE);
    if (held.length < rows.length) {
      await this.#db.run("delete from pauses where until <= ? or started > ?", [
        now,
        now + TOLERANCE,
      ]);
    }
    return held;
  }

  /** Writes a pause, replacing that of its scope. */
  async set({ scope, until, started, by }: StoredPause): Promise<void> {
    await this.#db.run(
      "insert into pauses (scope, until, started, started_by) values (?, ?, ?, ?) on conflict (scope) do update set " +
        "until = excluded.until, started = excluded.started, started_by = excluded.started_by",
      [scope, until, started, by],
    );
  }

  /** Removes the pause of a scope; returns whether there was one. */
  async remove(scope: string): Promise<boolean> {
    return (await this.#db.run("delete from pauses where scope = ?", [scope])).changes > 0;
  }
}

function toPause(row: Row): StoredPause {
  return {
    scope: String(row.scope),
    until: Number(row.until),
    started: Number(row.started),
    by: String(row.started_by),
  };
}
