/**
 * The tables of the events: the administration log, the alerts, and the record of alerts raised
 * already (A 6).
 */
import type { Table } from "../store/table.ts";

// None of them leaves the box: a restore or a pair never raises an alert twice and never rewrites
// what was done on this box (A 6, B 7.3.3).
const ON_THIS_BOX = { database: "box", inBackups: false, toSecondary: false } as const;

/** The tables. */
export const EVENT_TABLES: readonly Table[] = [
  {
    ...ON_THIS_BOX,
    name: "audit",
    doc: "Administration log: who did what",
    keep: "setting:audit_days",
  },
  { ...ON_THIS_BOX, name: "alerts", doc: "Alerts as they are shown", keep: "setting:alerts_days" },
  {
    ...ON_THIS_BOX,
    name: "alerts_told",
    doc: "What was told, so that it is told once",
    keep: "bounded",
  },
];
