/** The interface to a database for the rest of the box; a separate thread uses the file. */

/** A value that SQLite stores. */
export type SqlValue = null | number | bigint | string | Uint8Array;
/** A row by column name. Integers within the safe range are numbers, others bigints. */
export type Row = Record<string, SqlValue>;
/** A statement with its arguments. */
export interface Statement {
  readonly sql: string;
  readonly args?: readonly SqlValue[];
}

/**
 * A database file behind its queue. Every method rejects with DatabaseUnavailableError when the
 * file is unusable.
 */
export interface Database {
  /** Runs a query and returns its rows. */
  all(sql: string, args?: readonly SqlValue[]): Promise<Row[]>;
  /** Runs one change; returns the number of changed rows and the last row id. */
  run(sql: string, args?: readonly SqlValue[]): Promise<{ changes: number; lastId: number }>;
  /** Runs several changes in one transaction. */
  batch(statements: readonly Statement[]): Promise<void>;
  close(): Promise<void>;
}

/** The database is unavailable; routes that need it respond with 503 and this message. */
export class DatabaseUnavailableError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "DatabaseUnavailableError";
  }
}
