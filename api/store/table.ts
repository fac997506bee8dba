/** The declaration of a table: backup, pair, retention and maintenance read it instead of knowing tables by name. */
import type { DatabaseName } from "./protocol.ts";

/** One table of a database. */
export interface Table {
  readonly name: string;
  readonly database: DatabaseName;
  /** What it holds, in a few words. */
  readonly doc: string;
  /** How long rows stay: for ever, or as long as a setting says (its key), or until a bound that the feature keeps itself. */
  readonly keep: "forever" | "bounded" | `setting:${string}`;
  readonly inBackups: boolean;
  /** Whether it is given to the secondary of a pair. */
  readonly toSecondary: boolean;
  /**
   * Conditions in SQL for rows of this box alone, by what they are left out of: they are neither
   * exported nor replaced by an import. Absent = there are none.
   */
  readonly local?: { readonly backup?: string; readonly secondary?: string };
  /**
   * The column that is sealed by the key of this box, and the column whose value it is sealed for
   * (api/system/seal.ts); an export opens it, an import seals it again. Absent = none is sealed.
   */
  readonly sealed?: { readonly column: string; readonly row: string };
  /** The maintenance action that empties it (A 7.11). */
  readonly emptiedBy?: "resolver" | "network" | "logs";
  /** A statement run on an older copy before it takes the place of a broken file: what may have ended since does not come back. */
  readonly restored?: string;
}
