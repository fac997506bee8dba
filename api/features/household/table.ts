/** Tables of the household: the people who live or work here, and the devices they use (A 2.4). */
import type { Table } from "../../store/table.ts";

const common = { database: "box", keep: "forever", inBackups: true, toSecondary: true } as const;

/** The tables of people, groups and devices. */
export const HOUSEHOLD_TABLES: readonly Table[] = [
  {
    name: "people",
    doc: "People of the household with their profile",
    ...common,
    restored: "update people set detailed_reports = 0",
  },
  { name: "groups", doc: "Groups of devices", ...common },
  { name: "devices", doc: "Devices: name, owner, quarantine", ...common },
  { name: "device_people", doc: "Users of shared devices", ...common },
  {
    name: "private_names",
    doc: "Until when the queries of a device stay private, regardless of its present users",
    ...common,
  },
  { name: "device_macs", doc: "Hardware addresses of devices", ...common },
];
