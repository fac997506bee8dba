/** Tables of accounts, their sessions and their tokens; of secrets only hashes are stored. */
import type { Table } from "../store/table.ts";

/** The tables, all of box.db. */
export const ACCOUNT_TABLES: readonly Table[] = [
  {
    name: "accounts",
    database: "box",
    doc: "Accounts with their role, their person and the hash of their password",
    keep: "forever",
    inBackups: true,
    toSecondary: true,
  },
  {
    name: "sessions",
    database: "box",
    doc: "Sessions of browsers, by the hash of their cookie",
    keep: "bounded",
    inBackups: false,
    toSecondary: false,
  },
  {
    name: "tokens",
    database: "box",
    doc: "Tokens of the API with their rights, by the hash of their secret",
    keep: "forever",
    inBackups: true,
    toSecondary: true,
  },
];
