/**
 * Tables of second factors: secrets of authenticators are sealed, recovery codes hashed, and only
 * public keys of passkeys stored.
 */
import type { Table } from "../../store/table.ts";

const kept = { database: "box", keep: "forever", inBackups: true, toSecondary: true } as const;

/** The tables, all of box.db. */
export const FACTOR_TABLES: readonly Table[] = [
  {
    ...kept,
    name: "totp",
    doc: "Authenticators of accounts, their secret sealed by this box",
    sealed: { column: "secret", row: "account_id" },
  },
  {
    ...kept,
    name: "passkeys",
    doc: "Passkeys of accounts: their public key, and the name where they are good",
  },
  {
    ...kept,
    name: "recovery_codes",
    doc: "Recovery codes of accounts that were not used, as hashes",
  },
];
