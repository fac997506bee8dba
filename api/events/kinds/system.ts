/** Alerts about the box itself: lists, databases, disk, tasks, accounts, updates (A 7.11, DESIGN 9). */
import type { AlertKindRow } from "./kind.ts";

/** The kinds of the group system. */
export const SYSTEM_KINDS = {
  "list.failing": {
    ...{ group: "system", severity: 3, once: "week", subject: ["name"], to: "administrators" },
    doc: "A list could not be downloaded for days",
    detail: "why",
  },
  "list.held": {
    ...{ group: "system", severity: 3, once: "week", subject: ["name"], to: "administrators" },
    doc: "The new copy of a list lost most of its lines and waits for a decision",
    detail: "lines before|lines now",
  },
  "policy.failed": {
    ...{ group: "system", severity: 7, once: "hour", subject: [], to: "administrators" },
    doc: "What was changed could not be taken up, the policy in force stays",
    detail: "why",
  },
  "database.broken": {
    ...{ group: "system", severity: 8, once: "time", subject: ["name"], to: "administrators" },
    doc: "A database was broken and set aside",
    detail: "what was done",
  },
  "database.unavailable": {
    ...{ group: "system", severity: 8, once: "hour", subject: ["name"], to: "administrators" },
    doc: "A database cannot be used",
    detail: "why",
  },
  "disk.full": {
    ...{ group: "system", severity: 7, once: "day", subject: ["name"], to: "administrators" },
    doc: "The disk is nearly full",
    detail: "megabytes left",
  },
  "thread.restarted": {
    ...{ group: "system", severity: 6, once: "hour", subject: ["name"], to: "administrators" },
    doc: "A part of the box met a fault and was started again",
    detail: "why",
  },
  "task.failing": {
    ...{ group: "system", severity: 3, once: "day", subject: ["name"], to: "administrators" },
    doc: "A task fails again and again",
    detail: "why",
  },
  "clock.wrong": {
    ...{ group: "system", severity: 5, once: "day", subject: [], to: "administrators" },
    doc: "The clock of the box is wrong",
    detail: "seconds",
  },
  "clock.unknown": {
    ...{ group: "system", severity: 5, once: "day", subject: [], to: "administrators" },
    doc: "The time of day is not known: hours and daily limits hold back",
    detail: "",
  },
  "account.attempts": {
    ...{
      group: "system",
      severity: 6,
      once: "hour",
      subject: ["name", "detail"],
      to: "administrators",
    },
    doc: "Sign-ins to an account are refused again and again",
    detail: "address",
  },
  "account.code.used": {
    ...{ group: "system", severity: 4, once: "time", subject: ["name"], to: "administrators" },
    doc: "A recovery code was used to sign in",
    detail: "codes left",
  },
  "update.available": {
    ...{ group: "system", severity: 2, once: "ever", subject: ["name"], to: "administrators" },
    doc: "A new version of the box is available",
    detail: "security or empty",
  },
  "update.failed": {
    ...{ group: "system", severity: 5, once: "day", subject: ["name"], to: "administrators" },
    doc: "A new version could not be installed",
    detail: "why",
  },
  "backup.failed": {
    ...{ group: "system", severity: 5, once: "day", subject: ["name"], to: "administrators" },
    doc: "A backup could not be made",
    detail: "why",
  },
  "export.failing": {
    ...{ group: "system", severity: 4, once: "day", subject: ["name"], to: "administrators" },
    doc: "A target of the export takes nothing",
    detail: "why",
  },
  "audit.lost": {
    ...{ group: "system", severity: 7, once: "time", subject: [], to: "administrators" },
    doc: "Actions are missing in the administration log: they could not be kept",
    detail: "number of actions",
  },
  "terms.new": {
    ...{ group: "system", severity: 2, once: "ever", subject: ["name"], to: "administrators" },
    doc: "There are new terms of use",
    detail: "",
  },
} as const satisfies Record<string, AlertKindRow>;
