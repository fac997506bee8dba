/**
 * The interface to a database for the rest of the box; the file itself is used in a separate
 * thread.
 */

/** A value that SQLite stores. */
export type SqlValue = null | number | bigint | string | Uint8Array;
/** One row, by column name. Integers are numbers while they are safe. */
export type Row = Record<string, SqlValue>;
/** A statement with its arguments. */
export interface Statement {
  readonly sql: string;
  readonly args?: readonly SqlValue[];
}

/** One database file behind its write queue. Every method rejects with DatabaseUnavailable when the file cannot be used. */
export interface Database {
  /** Rows of a query. */
  all(sql: string, args?: readonly SqlValue[]): Promise<Row[]>;
  /** Runs one change; the rows changed and the last row id. */
  run(sql: string, args?: readonly SqlValue[]): Promise<{ changes: number; lastId: number }>;
  /** Runs several changes as one transaction: all of them or none. */
  batch(statements: readonly Statement[]): Promise<void>;
  close(): Promise<void>;
}

/** The database cannot be used now; the routes that need it answer 503 with this message. */
export class DatabaseUnavailable extends Error {
  constructor(message: string) {
    super(message);
    this.name = "DatabaseUnavailable";
  }
}
