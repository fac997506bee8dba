/** Selects the tables to export and import by their declarations. */
import type { DatabaseName } from "../protocol.ts";
import type { Table } from "../table.ts";
import type { TransferPurpose, TransferTable } from "./messages.ts";

/** A purpose, and the declared tables of the box. */
export interface TransferSelection {
  readonly purpose: TransferPurpose;
  readonly tables: readonly Table[];
}

/** The tables of a database that belong to the purpose, in the order of their declarations. */
export function transferTables(
  { purpose, tables }: TransferSelection,
  database: DatabaseName,
): readonly TransferTable[] {
  return tables.filter((table) => table.database === database)
    .filter((table) => purpose === "backup" ? table.inBackups : table.toSecondary)
    .map(({ name, local }) => ({ name, local: local?.[purpose] ?? "" }));
}

/** Statements to run after the import of a backup, so that ended rows do not return. */
export function restoredStatements(
  { purpose, tables }: TransferSelection,
  database: DatabaseName,
): readonly string[] {
  if (purpose !== "backup") return [];
  return tables.filter((table) => table.database === database)
    .flatMap(({ restored }) => restored === undefined ? [] : [restored]);
}
