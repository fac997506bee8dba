/** The task that tells when the box has learned the household. */
import type { Task } from "./task.ts";

/** Tells once that the first days are over, and that proposals wait. */
export function learningEnd(learning: { tell(): Promise<void> }): Task {
  return {
    name: "learning.end",
    doc: "Tells once that the first days are over and what the box proposes can be looked at",
    when: { every: 600_000 },
    deadline: 30_000,
    jitter: 5_000,
    run: () => learning.tell(),
  };
}
