/** Table `machines`: what was found on the network, by hardware address (A 2.8, 7.11). */
import type { Table } from "../../../store/table.ts";

/** The declaration of the table. */
export const MACHINES_TABLE: Table = {
  name: "machines",
  database: "box",
  doc: "Machines found on the network: addresses, names they announce, when they were seen",
  keep: "bounded",
  inBackups: false,
  toSecondary: false,
  emptiedBy: "network",
};
