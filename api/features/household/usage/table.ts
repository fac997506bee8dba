/** Tables of the time used in limited categories (A 7.1.3, 7.1.5). */
import type { Table } from "../../../store/table.ts";

const common = { database: "box", keep: "bounded", inBackups: true, toSecondary: true } as const;

/** The tables of used time. */
export const USAGE_TABLES: readonly Table[] = [
  {
    name: "category_usage",
    doc: "Steps of five minutes that a person used of a category, for seven days",
    ...common,
  },
  { name: "shared_usage", doc: "The same of devices that several people share", ...common },
];
