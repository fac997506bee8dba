/** Table `time_requests`: what children and teenagers asked for (A 2.2, 4.2). */
import type { Table } from "../../../store/table.ts";

/** Requests for more time, those of the last days. */
export const TIME_REQUESTS_TABLE: Table = {
  name: "time_requests",
  database: "box",
  doc: "Requests for more time and what became of them",
  keep: "bounded",
  inBackups: true,
  toSecondary: true,
};
