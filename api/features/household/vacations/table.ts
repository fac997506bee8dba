/** Tables of vacations and of their sources (A 2.2, 4.2). */
import type { Table } from "../../../store/table.ts";

const common = { database: "box", inBackups: true, toSecondary: true } as const;

/** The tables of vacations. */
export const VACATION_TABLES: readonly Table[] = [
  { name: "vacations", doc: "Vacations, added by hand and imported", ...common, keep: "bounded" },
  {
    name: "vacations_removed",
    doc: "Imported vacations that were removed by hand",
    ...common,
    keep: "bounded",
  },
  {
    name: "holiday_import",
    doc: "Country and region of the weekly import",
    ...common,
    keep: "forever",
  },
];
