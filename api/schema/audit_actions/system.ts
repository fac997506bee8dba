/**
 * Actions on the running box: settings, terms, maintenance, updates, backups, alerts and their
 * export (A 4.9, 7.11, 7.12).
 */
import type { AuditActionRow } from "./action.ts";

/** The actions of the area system. */
export const SYSTEM_ACTIONS = {
  // Settings: only the names of changed ones, never values (A 6).
  "settings.change": { doc: "Settings were changed", fields: { settings: "plain" } },
  "settings.reset": {
    doc: "Settings were reset to their defaults",
    fields: { settings: "plain" },
  },
  "timezone.change": { doc: "The time zone was changed", fields: { settings: "plain" } },
  // Installation, terms and statistics.
  "setup.finish": {
    doc: "The installation was finished",
    fields: { account: "plain", terms: "plain" },
  },
  "terms.accept": { doc: "The terms of use were accepted", fields: { version: "plain" } },
  "telemetry.on": { doc: "The anonymous statistics were turned on", fields: {} },
  "telemetry.off": { doc: "The anonymous statistics were turned off", fields: {} },
  // The running box. Each maintenance records what it removed (A 4.9).
  "cache.flush": { doc: "Answers were removed from the cache", fields: { entries: "plain" } },
  "task.run": { doc: "A task was run by hand", fields: { task: "plain" } },
  "maintenance.resolver": {
    doc: "The resolver was restarted",
    fields: { answers: "plain", connections: "plain" },
  },
  "maintenance.network": {
    doc: "The network table was emptied",
    fields: { removed: "plain" },
  },
  "maintenance.logs": {
    doc: "The journal and the live view were emptied",
    fields: { queries: "plain" },
  },
  "identity.new": { doc: "The box was given a new identity", fields: {} },
  "system.restart": { doc: "The box was restarted", fields: {} },
  "system.poweroff": { doc: "The box was powered off", fields: {} },
  "diagnostic.download": { doc: "The diagnostic was downloaded", fields: {} },
  "update.check": { doc: "A check for a new version was made", fields: { version: "plain" } },
  "update.install": {
    doc: "The installation of a new version was begun",
    fields: { from: "plain", to: "plain" },
  },
  "update.installed": {
    doc: "A new version was installed",
    fields: { from: "plain", to: "plain" },
  },
  "update.failed": {
    doc: "A new version could not be installed, or did not run well",
    fields: { from: "plain", to: "plain", why: "plain" },
  },
  "update.rollback": {
    doc: "The return to the version before was begun",
    fields: { from: "plain", to: "plain" },
  },
  "update.settings": {
    doc: "How updates are installed was changed",
    fields: { settings: "plain" },
  },
  // Backups.
  "backup.create": { doc: "A backup was made", fields: { name: "plain", bytes: "plain" } },
  "backup.download": { doc: "A backup was downloaded", fields: { name: "plain" } },
  "backup.remove": { doc: "A backup was removed", fields: { name: "plain" } },
  "backup.settings": { doc: "The regular backups were changed", fields: { settings: "plain" } },
  "backup.restore": {
    doc: "A backup was restored",
    fields: { name: "plain", made: "plain" },
  },
  "backup.return": { doc: "The state before a restore was put back", fields: {} },
  "backup.cancel": { doc: "A backup was cancelled", fields: {} },
  "backup.key": { doc: "A recovery key of backups was made", fields: {} },
  "backup.target.add": {
    doc: "A target of backups was added",
    fields: { name: "plain", target: "plain" },
  },
  "backup.target.change": {
    doc: "A target of backups was changed",
    fields: { name: "plain", target: "plain" },
  },
  "backup.target.remove": {
    doc: "A target of backups was removed",
    fields: { name: "plain", target: "plain" },
  },
  "backup.target.test": {
    doc: "A target of backups was tried",
    fields: { name: "plain", target: "plain", ok: "plain" },
  },
  "import.apply": {
    doc: "A configuration of another product was imported",
    fields: { source: "plain", file: "plain", written: "plain", failed: "plain" },
  },
  // Journal and reports.
  "journal.export": {
    doc: "Queries were exported",
    fields: { queries: "plain", from: "plain", to: "plain" },
  },
  "report.settings": { doc: "The regular reports were changed", fields: { settings: "plain" } },
  // Alerts and this log, and where they are sent.
  "alert.acknowledge": {
    doc: "Alerts were acknowledged",
    fields: { alerts: "plain", count: "plain", until: "plain" },
  },
  "alert.reopen": {
    doc: "Acknowledged alerts were opened again",
    fields: { alerts: "plain", count: "plain" },
  },
  "audit.lost": {
    doc: "Actions are missing before this one: they could not be stored",
    fields: { actions: "plain" },
  },
  "export.add": {
    doc: "A target of the export was added",
    fields: { export: "plain", kind: "plain", target: "plain" },
  },
  "export.change": {
    doc: "A target of the export was changed",
    fields: { export: "plain", target: "plain", changed: "plain" },
  },
  "export.remove": {
    doc: "A target of the export was removed",
    fields: { export: "plain", target: "plain" },
  },
  "export.retry": {
    doc: "Waiting events of a target of the export were sent again",
    fields: { export: "plain", target: "plain" },
  },
  "export.test": {
    doc: "A target of the export was tested",
    fields: { export: "plain", target: "plain", ok: "plain" },
  },
} as const satisfies Record<string, AuditActionRow>;
