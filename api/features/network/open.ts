/**
 * Opens the services of the network: neighbours, machines and scans, over the kernel of this
 * machine. Opening is synchronous.
 */
import { parseAddress } from "../../../policy/model/address.ts";
import { parseMac } from "../../../policy/model/mac.ts";
import type { ResolverHandle } from "../../../resolver/protocol.ts";
import type { RaiseAlert } from "../../events/alert_kinds.ts";
import { readProcFile } from "../../system/proc_files.ts";
import type { Database } from "../../store/database.ts";
import { ClientNames, type ClientNamesOptions } from "./clients/service.ts";
import { KnownMachines } from "./machines/known_machines.ts";
import { type DevicesOfMachines, MachineService } from "./machines/service.ts";
import { openNeighbourTable } from "./neighbours/kernel_table.ts";
import { Neighbours } from "./neighbours/service.ts";
import { type NetworkAccess } from "./network_access.ts";
import { isContainerBridge } from "../../../policy/model/container_bridge.ts";
import type { InterfaceFacts } from "./scan/plan.ts";
import { Scan } from "./scan/service.ts";
import type { Runtime } from "../../system/runtime.ts";

/** The dependencies of the network services. */
export interface NetworkDeps {
  /** box.db. */
  readonly db: Database;
  readonly presence: Presence;
  readonly devices: DevicesOfMachines;
  readonly resolver: Pick<ResolverHandle, "updateNeighbors" | "ask">;
  readonly settings: () => ReturnType<ClientNamesOptions["settings"]> & {
    readonly local_domain: string;
    readonly network_scan: boolean;
  };
  readonly runtime: Runtime;
  /** The network as the kernel of this machine shows it. */
  readonly access: NetworkAccess;
  readonly raise: RaiseAlert;
}

/** The services of the network. */
export interface Network {
  readonly neighbours: Neighbours;
  readonly machines: MachineService;
  readonly scan: Scan;
  /** Stops a scan, writes pending changes, and stops following the kernel. */
  close(): Promise<void>;
}

/** The neighbours and the machines in memory, which both the household and the discovery read. */
export interface Presence {
  readonly neighbours: Neighbours;
  readonly known: KnownMachines;
}

/** Creates them over the kernel's neighbour table; nothing is read before `neighbours.begin()`. */
export function openPresence(
  { runtime, access, raise }: Pick<NetworkDeps, "runtime" | "access" | "raise">,
): Presence {
  const table = openNeighbourTable({
    ...access,
    passedOver: () => bridges(runtime.interfaces()),
    runtime,
  });
  const neighbours = new Neighbours({
    table,
    runtime,
    conflict: (address, macs) =>
      raise({ kind: "network.conflict", name: address, detail: macs.join("|") }),
  });
  return { neighbours, known: new KnownMachines(neighbours, runtime.now) };
}

/**
 * Opens the network services. Features that the machine refuses are logged, and the box runs
 * without them.
 */
export function openNetwork(deps: NetworkDeps): Network {
  const { db, devices, presence, resolver, access, runtime } = deps;
  const { neighbours, known } = presence;
  const machines = new MachineService({ db, known, neighbours, devices, runtime });
  neighbours.onChange((moves) =>
    resolver.updateNeighbors(moves.map(({ address, mac }) => ({
      address: parseAddress(address)!,
      mac: mac === undefined ? undefined : parseMac(mac),
    })))
  );
  // The household's own names are left out: only reverse zones are queried.
  const nothing = { labelAt: () => "", isLocal: () => false, version: () => 0 };
  const names = new ClientNames({ ...nothing, resolver, settings: deps.settings, runtime });
  const scan = new Scan({
    machines,
    neighbours,
    runtime,
    describe: (url, signal) => access.describe(url, runtime.after, signal),
    byItself: () => deps.settings().network_scan,
    openSocket: access.openSocket,
    openPing: access.openPing,
    reverseNames: (addresses) => foreignNames(names, deps, addresses),
    routers: access.routers,
    links: () =>
      [...new Set(runtime.interfaces().map(({ name }) => name))].filter((name) =>
        name !== "lo" && !isContainerBridge(name)
      ),
  });
  neighbours.begin();
  machines.begin();
  return {
    neighbours,
    machines,
    scan,
    async close() {
      await scan.stop();
      neighbours.close();
      await machines.close();
    },
  };
}

/** Returns names from other sources, because the box would otherwise find its own device names. */
async function foreignNames(
  names: ClientNames,
  { settings }: NetworkDeps,
  addresses: readonly string[],
): Promise<Map<string, string>> {
  const own = `.${settings().local_domain.toLowerCase()}`;
  const found = await names.names(addresses);
  return new Map(
    [...found].filter(([, name]) => !name.toLowerCase().endsWith(own)).map((
      [address, name],
    ) => [address, name.split(".")[0]]),
  );
}

/**
 * Returns the indexes of container bridges; an interface without a reported index is treated as a
 * normal one.
 */
function bridges(interfaces: readonly InterfaceFacts[]): ReadonlySet<number> {
  const numbers = new Set<number>();
  for (const name of new Set(interfaces.map((one) => one.name))) {
    if (!isContainerBridge(name) || !/^[\w.-]+$/.test(name)) continue;
    try {
      numbers.add(Number(readProcFile(`/sys/class/net/${name}/ifindex`)));
    } catch {
      // Its neighbours are shown.
    }
  }
  return numbers;
}
