/** Alerts about the people of the household: requests and limits (A 3.2, 4.2). */
import type { AlertKindRow } from "./kind.ts";

/** The kinds of the group household. */
export const HOUSEHOLD_KINDS = {
  "request.new": {
    group: "household",
    severity: 2,
    once: "time",
    subject: ["person", "device"],
    to: "administrators",
    doc: "A child or teenager requested more time",
    detail: "minutes|category or empty",
  },
  "learning.ended": {
    group: "household",
    severity: 1,
    once: "ever",
    subject: [],
    to: "administrators",
    doc: "The first days are over, and the box proposes names, people and protections",
    detail: "number of devices",
  },
  "holiday.failed": {
    group: "household",
    severity: 2,
    once: "week",
    subject: [],
    to: "administrators",
    doc: "School holidays could not be imported",
    detail: "why",
  },
} as const satisfies Record<string, AlertKindRow>;
