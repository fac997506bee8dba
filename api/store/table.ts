/**
 * Declares the properties of tables for backup, pair, retention and maintenance, which know no
 * table by name.
 */
import type { DatabaseName } from "./protocol.ts";

/** A table of a database. */
export interface Table {
  readonly name: string;
  readonly database: DatabaseName;
  /** Its content in a few words. */
  readonly doc: string;
  /**
   * How long rows are kept: forever, as long as a setting (its key) says, or within a limit that
   * the feature enforces.
   */
  readonly keep: "forever" | "bounded" | `setting:${string}`;
  readonly inBackups: boolean;
  /** Whether it is sent to the secondary of a pair. */
  readonly toSecondary: boolean;
  /**
   * SQL conditions for rows of this box only, by transfer: such rows are neither exported nor
   * replaced by an import. Absent = none.
   */
  readonly local?: { readonly backup?: string; readonly secondary?: string };
  /**
   * The column that is sealed with the key of this box, and the column whose value identifies the
   * row (api/system/seal.ts). An export opens it, an import seals it again. Absent = none.
   */
  readonly sealed?: { readonly column: string; readonly row: string };
  /** The maintenance action that empties it (A 7.11). */
  readonly emptiedBy?: "resolver" | "network" | "logs";
  /**
   * A statement that runs on an older copy before it replaces a broken file, so that ended rows do
   * not return.
   */
  readonly restored?: string;
}
