/** Messages between the box and a thread of database files. */
import type { Row, SqlValue, Statement } from "./database.ts";
import type { TransferReply, TransferRequest } from "./transfer/messages.ts";
import type { TransferCulprit } from "./transfer/refused.ts";

/** The databases of the box. */
export type DatabaseName = "box" | "journal" | "stats";

/** A file for a store thread to open, and its options. */
export interface StoreOptions {
  readonly name: DatabaseName;
  /** The database file; its folder is created when missing. */
  readonly path: string;
  /**
   * Folder of the daily copies, of which the newest good one replaces a broken file. Absent = a new
   * file is created.
   */
  readonly copies?: string;
  /**
   * Statements that run on a copy before it replaces a broken file, for the tables that the copy
   * contains.
   */
  readonly restored?: readonly { readonly table: string; readonly sql: string }[];
  /** Folder of the copies that are made before a migration; absent = none is made. */
  readonly migrationCopies?: string;
  /**
   * Whether this version returned after a newer one: a file that the newer one changed gives way to
   * its copy.
   */
  readonly isReturned?: boolean;
}

/** A request to a store thread; the reply repeats `name` and `id`. */
export type StoreRequest =
  & { readonly name: DatabaseName; readonly id: number }
  & (
    | { readonly kind: "all" | "run"; readonly sql: string; readonly args: readonly SqlValue[] }
    | { readonly kind: "batch"; readonly statements: readonly Statement[] }
    | { readonly kind: "copy"; readonly to: string }
    | { readonly kind: "transfer"; readonly request: TransferRequest }
    | { readonly kind: "close" }
  );

/** The first message about a file to a store thread. */
export interface StoreStart {
  readonly kind: "start";
  readonly options: StoreOptions;
}

/**
 * Replies and events of a store thread. `unavailable` = the file is unusable now; any other failure
 * is the fault of the statement.
 */
export type StoreReply = { readonly name: DatabaseName } & StoreAnswer;

/** A reply or event of one file. */
export type StoreAnswer =
  | { readonly kind: "rows"; readonly id: number; readonly rows: Row[] }
  | {
    readonly kind: "changed";
    readonly id: number;
    readonly changes: number;
    readonly lastId: number;
  }
  | { readonly kind: "done"; readonly id: number }
  | { readonly kind: "transferred"; readonly id: number; readonly reply: TransferReply }
  | {
    readonly kind: "failed";
    readonly id: number;
    readonly message: string;
    readonly unavailable: boolean;
    /** Why an export or import was refused; undefined = it was not. */
    readonly refused?: TransferCulprit | undefined;
  }
  | {
    readonly kind: "log";
    readonly level: "info" | "warn" | "error";
    readonly text: string;
    readonly trouble?: StoreTrouble | undefined;
  };

/** The trouble for an alert: the file was broken and set aside, or is unusable. */
export type StoreTrouble = "broken" | "unavailable";
/** Called with an event of a file, and the trouble if it needs an alert. */
export type OnStoreEvent = (
  level: "info" | "warn" | "error",
  text: string,
  trouble?: StoreTrouble,
) => void;
