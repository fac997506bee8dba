/**
 * The tables of events: the administration log, the alerts, and the record of raised alerts (A 6).
 */
import type { Table } from "../store/table.ts";

// They are not transferred: a restore or a pair must not raise an alert twice or rewrite the log of
// this box (A 6, B 7.3.3).
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
    doc: "Alerts that were raised, so that each is raised once in its period",
    keep: "bounded",
  },
];
