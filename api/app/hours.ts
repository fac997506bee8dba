/** Creates the services of hours, vacations and limits over the household. */
import { HoursService } from "../features/household/hours/service.ts";
import { HolidayService } from "../features/household/holidays/service.ts";
import { createBlockedCategories, RequestService } from "../features/household/requests/service.ts";
import { VacationService } from "../features/household/vacations/service.ts";
import { PresentNeighbours } from "../features/network/neighbours/present_neighbours.ts";
import { lookup } from "../system/lookup.ts";
import { offsetOf } from "../system/zone_offset.ts";
import type { Core } from "./core.ts";
import type { TimeDeps } from "./time_deps.ts";
import type { UsageServices } from "./usage.ts";

/** The services of hours. */
export interface HoursServices {
  readonly hours: HoursService;
  readonly requests: RequestService;
  readonly vacations: VacationService;
  readonly holidays: HolidayService;
}

/** Creates the services and starts to read their tables. */
export function createHours(
  core: Core,
  { alerts, household: { household: register, devices }, presence, choices, usage }:
    & Pick<TimeDeps, "alerts" | "household" | "presence" | "choices">
    & Pick<UsageServices, "usage">,
): HoursServices {
  const { runtime, settings, databases, resolver, access, transport, events, timeKnown } = core;
  const { log } = runtime;
  const { time_zone } = settings.started;
  const offset = offsetOf(time_zone);
  const zone = time_zone || new Intl.DateTimeFormat("en").resolvedOptions().timeZone;
  const common = { runtime, db: databases.box, timeKnown };
  const policyChanged = () => events.policyChanged("rules");

  const vacations = new VacationService({ ...common, offset });
  const hours = new HoursService({
    ...common,
    register,
    usage,
    vacations,
    offset,
    zone: () => zone,
    country: () => settings.values.country,
    labelOf: (id) => devices.byId(id)?.label ?? "",
    changed: () => void policyChanged(),
  });
  hours.ready().catch((error: Error) =>
    log("warn", `The hours cannot be read yet: ${error.message}`)
  );

  const holidays = new HolidayService({
    ...common,
    vacations,
    raise: events.raise,
    url: () => settings.values.holiday_service_url,
    transport: transport("holidays"),
    lookup: (host) => lookup(resolver, host),
    allowPrivate: () => settings.values.lists_allow_private,
    changed: policyChanged,
  });

  const requests = new RequestService({
    ...common,
    register,
    alerts,
    hours,
    blockedCategories: createBlockedCategories({ register, choices, now: runtime.now }),
    machineOf: (mac) => presence.known.factsOf(mac),
    neighbours: new PresentNeighbours({
      lookup: access.openLookup(),
      readArp: access.readArp,
      runtime,
    }),
    offset: () => offset,
  });
  requests.begin();
  return { hours, requests, vacations, holidays };
}
