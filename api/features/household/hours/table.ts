/** Tables of hours, extra time, cuts and limits of people (A 2.2, 3.2). */
import type { Table } from "../../../store/table.ts";

const common = { database: "box", inBackups: true, toSecondary: true } as const;

/** The tables of hours. */
export const HOURS_TABLES: readonly Table[] = [
  { name: "person_hours", doc: "Hours of Internet of each person", ...common, keep: "forever" },
  {
    name: "extra_time",
    doc: "Extra time, until it ends",
    ...common,
    keep: "bounded",
  },
  { name: "person_modes", doc: "Cuts and homework, until they end", ...common, keep: "bounded" },
  {
    name: "household_cuts",
    doc: "Internet off for all children or for everyone, until it is back",
    ...common,
    keep: "bounded",
  },
  {
    name: "mode_changes",
    doc: "What the last change of a cut or homework ended, for Undo",
    ...common,
    keep: "bounded",
  },
  {
    name: "time_limits",
    doc: "Minutes a day of a category, by person",
    ...common,
    keep: "forever",
  },
  {
    name: "extra_minutes",
    doc: "Additional minutes of a category, by day",
    ...common,
    keep: "bounded",
  },
  {
    name: "schedule_allow",
    doc: "Names that are answered regardless of hours",
    ...common,
    keep: "forever",
  },
];
