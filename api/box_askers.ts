/** Who asks, as household and network tell it together: addresses lead to machines, machines to devices (DESIGN 4.3). */
import type { Askers } from "./features/insight/askers.ts";
import type { Household } from "./features/household/open.ts";

/** Makes them; `macOf` gives the hardware address at an address. All of it is in memory, asked for each question. */
export function boxAskers(
  { household, devices }: Pick<Household, "household" | "devices">,
  macOf: (address: string) => string | undefined,
): Askers {
  return {
    deviceAt(address) {
      const mac = macOf(address);
      return mac === undefined ? 0 : household.byMac(mac)?.id ?? 0;
    },
    device: (id) => devices.byId(id),
    person: (id) => household.people.get(id),
    groupName: (id) => household.groups.get(id)?.name,
    devices: () => household.devices.keys().map((id) => devices.byId(id)!),
    people: () => household.people.values(),
  };
}
