/**
 * The time that people use, counted from the queries the resolver saw: the basis of time limits and
 * reports.
 */
import { findService } from "../../policy/catalogue/services.ts";
import { ServiceNames } from "../../policy/snapshot/service_names.ts";
import type { Observation } from "../../resolver/protocol.ts";
import type { Household } from "../features/household/open.ts";
import { UsageService } from "../features/household/usage/service.ts";
import { type NameSubject, subjectOf } from "../features/insight/subject.ts";
import { TimeSpent } from "../features/insight/time_spent/service.ts";
import { offsetOf } from "../system/zone_offset.ts";
import type { Core } from "./core.ts";
import type { TimeDeps } from "./time_deps.ts";
import type { Runtime } from "../system/runtime.ts";

/** The services of used time. */
export interface UsageServices {
  readonly usage: UsageService;
  readonly timeSpent: TimeSpent;
  /** The subject of a queried name. */
  readonly subjectOf: (seen: Observation) => NameSubject;
}

/** Creates the services and starts to read the time used today. */
export function createUsage(
  core: Core,
  { household: { household }, choices, lists, clients }: Pick<
    TimeDeps,
    "household" | "choices" | "lists" | "clients"
  >,
): UsageServices {
  const { runtime, settings, databases } = core;
  const { log } = runtime;
  const subject = subjectOf(new ServiceNames(() => choices.knownServices), {
    categoryOfList: (id) => lists.categoryOf(id),
    categoryOfService: (id) => findService(id)?.category ?? "",
  });
  const common = {
    runtime,
    deviceAt: (address: string) => clients.deviceAt(address),
    offset: offsetOf(settings.started.time_zone),
    known: core.timeKnown,
  };

  const usage = new UsageService({
    ...common,
    db: databases.box,
    household,
    categoryOf: (seen) => subject(seen).category,
  });
  const timeSpent = new TimeSpent({
    ...common,
    database: databases.stats,
    subjectOf: subject,
    personOf: (id) => household.devices.get(id)?.personId ?? 0,
    keepsClients: () => settings.values.anonymize_clients === "off",
  });

  usage.ready().catch((error: Error) =>
    log("warn", `The time used today cannot be read yet: ${error.message}`)
  );
  followHousehold(household, timeSpent, log);
  return { usage, timeSpent, subjectOf: subject };
}

/**
 * The time of a merged device counts for the device it was merged into; the time of a removed
 * person or device is deleted.
 */
function followHousehold(
  household: Household["household"],
  timeSpent: TimeSpent,
  log: Runtime["log"],
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
