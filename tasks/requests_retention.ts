/** The task that lets old requests for more time go. */
import type { Task } from "./task.ts";

/** Deletes requests that are older than they are kept. */
export function requestsRetention(requests: { retain(): Promise<void> }): Task {
  return {
    name: "requests.retention",
    doc: "Deletes requests for more time that are older than 90 days",
    when: { cron: "41 3 * * *" },
    deadline: 60_000,
    jitter: 60_000,
    run: () => requests.retain(),
  };
}
