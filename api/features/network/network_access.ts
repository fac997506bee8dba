/** Access to the network stack of the machine, besides DNS; tests replace it. */
import { addressToText } from "../../../policy/model/address.ts";
import {
  NeighborLookup,
  NeighborMonitor,
  readDefaultRouters,
} from "../../../resolver/net/netlink.ts";
import { readProcFile } from "../../system/proc_files.ts";
import type { KernelTableDeps } from "./neighbours/kernel_table.ts";
import type { PresentNeighboursOptions } from "./neighbours/present_neighbours.ts";
import { fetchDescription } from "./scan/description.ts";
import { Ping } from "./scan/ping.ts";
import type { RunDeps } from "./scan/run.ts";
import { openScanSocket } from "./scan/sockets.ts";

/** The network stack of a machine. */
export interface NetworkAccess
  extends
    Required<Pick<KernelTableDeps, "openNotices" | "readArp">>,
    Pick<RunDeps, "openSocket" | "openPing" | "routers"> {
  /** Opens the lookup of single neighbours (A 5.4). */
  readonly openLookup: () => NonNullable<PresentNeighboursOptions["lookup"]>;
  /** Reads the description of a UPnP device; rejects when it is unavailable. */
  readonly describe: typeof fetchDescription;
}

/** The network stack of this machine. */
export const MACHINE_NETWORK: NetworkAccess = {
  openNotices: () => new NeighborMonitor(),
  openLookup: () => new NeighborLookup(),
  readArp: () => readProcFile("/proc/net/arp"),
  openSocket: openScanSocket,
  openPing: () => new Ping(),
  routers,
  describe: fetchDescription,
};

/** Returns the default routers; none when the routing socket is refused. */
function routers(): string[] {
  try {
    return readDefaultRouters().map((router) => addressToText(router));
  } catch {
    return [];
  }
}
