/** The network of the box: discovered machines become devices of the household. */
import type { Household } from "../features/household/open.ts";
import { type Network, openNetwork, type Presence } from "../features/network/open.ts";
import type { NamedDevice } from "../features/network/records/device_names.ts";
import { type LocalNames, openRecords } from "../features/network/records/open.ts";
import type { Core } from "./core.ts";

/** Opens the network services; returns immediately. */
export function createNetwork(core: Core, presence: Presence, { devices }: Household): Network {
  const { runtime, settings, databases, resolver, access, events } = core;
  return openNetwork({
    runtime,
    db: databases.box,
    resolver,
    access,
    raise: events.raise,
    settings: () => settings.values,
    presence,
    devices: {
      deviceOf: (mac) => devices.deviceOf(mac),
      seen: (machines) => devices.seen(machines),
    },
  });
}

/** Creates the services of local records and device names. */
export function createLocalNames(
  core: Core,
  household: Household,
  { machines }: Network,
): LocalNames {
  const { runtime, settings, databases, events } = core;
  const names = openRecords({
    runtime,
    db: databases.box,
    settings,
    changed: () => void events.policyChanged(),
    devices: () => namedDevices(household, machines),
    sources: () => {
      const { devices } = household.household;
      return [devices, devices.size, machines.size];
    },
  });
  machines.onNews(() => names.deviceNames.look());
  household.devices.onChange(() => names.deviceNames.look());
  return names;
}

/** Devices that have a name, oldest first, with their addresses. */
function namedDevices({ household }: Household, machines: Network["machines"]): NamedDevice[] {
  const devices = [...household.devices.values()].sort((a, b) => a.id - b.id);
  const named: NamedDevice[] = [];

  for (const { name, macs } of devices) {
    const found = macs.map((mac) => machines.placeOf(mac)).filter((one) => one !== undefined);
    const announced = name === "" ? found.find((one) => one.name !== "")?.name ?? "" : "";
    const addresses = found.length === 1
      ? found[0].addresses
      : found.flatMap((one) => one.addresses);
    if (name !== "") named.push({ name, announced: false, addresses });
    else if (announced !== "") named.push({ name: announced, announced: true, addresses });
  }
  return named;
}
