/** The task that lets old entries of the administration log go. */
import type { Task } from "./task.ts";

/** Deletes entries that are older than the setting keeps. */
export function auditRetention(audit: { retain(signal: AbortSignal): Promise<void> }): Task {
  return {
    name: "audit.retention",
    doc: "Deletes entries of the administration log that are older than the settings keep",
    when: { cron: "17 3 * * *" },
    deadline: 10 * 60_000,
    jitter: 60_000,
    run: (signal) => audit.retain(signal),
  };
}
