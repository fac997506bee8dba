/**
 * Tables of the statistics: counters and rankings, which are stored longer than the journal (A
 * 7.11).
 */
import type { Table } from "../../../store/table.ts";

const common = {
  database: "stats",
  keep: "setting:statistics_days",
  inBackups: false,
  toSecondary: false,
} as const;

/** The tables of stats.db. */
export const STATISTICS_TABLES: readonly Table[] = [
  {
    name: "counters",
    doc: "Query counts by minute, hour and day along each dimension",
    ...common,
  },
  { name: "tops", doc: "The names, clients and upstreams seen most, by hour and day", ...common },
  { name: "clients", doc: "When each client was seen first and last", ...common },
  { name: "device_counters", doc: "Query counts of each device by hour and day", ...common },
];
