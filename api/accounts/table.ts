/** Tables of accounts, sessions and tokens; secrets are stored as hashes only. */
import type { Table } from "../store/table.ts";

/** The tables, all of box.db. */
export const ACCOUNT_TABLES: readonly Table[] = [
  {
    name: "accounts",
    database: "box",
    doc: "Accounts with role, person and password hash",
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
    restored: "delete from sessions",
  },
  {
    name: "invitations",
    database: "box",
    doc: "Invitations of people to their accounts, by the hash of their secret",
    keep: "bounded",
    inBackups: false,
    toSecondary: true,
    restored: "update invitations set secret = '', withdrawn = unixepoch() where secret <> ''",
  },
  {
    name: "account_notices",
    database: "box",
    doc: "Notices that accounts see at their next sign-in until they read them",
    keep: "bounded",
    inBackups: true,
    toSecondary: true,
    restored: `insert into account_notices (account_id, time, kind, by_name, subject, consent_ended)
      select accounts.id, unixepoch(), 'restored', 'box', '', 1 from accounts
        join people on people.id = accounts.person_id where people.detailed_reports = 1`,
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
