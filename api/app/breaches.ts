/** The breach watch over the household and its alerts (A 7.3). */
import type { Control } from "./control.ts";
import type { Core } from "./core.ts";
import { calendar } from "../events/calendar.ts";
import type { TermsService } from "../features/box/terms/service.ts";
import { createRangeQuery } from "../features/household/breaches/range.ts";
import { minuteOfWeek } from "../features/household/breaches/schedule.ts";
import { BreachWatch } from "../features/household/breaches/service.ts";
import { deriveKey } from "../system/data_directory.ts";

/** Creates the watch. */
export function createBreachWatch(
  core: Core,
  { alerts, people, household }: Pick<Control, "alerts" | "people" | "household">,
  terms: Pick<TermsService, "inForce">,
): BreachWatch {
  const { runtime, settings, databases, secret, role, timeKnown } = core;
  const [first, second, third, fourth] = deriveKey(secret, "minute of breach checks", 4);
  const watch = new BreachWatch({
    runtime,
    db: databases.box,
    alerts,
    ask: createRangeQuery(core.cloud),
    serviceUrl: () => settings.values.cloud_url,
    accepted: () => terms.inForce(),
    timeKnown,
    role,
    personName: (id) => people.name(id),
    dayOf: calendar(() => settings.values.time_zone),
    minute: minuteOfWeek(first + second * 256 + third * 256 ** 2 + fourth * 256 ** 3),
  });
  household.onChange(({ gone: { people: removed = [] } = {} }) => {
    if (removed.length === 0) return;
    watch.forgetPeople(removed).catch((error: Error) =>
      runtime.log("warn", `Alerts about a removed person stay: ${error.message}`)
    );
  });
  return watch;
}
