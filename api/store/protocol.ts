/** Typed messages between the box and a thread that holds database files. */
import type { Row, SqlValue, Statement } from "./database.ts";
import type { TransferReply, TransferRequest } from "./transfer/messages.ts";

/** The databases of the box. */
export type DatabaseName = "box" | "journal" | "stats";

/** Which file a store thread opens, and how. */
export interface StoreOptions {
  readonly name: DatabaseName;
  /** The database file; its folder is made when it is not there. */
  readonly path: string;
  /** Folder of the daily copies; a broken file is replaced by the newest good one. Absent = it starts anew. */
  readonly copies?: string;
  /** What is run on a copy before it takes the place of a broken file, for those of the tables that it has. */
  readonly restored?: readonly { readonly table: string; readonly sql: string }[];
}

/** What is asked of a store thread; `name` and `id` come back with the answer. */
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
 * What a store thread answers and reports. `unavailable` = the file cannot be used now; any other
 * failure is the fault of the statement.
 */
export type StoreReply = { readonly name: DatabaseName } & StoreAnswer;

/** What is answered about one file. */
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
    /** Whether an export or import was refused. */
    readonly refused?: boolean;
  }
  | {
    readonly kind: "told";
    readonly level: "info" | "warn" | "error";
    readonly text: string;
    readonly trouble?: StoreTrouble | undefined;
  };

/** What an alert is raised about: the file was broken and set aside, or cannot be used now. */
export type StoreTrouble = "broken" | "unavailable";
/** Tells what happened to a file, with the trouble that it is for an alert. */
export type OnStoreEvent = (
  level: "info" | "warn" | "error",
  text: string,
  trouble?: StoreTrouble,
) => void;
