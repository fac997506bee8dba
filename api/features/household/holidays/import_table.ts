/** The SQL of the weekly import table, which has at most one row. */
import { maskText } from "../../../../policy/model/masked_address.ts";
import type { Database, Row, Statement } from "../../../store/database.ts";

/** The weekly import: what it requests, and its result. */
export interface StoredImport {
  readonly country: string;
  /** Empty = the whole country. */
  readonly region: string;
  /**
   * The name of the region in that language, as the service last returned it; "" = not known yet,
   * or the whole country.
   */
  readonly name: string;
  readonly lang: string;
  /** Unix milliseconds of the last attempt, 0 = none. */
  readonly tried: number;
  /** Unix milliseconds of the last successful attempt, 0 = none. */
  readonly done: number;
  /** The error of the last attempt, "" when it succeeded. */
  readonly error: string;
}

/** Reads the row; undefined = no weekly import. */
export async function readImport(db: Pick<Database, "all">): Promise<StoredImport | undefined> {
  return (await db.all("select * from holiday_import")).map(importOf)[0];
}

/** Stores what is imported every week, or removes it. */
export function importStatement(weekly: StoredImport | undefined): Statement {
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
    error: maskText(String(row.error)),
  };
}
