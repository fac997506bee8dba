/** The time that people use, counted of what the resolver saw: what limits hold people to, and what reports tell. */
import { serviceOf } from "../policy/catalogue/services.ts";
import { ServiceNames } from "../policy/snapshot/service_names.ts";
import type { Observation } from "../resolver/protocol.ts";
import type { BoxSettings } from "./box_settings.ts";
import type { Household } from "./features/household/open.ts";
import { UsageService, type UsageServiceOptions } from "./features/household/usage/service.ts";
import { type Subject, subjectOf } from "./features/insight/subject.ts";
import { TimeSpent } from "./features/insight/time_spent/service.ts";
import type { ChoiceService } from "./features/protection/choices/service.ts";
import type { ListService } from "./features/protection/lists/service.ts";
import type { Log } from "./log.ts";
import type { Database } from "./store/database.ts";
import { offsetOf } from "./zone_offset.ts";

/** What it is made of. */
export interface BoxUsageDeps extends Pick<UsageServiceOptions, "deviceAt" | "now" | "after"> {
  readonly box: UsageServiceOptions["db"];
  readonly stats: Database;
  readonly settings: BoxSettings;
  readonly household: Household["household"];
  readonly choices: Pick<ChoiceService, "knownServices">;
  readonly lists: Pick<ListService, "categoryOf">;
  /** Whether the time of day is known (api/time_known.ts). */
  readonly timeKnown: () => boolean;
  readonly log: Log;
}

/** The services of used time. */
export interface BoxUsage {
  readonly usage: UsageService;
  readonly timeSpent: TimeSpent;
  /** What the name of a question is about. */
  readonly subjectOf: (seen: Observation) => Subject;
}

/** Makes them, and begins to read what was used today. */
export function boxUsage(deps: BoxUsageDeps): BoxUsage {
  const { settings, household, choices, lists, deviceAt, timeKnown: known, now, after, log } = deps;
  const subject = subjectOf(new ServiceNames(() => choices.knownServices), {
    categoryOfList: (id) => lists.categoryOf(id),
    categoryOfService: (id) => serviceOf(id)?.category ?? "",
  });
  const offset = offsetOf(settings.started.time_zone),
    common = { deviceAt, offset, known, now, after, log };
  const usage = new UsageService({
    ...{ ...common, db: deps.box, household },
    categoryOf: (seen: Observation) => subject(seen).category,
  });
  const timeSpent = new TimeSpent({
    ...{ ...common, database: deps.stats, subjectOf: subject },
    personOf: (id) => household.devices.get(id)?.personId ?? 0,
    keepsClients: () => settings.values.anonymize_clients === "off",
  });
  usage.ready().catch((error: Error) =>
    log("warn", `The time used today cannot be read yet: ${error.message}`)
  );
  followHousehold(household, timeSpent, log);
  return { usage, timeSpent, subjectOf: subject };
}

/** What a device spent that was merged into another is that one's; of who is gone nothing is kept. */
function followHousehold(
  household: BoxUsageDeps["household"],
  timeSpent: TimeSpent,
  log: Log,
): void {
  household.onChange(({ gone = {}, moved }) => {
    const people = gone.people?.map((id) => `person:${id}`) ?? [];
    const devices = gone.devices?.filter((id) => id !== moved?.from).map((id) => `device:${id}`) ??
      [];
    const work = async () => {
      if (moved !== undefined) await timeSpent.moveDevice(moved.from, moved.into);
      if (people.length + devices.length > 0) await timeSpent.forget([...people, ...devices]);
    };
    work().catch((error: Error) =>
      log("warn", `The time that was spent does not follow the household: ${error.message}`)
    );
  });
}
