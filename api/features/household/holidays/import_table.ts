/** The table of the weekly import as SQL: it has one row at most. */
import type { Database, Row, Statement } from "../../../store/database.ts";

/** The weekly import: what is asked for, and how it went. */
export interface StoredImport {
  readonly country: string;
  /** Empty = the whole country. */
  readonly region: string;
  /** What the region is called in that language, as the service last said; "" = not known yet, or the whole country. */
  readonly name: string;
  readonly lang: string;
  /** Unix milliseconds of the last try, 0 = none. */
  readonly tried: number;
  /** Unix milliseconds of the last try that went well, 0 = none. */
  readonly done: number;
  /** What the last try failed of, "" when it went well. */
  readonly error: string;
}

/** Reads it; undefined = nothing is imported. */
export async function readImport(db: Pick<Database, "all">): Promise<StoredImport | undefined> {
  return (await db.all("select * from holiday_import")).map(importOf)[0];
}

/** Keeps what is imported every week, or that nothing is. */
export function keptImport(weekly: StoredImport | undefined): Statement {
  if (weekly === undefined) return { sql: "delete from holiday_import" };
  const { country, region, name, lang, tried, done, error } = weekly;
  return {
    sql:
      `insert or replace into holiday_import (id, country, region, name, lang, tried, done, error)
      values (1, ?, ?, ?, ?, ?, ?, ?)`,
    args: [country, region, name, lang, tried, done, error],
  };
}

function importOf(row: Row): StoredImport {
  return {
    country: String(row.country),
    region: String(row.region),
    name: String(row.name),
    lang: String(row.lang),
    tried: Number(row.tried),
    done: Number(row.done),
    error: String(row.error),
  };
}
