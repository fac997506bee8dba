/**
 * The neighbour tables of the machine: read by the routing socket, or when that is refused from
 * /proc/net/arp, which has only IPv4.
 */
import { parseAddress } from "../../../../policy/model/address.ts";
import { isMachineMac, parseMac } from "../../../../policy/model/mac.ts";
import { type Neighbor, NeighborMonitor, readNeighbors } from "../../../../resolver/net/netlink.ts";
import type { Runtime } from "../../../system/runtime.ts";

/** A source of neighbours. None of its functions throws. */
export interface NeighbourTable {
  /** Returns all rows; those with a hardware address are trusted. */
  read(): readonly Neighbor[];
  /**
   * Returns the changes since the last call; `lost` = events were lost, so the whole table must be
   * read.
   */
  changes(): { readonly changed: readonly Neighbor[]; readonly lost: boolean };
  /** Milliseconds between two complete reads. */
  readonly readEvery: number;
  close(): void;
}

const BY_NOTICES = 60_000;
const BY_FILE = 10_000;
const MOST_LINES = 65_536;

/** The access to the machine. */
export interface KernelTableDeps {
  /** Opens the notifications of the kernel; throws when the routing socket is refused. */
  readonly openNotices?: () => Pick<NeighborMonitor, "changes" | "close">;
  /** The text of /proc/net/arp. Throws when it cannot be read. */
  readonly readArp: () => string;
  /**
   * Indexes of interfaces whose neighbours are not machines of the network, such as container
   * bridges.
   */
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
      `Finding machines of the network by /proc/net/arp, over IPv4 only (${why})`,
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
 * Parses /proc/net/arp; invalid lines are skipped. The file does not show whether a neighbour was
 * recently reachable: all are stale.
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
