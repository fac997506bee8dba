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
  });
  machines.onNews(() => names.deviceNames.look());
  household.devices.onChange(() => names.deviceNames.look());
  return names;
}

/** Devices that have a name, oldest first, with their addresses. */
function namedDevices({ household }: Household, machines: Network["machines"]): NamedDevice[] {
  const devices = [...household.devices.values()].sort((a, b) => a.id - b.id);

  return devices.flatMap(({ name, macs }): NamedDevice[] => {
    const facts = macs.map((mac) => machines.factsOf(mac)).filter((one) => one !== undefined);
    const announced = facts.find((one) => one.name !== "")?.name ?? "";
    const addresses = macs.flatMap((mac) => machines.currentAddressesOf(mac));
    if (name !== "") return [{ name, announced: false, addresses }];
    return announced === "" ? [] : [{ name: announced, announced: true, addresses }];
  });
}
