/** Messages between the box and a store thread about exports and imports of tables. */
import type { SqlValue } from "../database.ts";

/** The purpose of an export: a backup, or the secondary of a pair. */
export type TransferPurpose = "backup" | "secondary";

/** A table that is exported or imported. */
export interface TransferTable {
  readonly name: string;
  /**
   * An SQL condition for rows of this box only, which are neither exported nor replaced; "" = none.
   */
  readonly local: string;
}

/** A column with its declared type in lower case: integer, text, blob, real or any. */
export interface TransferColumn {
  readonly name: string;
  readonly type: string;
}

/** The columns and the size of a table. */
export interface TableContent {
  readonly name: string;
  readonly columns: readonly TransferColumn[];
  readonly rows: number;
  /** The highest id that was ever assigned; 0 = ids are not counted. */
  readonly sequence: number;
}

/** A table of an import. */
export type ImportedTable = Pick<TableContent, "name" | "sequence"> & {
  readonly columns: readonly string[];
};

/** Requests; each database runs at most one export and one import at a time. */
export type TransferRequest =
  | { readonly step: "export"; readonly tables: readonly TransferTable[] }
  | { readonly step: "page" }
  | {
    readonly step: "import";
    readonly schema: number;
    readonly tables: readonly ImportedTable[];
    readonly known: readonly TransferTable[];
  }
  | { readonly step: "rows"; readonly table: number; readonly rows: readonly SqlValue[][] }
  /** Migrates and checks the staged rows without touching the database; the last step of a check. */
  | { readonly step: "check" }
  | {
    readonly step: "commit";
    readonly purpose: TransferPurpose;
    /** Statements to run on the imported rows. */
    readonly restored: readonly string[];
  }
  | { readonly step: "end"; readonly of: "export" | "import" };

/** Replies, in the order of the requests. */
export type TransferReply =
  | {
    readonly step: "export";
    readonly database: string;
    readonly schema: number;
    readonly tables: readonly TableContent[];
  }
  /** `table` is the index in the list; no rows = the end. */
  | { readonly step: "page"; readonly table: number; readonly rows: readonly SqlValue[][] }
  | {
    readonly step: "import";
    readonly database: string;
    /** The columns of each table at the schema of the import. */
    readonly columns: readonly (readonly TransferColumn[])[];
  }
  | { readonly step: "done" };
