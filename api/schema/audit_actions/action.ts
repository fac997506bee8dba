/** Declares the type of an action of the administration log (A 6, B 6). */

/**
 * How a field is stored: `plain` = unchanged, `masked` = recognisable but not readable
 * (`m…@example.com`), `address` = a web address without its secrets.
 */
export type AuditField = "plain" | "masked" | "address";

/** The declaration of an action. */
export interface AuditActionRow {
  /** A sentence about what was done. */
  readonly doc: string;
  readonly fields: Readonly<Record<string, AuditField>>;
}
