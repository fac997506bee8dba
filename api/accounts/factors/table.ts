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
    doc: "Authenticators of accounts, with secrets sealed by this box",
    sealed: { column: "secret", row: "account_id" },
  },
  {
    ...kept,
    name: "passkeys",
    doc: "Passkeys of accounts: public key, and the host name at which they are valid",
  },
  {
    ...kept,
    name: "recovery_codes",
    doc: "Unused recovery codes of accounts, as hashes",
  },
];
