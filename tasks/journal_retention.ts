/** The task that lets go the old entries of the journal (A 7.11). */
import type { Journal } from "../api/features/insight/journal/service.ts";
import type { Task } from "./task.ts";

/** Keeps the journal within its days and its size. */
export function journalRetention(journal: Journal): Task {
  return {
    name: "journal.retention",
    doc: "Deletes the entries of the journal that are older or more than the settings keep",
    when: { every: 3_600_000 },
    deadline: 30 * 60_000,
    jitter: 5 * 60_000,
    atStart: true,
    run: async (signal) => void await journal.retain(signal),
  };
}
