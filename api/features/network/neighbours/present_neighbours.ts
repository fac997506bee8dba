/**
 * The machine at an address at this moment, from the kernel. Used for actions that must not apply
 * to a device that had the address before (A 5.4). Entries of `Neighbours` are older.
 */
import { macToText } from "../../../../policy/model/mac.ts";
import { addressToText } from "../../../../policy/model/address.ts";
import { NeighborLookup } from "../../../../resolver/net/netlink.ts";
import { peerAddress } from "../../../http/sources.ts";
import { parseArp } from "./kernel_table.ts";
import type { Runtime } from "../../../system/runtime.ts";

/** The dependencies of `PresentNeighbours`. */
export interface PresentNeighboursOptions {
  readonly lookup?: Pick<NeighborLookup, "fd" | "lookup" | "onLink" | "refresh" | "close">;
  /**
   * Returns the text of /proc/net/arp, for when the routing socket is refused. Throws when it
   * cannot be read.
   */
  readonly readArp: () => string;
  readonly runtime: Runtime;
}

/**
 * Minimum milliseconds between two reads of the networks of the machine, when an address is in none
 * of them.
 */
const REFRESHED_EVERY = 5000;

/**
 * The neighbours at this moment. An address of the box itself, of a loopback, or behind a router
 * has none.
 */
export class PresentNeighbours {
  readonly #options: PresentNeighboursOptions;
  readonly #lookup: NonNullable<PresentNeighboursOptions["lookup"]>;
  #refreshed: number;

  constructor(options: PresentNeighboursOptions) {
    this.#options = options;
    this.#lookup = options.lookup ?? new NeighborLookup();
    this.#refreshed = options.runtime.now();
  }

  /**
   * The hardware address for an address as a socket reports it; undefined = the kernel knows none,
   * or does not trust its entry.
   */
  macOf(text: string): string | undefined {
    const address = peerAddress(text);
    if (address === undefined) return undefined;
    if (this.#lookup.fd < 0) return this.#fromFile(addressToText(address));
    const found = this.#lookup.lookup(address) ?? this.#again(address);
    return found === undefined ? undefined : macToText(found);
  }

  /** Closes the lookup. */
  close(): void {
    this.#lookup.close();
  }

  /** Reads the networks again, to find one that was added since the last read. */
  #again(address: Uint8Array): Uint8Array | undefined {
    const now = this.#options.runtime.now();
    if (this.#lookup.onLink(address) || Math.abs(now - this.#refreshed) < REFRESHED_EVERY) {
      return undefined;
    }
    this.#refreshed = now;
    this.#lookup.refresh();
    return this.#lookup.lookup(address);
  }

  #fromFile(address: string): string | undefined {
    try {
      const row = parseArp(this.#options.readArp()).find((one) =>
        addressToText(one.address) === address
      );
      return row?.mac === undefined ? undefined : macToText(row.mac);
    } catch {
      return undefined;
    }
  }
}
