/** Table `time_spent`: what people and devices spend their time on, by day. */
import type { Table } from "../../../store/table.ts";

/** Minutes a day of each person and device, by category and service. */
export const TIME_SPENT_TABLE: Table = {
  name: "time_spent",
  database: "stats",
  doc: "Minutes that people and devices spent, by day, category and service",
  keep: "bounded",
  inBackups: false,
  toSecondary: false,
};
