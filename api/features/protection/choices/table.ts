/** Tables of what is chosen for everyone, a group, a profile, a person or a device (DESIGN 3). */
import type { Table } from "../../../store/table.ts";

const common = { database: "box", keep: "forever", inBackups: true, toSecondary: true } as const;

/** The tables of choices, services of the household and pauses. */
export const CHOICE_TABLES: readonly Table[] = [
  { name: "choices", doc: "What each scope chose of categories, services and safe search", ...common },
  { name: "services", doc: "Services that the household added to the catalogue", ...common },
  { name: "pauses", doc: "Protection paused for a while, by scope", ...common, keep: "bounded" },
];
