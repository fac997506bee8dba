/** The task that makes days out of hours in the statistics. */
import type { Statistics } from "../api/features/insight/statistics/service.ts";
import type { Task } from "./task.ts";

/** Ranks days from their hours and lets go minutes, hours and days that are too old. */
export function statsRollup(statistics: Statistics): Task {
  return {
    name: "stats.rollup",
    doc: "Ranks each day from its hours, and deletes counters that are older than the settings keep",
    when: { cron: "5 * * * *" },
    deadline: 10 * 60_000,
    jitter: 60_000,
    atStart: true,
    run: (signal) => statistics.rollup(signal),
  };
}
