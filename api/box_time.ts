/** Everything about the time of people as one: what they use, what they may, and who goes around it. */
import { type BoxBypass, boxBypass, type BoxBypassDeps } from "./box_bypass.ts";
import { type BoxHours, boxHours, type BoxHoursDeps } from "./box_hours.ts";
import { type BoxUsage, boxUsage, type BoxUsageDeps } from "./box_usage.ts";
import type { Household } from "./features/household/open.ts";
import type { StoredDatabase } from "./store/open.ts";

/** What it is made of. */
export interface BoxTimeDeps
  extends
    Omit<BoxUsageDeps, "household">,
    Omit<BoxHoursDeps, "household" | "usage">,
    Omit<BoxBypassDeps, "household" | "hours" | "subjectOf"> {
  readonly box: StoredDatabase;
  readonly household: Household;
}

/** The services of time. */
export interface BoxTime extends BoxUsage, BoxHours {
  readonly bypass: BoxBypass;
  /** Writes what waits, and watches nothing any more. */
  readonly closeTime: () => Promise<void>;
}

/** Makes them, and begins to read what they keep. */
export function boxTime(deps: BoxTimeDeps): BoxTime {
  const { household } = deps.household,
    used = boxUsage({ ...deps, household }),
    { usage, timeSpent, subjectOf } = used;
  const timed = boxHours({ ...deps, usage }), { hours, requests } = timed;
  const bypass = boxBypass({ ...deps, household, hours, subjectOf });
  return {
    ...used,
    ...timed,
    bypass,
    async closeTime() {
      hours.close();
      requests.close();
      await Promise.allSettled([bypass.close(), usage.close(), timeSpent.close()]);
    },
  };
}
