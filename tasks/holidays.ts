/** The task that looks again at the school holidays of the chosen region (A 4.2). */
import type { HolidayService } from "../api/features/household/holidays/service.ts";
import type { Task } from "./task.ts";

/** Looks every hour whether the last import is a week old, or failed some hours ago; when it asks is drawn, so that boxes do not ask at once. */
export function holidaysImport(holidays: Pick<HolidayService, "check">): Task {
  return {
    name: "holidays.import",
    doc: "Asks the holiday service for the school holidays of the chosen region, every week",
    when: { every: 3_600_000 },
    deadline: 120_000,
    jitter: 900_000,
    first: { from: 60_000, to: 600_000 },
    run: () => holidays.check(),
  };
}
