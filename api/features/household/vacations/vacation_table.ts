/** SQL of the vacations, and of the removed ones. */
import type { Database, Row, Statement } from "../../../store/database.ts";

/** The source of a vacation: entered by hand, the holiday service, or a calendar file. */
export const SOURCES = ["hand", "service", "file"] as const;
/** A source of `SOURCES`. */
export type VacationOrigin = (typeof SOURCES)[number];

/** A vacation to store. */
export interface NewVacation {
  /** `YYYY-MM-DD`, like `lastDay`; both days are inclusive. */
  readonly firstDay: string;
  readonly lastDay: string;
  /** May be empty. */
  readonly name: string;
  readonly source: VacationOrigin;
  /** Identifies an imported vacation; empty for those added by hand. */
  readonly key: string;
  /** Unix milliseconds. */
  readonly created: number;
  /** The author, as the administration log names them. */
  readonly by: string;
}

/** A vacation with its number. */
export interface StoredVacation extends NewVacation {
  readonly id: number;
}

/** All stored rows. */
export interface StoredVacations {
  readonly vacations: readonly StoredVacation[];
  /** Keys of imported vacations that were removed by hand, with the last day of each. */
  readonly removed: ReadonlyMap<string, string>;
}

/** Reads all of it. */
export async function readVacations(db: Pick<Database, "all">): Promise<StoredVacations> {
  const [rows, removed] = await Promise.all([
    db.all("select * from vacations order by first_day, id"),
    db.all("select key, last_day from vacations_removed"),
  ]);
  return {
    vacations: rows.map(vacationOf),
    removed: new Map(removed.map((row) => [String(row.key), String(row.last_day)])),
  };
}

/** Adds a vacation. */
export function insertStatement(
  { firstDay, lastDay, name, source, key, created, by }: NewVacation,
): Statement {
  return {
    sql: `insert into vacations (first_day, last_day, name, source, key, created, created_by)
      values (?, ?, ?, ?, ?, ?, ?)`,
    args: [firstDay, lastDay, name, source, key, created, by],
  };
}

/** Removes a vacation. */
export function deleteStatement(id: number): Statement {
  return { sql: "delete from vacations where id = ?", args: [id] };
}

/** Remembers by one of its keys that an imported vacation was removed. */
export function rememberStatement(key: string, lastDay: string): Statement {
  return {
    sql: "insert or replace into vacations_removed (key, last_day) values (?, ?)",
    args: [key, lastDay],
  };
}

/** Deletes the remembered removals of vacations that ended before a day. */
export function forgetStatement(before: string): Statement {
  return { sql: "delete from vacations_removed where last_day < ?", args: [before] };
}

function vacationOf(row: Row): StoredVacation {
  return {
    id: Number(row.id),
    firstDay: String(row.first_day),
    lastDay: String(row.last_day),
    name: String(row.name),
    source: row.source as VacationOrigin,
    key: String(row.key),
    created: Number(row.created),
    by: String(row.created_by),
  };
}
