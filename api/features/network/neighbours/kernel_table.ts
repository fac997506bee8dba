/** The neighbour tables of the machine: by the routing socket, or where that is refused by /proc/net/arp, which knows IPv4 alone. */
import { parseAddress } from "../../../../policy/model/address.ts";
import { isMachineMac, parseMac } from "../../../../policy/model/mac.ts";
import { type Neighbor, NeighborMonitor, readNeighbors } from "../../../../resolver/net/netlink.ts";
import type { Runtime } from "../../../system/runtime.ts";

/** Where neighbours are read. None of its functions throws. */
export interface NeighbourTable {
  /** All rows; those with a hardware address may be trusted. */
  read(): readonly Neighbor[];
  /** What changed since the last call; `lost` = something was missed, so that all must be read. */
  changes(): { readonly changed: readonly Neighbor[]; readonly lost: boolean };
  /** Milliseconds after which all is read again. */
  readonly readEvery: number;
  close(): void;
}

const BY_NOTICES = 60_000;
const BY_FILE = 10_000;
const MOST_LINES = 65_536;

/** What is needed from the machine. */
export interface KernelTableDeps {
  /** Opens the notices of the kernel; throws where the routing socket is refused. */
  readonly openNotices?: () => Pick<NeighborMonitor, "changes" | "close">;
  /** The text of /proc/net/arp. Throws when it cannot be read. */
  readonly readArp: () => string;
  /** Numbers of interfaces whose neighbours are no machines of the network: bridges of containers. */
  readonly passedOver: () => ReadonlySet<number>;
  readonly runtime: Runtime;
}

/** Opens the tables. What is unavailable is logged once, and the box continues without it. */
export function openNeighbourTable(
  { openNotices = () => new NeighborMonitor(), readArp, passedOver, runtime }: KernelTableDeps,
): NeighbourTable {
  try {
    const notices = openNotices();
    const own = (rows: readonly Neighbor[]) => without(rows, passedOver());
    try {
      readNeighbors();
    } catch (error) {
      notices.close();
      throw error;
    }
    return {
      readEvery: BY_NOTICES,
      read: () => own(tried(readNeighbors, [])),
      changes() {
        const { changed, lost } = notices.changes();
        return { changed: changed.length === 0 ? changed : own(changed), lost };
      },
      close: () => notices.close(),
    };
  } catch (error) {
    const why = (error as Error).message;
    runtime.log(
      "warn",
      `Machines of the network are found by /proc/net/arp, over IPv4 alone (${why})`,
    );
    return {
      readEvery: BY_FILE,
      read: () => parseArp(tried(readArp, "")),
      changes: () => ({ changed: [], lost: false }),
      close: () => {},
    };
  }
}

function tried<T>(read: () => T, otherwise: T): T {
  try {
    return read();
  } catch {
    return otherwise;
  }
}

function without(rows: readonly Neighbor[], links: ReadonlySet<number>): readonly Neighbor[] {
  return links.size === 0 ? rows : rows.filter((row) => !links.has(row.interface));
}

/**
 * Reads /proc/net/arp; lines that are no entries are skipped. The file does not show whether a
 * neighbour was reachable lately: all are stale.
 */
export function parseArp(text: string): Neighbor[] {
  const rows: Neighbor[] = [];
  for (const line of text.split("\n", MOST_LINES)) {
    const [addressText, , flags, macText] = line.split(/\s+/, 6);
    const address = parseAddress(addressText ?? "");
    const mac = parseMac(macText ?? "");
    if (address?.length !== 4 || mac === undefined || !isMachineMac(mac)) continue;
    const complete = (Number(flags) & 2) !== 0;
    const row = { address, interface: 0 };
    rows.push(complete ? { ...row, state: "stale", mac } : { ...row, state: "incomplete" });
  }
  return rows;
}
