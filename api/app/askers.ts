/**
 * Client names, from household and network together: addresses map to machines, machines to
 * devices.
 */
import type { NameDirectory } from "../events/export/event.ts";
import type { ClientDirectory } from "../features/insight/client_directory.ts";
import { storesNames } from "../features/insight/names_kept.ts";
import type { Household } from "../features/household/open.ts";

/**
 * Makes them; `macOf` gives the hardware address at an address. All of it is in memory, as it is
 * read for each query.
 */
export function createClientDirectory(
  { household, devices }: Pick<Household, "household" | "devices">,
  macOf: (address: string) => string | undefined,
): ClientDirectory {
  const device = (id: number) => {
    const facts = devices.byId(id);
    // A hardware address is no name: where there is nothing else, a name from reverse zones is
    // better.
    return facts && household.devices.get(id)?.macs.includes(facts.label)
      ? { ...facts, label: "" }
      : facts;
  };
  return {
    deviceAt(address) {
      const mac = macOf(address);
      return mac === undefined ? 0 : household.byMac(mac)?.id ?? 0;
    },
    device,
    person: (id) => household.people.get(id),
    groupName: (id) => household.groups.get(id)?.name,
    privateUntil: (id) => household.privateUntil(id),
    privateDevices: () => household.privateDevices(),
    devices: () => household.devices.keys().map((id) => device(id)!),
    people: () => household.people.values(),
  };
}

/** The names of devices and people in exported data, and which names are left out. */
export function exportCallers(askers: ClientDirectory): NameDirectory {
  return {
    device: (id) => askers.device(id)?.label ?? "",
    person: (id) => askers.person(id)?.name ?? "",
    keepsNames: (device, time) => storesNames(askers, device, time),
  };
}
