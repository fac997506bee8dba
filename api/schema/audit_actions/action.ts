/** What an action of the administration log is (A 6, B 6). */

/**
 * How a field is written: unchanged, masked (`m…@example.com`, enough to recognise, too little to
 * read), or as a web address without its secrets.
 */
export type AuditField = "plain" | "masked" | "address";

/** One action. */
export interface AuditActionRow {
  /** What was done, for a person. */
  readonly doc: string;
  readonly fields: Readonly<Record<string, AuditField>>;
}
