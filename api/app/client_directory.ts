/**
 * The directory of clients, from household and network: addresses belong to machines, machines to
 * devices.
 */
import type { NameDirectory } from "../events/export/event.ts";
import type { ClientDevice, ClientDirectory } from "../features/insight/client_directory.ts";
import { NamePrivacy } from "../features/insight/name_privacy.ts";
import type { Device } from "../features/household/household_repository.ts";
import type { Household } from "../features/household/open.ts";

/**
 * Creates the directory; `macOf` returns the hardware address of an address. Everything is in
 * memory, because it is read for each query.
 */
export function createClientDirectory(
  { household, devices }: Pick<Household, "household" | "devices">,
  macOf: (address: string) => string | undefined,
): ClientDirectory {
  // Pages go through thousands of devices, and read the labels of few.
  const known = new WeakMap<Device, ClientDevice>();
  const factsOf = (device: Device): ClientDevice => {
    const { id, macs, personId, people, groupId } = device;
    return {
      id,
      personId,
      people,
      groupId,
      get label() {
        const label = devices.byId(id)?.label ?? "";
        // A hardware address is no name, so a name from reverse zones is preferred.
        return macs.includes(label) ? "" : label;
      },
    };
  };
  const seen = (device: Device): ClientDevice => {
    let facts = known.get(device);
    if (facts === undefined) known.set(device, facts = factsOf(device));
    return facts;
  };
  const device = (id: number) => {
    const found = household.devices.get(id);
    return found && seen(found);
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
    devices: () => household.devices.values().map(seen),
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
