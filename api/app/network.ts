/** The network of the box: discovered machines become devices of the household. */
import type { Household } from "../features/household/open.ts";
import { type Network, openNetwork, type Presence } from "../features/network/open.ts";
import { NamedDevices } from "../features/network/records/named_devices.ts";
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
  const named = new NamedDevices({
    devices: () => household.household.devices.values(),
    placeOf: (mac) => machines.placeOf(mac),
    machines: () => machines.size,
  });
  const names = openRecords({
    runtime,
    db: databases.box,
    settings,
    changed: () => void events.policyChanged(),
    devices: () => named.all(),
    sources: () => {
      const { devices } = household.household;
      return [devices, devices.size, machines.size];
    },
  });
  machines.onNews(() => {
    named.moved();
    names.deviceNames.look();
  });
  household.devices.onChange(() => names.deviceNames.look());
  return names;
}
