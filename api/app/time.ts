/** The services of people's time: used time, limits, and attempts to bypass them. */
import { type BypassMonitor, createBypassMonitor } from "./bypass_monitor.ts";
import type { Core } from "./core.ts";
import { createHours, type HoursServices } from "./hours.ts";
import type { TimeDeps } from "./time_deps.ts";
import { createUsage, type UsageServices } from "./usage.ts";

/** The services of time. */
export interface BoxTime extends UsageServices, HoursServices {
  readonly bypass: BypassMonitor;
  /** Writes pending data, and stops watching. */
  readonly closeTime: () => Promise<void>;
}

/** Creates the services and starts to read their tables. */
export function createTime(core: Core, deps: TimeDeps): BoxTime {
  const used = createUsage(core, deps);
  const timed = createHours(core, { ...deps, usage: used.usage });
  const bypass = createBypassMonitor(core, {
    ...deps,
    hours: timed.hours,
    subjectOf: used.subjectOf,
  });

  return {
    ...used,
    ...timed,
    bypass,
    async closeTime() {
      timed.hours.close();
      timed.requests.close();
      await Promise.allSettled([bypass.close(), used.usage.close(), used.timeSpent.close()]);
    },
  };
}
