/** The task that copies box.db every day (DESIGN 7). */
import type { DailyCopies } from "../api/features/box/copies/service.ts";
import type { Task } from "./task.ts";

/** Copies box.db, checks the copy, keeps the newest of each of seven days. */
export function boxCopy(copies: DailyCopies): Task {
  return {
    name: "box.copy",
    doc: "Copies the settings and household of the box, and keeps the copies of seven days",
    when: { every: 6 * 3_600_000 },
    deadline: 10 * 60_000,
    jitter: 60_000,
    atStart: true,
    run: async () => void await copies.copy(),
  };
}
