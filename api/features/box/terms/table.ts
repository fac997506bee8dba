/** The table of the terms of use: each version that was accepted, once. */
import type { Table } from "../../../store/table.ts";

/** The table; backups carry it, and a secondary follows its primary (A 7.12.4). */
export const TERMS_TABLE: Table = {
  name: "terms",
  database: "box",
  doc: "Versions of the terms of use that were accepted, when, and by which account",
  keep: "forever",
  inBackups: true,
  toSecondary: true,
};
