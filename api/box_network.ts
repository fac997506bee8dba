/** The network of the box beside its household: what is met becomes devices, and devices are found by where they are. */
import { boxAskers } from "./box_askers.ts";
import type { BoxSettings } from "./box_settings.ts";
import type { LateAskers } from "./features/insight/askers.ts";
import type { Household } from "./features/household/open.ts";
import { type Network, type NetworkDeps, openNetwork } from "./features/network/open.ts";
import type { NamedDevice } from "./features/network/records/device_names.ts";
import { type LocalNames, openRecords } from "./features/network/records/open.ts";

/** What they are made of. */
export interface BoxNetworkDeps extends Omit<NetworkDeps, "devices" | "settings"> {
  readonly settings: BoxSettings;
  readonly household: Household;
  /** Who asks is known from here on. */
  readonly askers: LateAskers;
  /** Called when names of devices are other ones than those published. */
  readonly namesChanged: () => void;
}

/** Opens the network over the household, and the names that devices have by it; it waits for nothing. */
export function boxNetwork(deps: BoxNetworkDeps): Network & LocalNames {
  const { settings, household, askers, db, now, after, namesChanged: changed } = deps,
    { devices } = household;
  const network = openNetwork({
    ...deps,
    devices: {
      deviceOf: (mac) => devices.deviceOf(mac),
      seen: (machines) => devices.seen(machines),
    },
    settings: () => settings.values,
  });
  const names = openRecords({
    db,
    settings,
    now,
    after,
    changed,
    devices: () => namedDevices(household, network),
  });
  network.machines.onNews(() => names.deviceNames.look());
  devices.onChange(() => names.deviceNames.look());
  askers.use(boxAskers(household, (address) => network.machines.macOf(address)));
  return {
    ...network,
    ...names,
    async close() {
      names.deviceNames.close();
      await network.close();
    },
  };
}

/** Devices with a name of their own, in the order in which the household got to know them, and where they are. */
function namedDevices({ household }: Household, { machines }: Network): NamedDevice[] {
  return [...household.devices.values()].sort((a, b) => a.id - b.id).flatMap(({ name, macs }) => {
    const facts = macs.map((mac) => machines.factsOf(mac)).filter((one) => one !== undefined);
    const called = name || (facts.find((one) => one.name !== "")?.name ?? "");
    return called === "" ? [] : [{
      name: called,
      announced: name === "",
      addresses: facts.flatMap(({ addresses }) => addresses),
    }];
  });
}
