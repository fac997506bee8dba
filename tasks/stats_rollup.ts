/** The task that makes days out of hours in the statistics. */
import type { Statistics } from "../api/features/insight/statistics/service.ts";
import type { TimeSpent } from "../api/features/insight/time_spent/service.ts";
import type { Task } from "./task.ts";

/** Ranks days from their hours and lets go minutes, hours and days that are too old. */
export function statsRollup(statistics: Statistics, timeSpent: Pick<TimeSpent, "retain">): Task {
  return {
    name: "stats.rollup",
    doc:
      "Ranks each day from its hours, and deletes counters that are older than the settings keep",
    when: { cron: "5 * * * *" },
    deadline: 10 * 60_000,
    jitter: 60_000,
    atStart: true,
    async run(signal) {
      await statistics.rollup(signal);
      if (!signal.aborted) await timeSpent.retain();
    },
  };
}
