/**
 * The directory of clients, from household and network: addresses belong to machines, machines to
 * devices.
 */
import type { NameDirectory } from "../events/export/event.ts";
import type { ClientDirectory } from "../features/insight/client_directory.ts";
import { NamePrivacy } from "../features/insight/name_privacy.ts";
import type { Household } from "../features/household/open.ts";

/**
 * Creates the directory; `macOf` returns the hardware address of an address. Everything is in
 * memory, because it is read for each query.
 */
export function createClientDirectory(
  { household, devices }: Pick<Household, "household" | "devices">,
  macOf: (address: string) => string | undefined,
): ClientDirectory {
  const device = (id: number) => {
    const facts = devices.byId(id);
    // A hardware address is no name, so a name from reverse zones is preferred.
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

/** Returns the names of devices and people in exported data, and which names are left out. */
export function exportCallers(askers: ClientDirectory): NameDirectory {
  return {
    device: (id) => askers.device(id)?.label ?? "",
    person: (id) => askers.person(id)?.name ?? "",
    keepsNames: (device, time) => new NamePrivacy(askers).hides(device, time),
  };
}
