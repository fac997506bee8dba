/** Table `tunnels`: domains caught carrying data inside DNS, and for whom they are blocked (A 7.2.3). */
import type { Table } from "../../../store/table.ts";

/** The declaration of the table. */
export const TUNNELS_TABLE: Table = {
  name: "tunnels",
  database: "box",
  doc: "Domains that carried data inside DNS, by the device that asked",
  keep: "bounded",
  inBackups: true,
  toSecondary: true,
};
