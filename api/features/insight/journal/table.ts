/**
 * Tables of the query journal: one narrow row per query; repeated texts are stored once in a
 * dictionary.
 */
import type { Table } from "../../../store/table.ts";

const common = {
  database: "journal",
  inBackups: false,
  toSecondary: false,
  emptiedBy: "logs",
} as const;

/** The tables of journal.db. */
export const JOURNAL_TABLES: readonly Table[] = [
  {
    name: "queries",
    doc: "One row for each answered question",
    keep: "setting:journal_days",
    ...common,
  },
  {
    name: "hours",
    doc: "First and last number of the entries of each hour",
    keep: "setting:journal_days",
    ...common,
  },
  { name: "names", doc: "Queried names, once each", keep: "setting:journal_days", ...common },
  {
    name: "texts",
    doc:
      "Clients, upstreams, rules, reasons and origins, once each, with the day they were last seen",
    keep: "setting:journal_days",
    ...common,
  },
];
