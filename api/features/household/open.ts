/** The household put together over its database: people, groups and devices share one register. */
import { DeviceService, type DeviceServiceOptions } from "./devices/service.ts";
import { GroupService } from "./groups/service.ts";
import { PeopleService } from "./people/service.ts";
import { Register } from "./register.ts";

/** The services of the household. */
export interface Household {
  /** People, groups and devices in memory. */
  readonly household: Register;
  readonly people: PeopleService;
  readonly groups: GroupService;
  readonly devices: DeviceService;
}

/** Makes them and begins to read them; what cannot be read now is read when somebody asks. */
export function openHousehold(options: Omit<DeviceServiceOptions, "register">): Household {
  const { db, now, log } = options, register = new Register(db);
  register.ready().catch((error: Error) => log("warn", `The household cannot be read yet: ${error.message}`));
  return {
    household: register,
    people: new PeopleService(register, now),
    groups: new GroupService(register, now),
    devices: new DeviceService({ ...options, register }),
  };
}
