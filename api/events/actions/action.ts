/** What an action of the administration log is (A 6, B 6; DESIGN 6). */

/** How a field is written: as it is, or masked (`m…@example.com`): enough to recognise, too little to read. */
export type AuditField = "plain" | "masked";

/** One action. */
export interface AuditActionRow {
  /** What was done, for a person. */
  readonly doc: string;
  readonly fields: Readonly<Record<string, AuditField>>;
}
