/**
 * Alerts for companies: data loss prevention, unblock requests, sites, the pair, the directory (B
 * 6).
 */
import type { AlertKindRow } from "./kind.ts";

/** The kinds of the group business. */
export const BUSINESS_KINDS = {
  dlp: {
    group: "business",
    severity: 5,
    once: "day",
    subject: ["device", "name", "detail:1"],
    to: "administrators",
    doc: "A name through which company data may leave was reported or blocked",
    detail: "action|channel",
  },
  "unblock.request": {
    group: "business",
    severity: 2,
    once: "time",
    subject: ["device", "name"],
    to: "administrators",
    doc: "Unblocking of a name was requested",
    detail: "minutes",
  },
  blocked_request: {
    group: "business",
    severity: 1,
    once: "time",
    subject: ["device", "name"],
    to: "administrators",
    doc: "A doubt about a block was sent to the collective base",
    detail: "the reason of the block",
  },
  "sites.failing": {
    group: "business",
    severity: 6,
    once: "day",
    subject: ["name"],
    to: "administrators",
    doc: "A site of the organisation fails, or no longer sends its state",
    detail: "health",
  },
  "sites.removed": {
    group: "business",
    severity: 4,
    once: "time",
    subject: ["name"],
    to: "administrators",
    doc: "The box was removed from its organisation",
    detail: "",
  },
  "ha.state": {
    group: "business",
    severity: 6,
    once: "time",
    subject: ["detail"],
    to: "administrators",
    doc: "The shared address of the pair moved to the other box",
    detail: "state",
  },
  "ha.peer": {
    group: "business",
    severity: 6,
    once: "hour",
    subject: ["name"],
    to: "administrators",
    doc: "The other box of the pair cannot be reached",
    detail: "",
  },
  "ha.sync": {
    group: "business",
    severity: 6,
    once: "hour",
    subject: [],
    to: "administrators",
    doc: "The configuration of the primary could not be taken over",
    detail: "why",
  },
  "directory.failed": {
    group: "business",
    severity: 4,
    once: "day",
    subject: [],
    to: "administrators",
    doc: "People could not be imported from the directory",
    detail: "why",
  },
} as const satisfies Record<string, AlertKindRow>;
