/**
 * Creates the services of the household over its database; people, groups and devices share one
 * repository.
 */
import type { DeviceHost } from "./devices/device_discovery.ts";
import { DeviceService, type DeviceServiceOptions } from "./devices/service.ts";
import { LearningService } from "./learning/service.ts";
import { GroupService } from "./groups/service.ts";
import { PeopleService } from "./people/service.ts";
import { HouseholdRepository } from "./household_repository.ts";

/** The services of the household. */
export interface Household {
  /** People, groups and devices in memory. */
  readonly household: HouseholdRepository;
  readonly people: PeopleService;
  readonly groups: GroupService;
  readonly devices: DeviceService;
  readonly learning: LearningService;
}

/** Creates the services and starts loading them. A failed load is retried on first use. */
export function openHousehold(
  options: DeviceHost & Pick<DeviceServiceOptions, "pauses">,
): Household {
  const { db, newDevices, raise, runtime } = options;
  const register = new HouseholdRepository(db, runtime.now);
  const devices = new DeviceService({ ...options, register, learning: () => learning.active });
  const learning: LearningService = new LearningService({
    db,
    register,
    devices: () => devices.summaries(),
    newDevices,
    raise,
    runtime,
  });
  learning.ready().catch(() => {});
  register.ready().catch((error: Error) =>
    runtime.log("warn", `Could not read the household, retrying on first use: ${error.message}`)
  );
  return {
    household: register,
    people: new PeopleService(register, runtime.now),
    groups: new GroupService(register, runtime.now),
    devices,
    learning,
  };
}
