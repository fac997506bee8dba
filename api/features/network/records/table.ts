/** Table `dns_records`: names that the box answers itself (A 7.2.3). */
import type { Table } from "../../../store/table.ts";

/** The declaration of the table. */
export const RECORDS_TABLE: Table = {
  name: "dns_records",
  database: "box",
  doc: "Local DNS records",
  keep: "forever",
  inBackups: true,
  toSecondary: true,
};
