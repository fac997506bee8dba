/** Hours, vacations and limits put together over the household: what decides about the time of children and teenagers. */
import type { ResolverHandle } from "../resolver/protocol.ts";
import type { BoxSettings } from "./box_settings.ts";
import type { Raise } from "./events/alert_kinds.ts";
import type { Alerts } from "./events/alerts.ts";
import { HoursService, type HoursServiceOptions } from "./features/household/hours/service.ts";
import type { MachineOf } from "./features/household/machine.ts";
import type { Household } from "./features/household/open.ts";
import type { UsageService } from "./features/household/usage/service.ts";
import { HolidayService } from "./features/household/holidays/service.ts";
import { RequestService } from "./features/household/requests/service.ts";
import { VacationService } from "./features/household/vacations/service.ts";
import { httpTransport } from "./features/protection/lists/transport.ts";
import { PresentNeighbours } from "./features/network/neighbours/present.ts";
import { kernelText } from "./kernel_files.ts";
import type { Log } from "./log.ts";
import { lookup } from "./lookup.ts";
import type { StoredDatabase } from "./store/open.ts";
import { offsetOf } from "./zone_offset.ts";

/** What they are made of. */
export interface BoxHoursDeps extends Pick<HoursServiceOptions, "timeKnown" | "now" | "after"> {
  readonly box: StoredDatabase;
  readonly settings: BoxSettings;
  readonly household: Pick<Household, "household" | "devices">;
  readonly usage: UsageService;
  readonly alerts: Pick<Alerts, "raiseWith">;
  readonly raise: Raise;
  readonly machineOf: MachineOf;
  readonly resolver: Pick<ResolverHandle, "ask">;
  readonly policyChanged: (what: "rules") => void | Promise<void>;
  readonly log: Log;
}

/** The services of hours. */
export interface BoxHours {
  readonly hours: HoursService;
  readonly requests: RequestService;
  readonly vacations: VacationService;
  readonly holidays: HolidayService;
}

/** Makes them, and begins to read what they keep. */
export function boxHours(deps: BoxHoursDeps): BoxHours {
  const {
    box: db,
    settings,
    household: { household: register, devices },
    usage,
    timeKnown,
    now,
    after,
    log,
  } = deps;
  const { time_zone } = settings.started, offset = offsetOf(time_zone);
  const zone = time_zone || new Intl.DateTimeFormat("en").resolvedOptions().timeZone;
  const vacations = new VacationService({ db, now, offset });
  const hours = new HoursService({
    ...{ db, register, usage, vacations, timeKnown, offset, now, after, log },
    zone: () => zone,
    country: () => settings.values.country,
    labelOf: (id) => devices.byId(id)?.label ?? "",
    changed: () => void deps.policyChanged("rules"),
  });
  hours.ready().catch((error: Error) =>
    log("warn", `The hours cannot be read yet: ${error.message}`)
  );
  const holidays = new HolidayService({
    ...{ db, vacations, timeKnown, now, raise: deps.raise },
    url: () => settings.values.holiday_service_url,
    transport: httpTransport,
    lookup: (host) => lookup(deps.resolver, host),
    allowPrivate: () => settings.values.lists_allow_private,
    changed: () => deps.policyChanged("rules"),
  });
  const neighbours = new PresentNeighbours({ readArp: () => kernelText("/proc/net/arp"), now });
  const { alerts, machineOf } = deps,
    asked = { alerts, hours, machineOf, neighbours, offset: () => offset };
  const requests = new RequestService({
    ...{ db, register, timeKnown, now, after, log },
    ...asked,
  });
  requests.begin();
  return { hours, requests, vacations, holidays };
}
