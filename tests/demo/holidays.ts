/**
 * The holidays of the demonstration: a year of school holidays of a region, and a manually added
 * day off.
 */
import { daysKey } from "../../api/features/household/vacations/service.ts";
import { ACCOUNT, actor, type DemoEvent } from "./events.ts";

const DAY = 24;
const DAY_MS = 86_400_000;
/**
 * Names, with the first and last day relative to the end of the history. Today is in none of them,
 * so the evening is one of a school day.
 */
const REGION: readonly (readonly [name: string, first: number, last: number])[] = [
  ["Herbstferien", -27, -20],
  ["Weihnachtsferien", 31, 44],
  ["Winterferien", 82, 86],
  ["Osterferien", 121, 132],
  ["Pfingstferien", 177, 188],
  ["Sommerferien", 252, 295],
];

/** The additions, as events. */
export const HOLIDAY_EVENTS: readonly DemoEvent[] = [
  {
    ago: 25 * DAY,
    async run(scene) {
      const end = scene.now() + 25 * DAY_MS;
      const day = (ahead: number) => dayText(end, ahead);
      const brought = REGION.map(([name, first, last]) => {
        const days = { firstDay: day(first), lastDay: day(last) };
        return { ...days, name, key: daysKey(days) };
      });
      await scene.control.vacations.bring(brought, { source: "service", by: ACCOUNT });
      const detail = { country: "DE", region: "DE-BY", added: brought.length };
      await scene.control.audit.record(actor(scene), "holiday.import", detail);
    },
  },
  {
    ago: 5 * DAY,
    async run(scene) {
      const firstDay = dayText(scene.now() + 5 * DAY_MS, 13);
      await scene.control.vacations.add(
        { firstDay, lastDay: firstDay, name: "Pädagogischer Tag" },
        ACCOUNT,
      );
      const detail = { first_day: firstDay, last_day: firstDay };
      await scene.control.audit.record(actor(scene), "vacation.add", detail);
    },
  },
];

function dayText(unix: number, ahead: number): string {
  return new Date(unix + ahead * DAY_MS).toISOString().slice(0, 10);
}
