/** The task that lets old alerts go. */
import type { Task } from "./task.ts";

/** Deletes alerts that are older than the setting keeps, and what was told so long ago that it may be told again. */
export function alertsRetention(alerts: { retain(signal: AbortSignal): Promise<void> }): Task {
  return {
    name: "alerts.retention",
    doc: "Deletes alerts that are older than the settings keep",
    when: { cron: "27 3 * * *" },
    deadline: 10 * 60_000,
    jitter: 60_000,
    run: (signal) => alerts.retain(signal),
  };
}
