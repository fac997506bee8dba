/** Table `time_requests`: the requests of children and teenagers (A 2.2, 4.2). */
import type { Table } from "../../../store/table.ts";

/** Requests for more time of the last days. */
export const TIME_REQUESTS_TABLE: Table = {
  name: "time_requests",
  database: "box",
  doc: "Requests for more time and their outcome",
  keep: "bounded",
  inBackups: true,
  toSecondary: true,
};
