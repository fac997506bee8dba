/** The task that keeps subscribed lists fresh (DESIGN 9, reliability E 15). */
import type { ListService } from "../api/features/protection/lists/service.ts";
import type { Task } from "./task.ts";

/**
 * Tries for the lists whose time has come; each list has its own hour, with jitter and back-off, in its row. Not at the very
 * start: names are answered from the snapshot on disk first.
 */
export function listsRefresh(lists: ListService): Task {
  return {
    name: "lists.refresh",
    doc: "Downloads the subscribed lists whose time has come, and tries again those that failed",
    when: { every: 5 * 60_000 },
    deadline: 4 * 3_600_000,
    jitter: 60_000,
    progress: () => lists.progress(),
    run: async (signal) => void await lists.refreshDue(signal),
  };
}
