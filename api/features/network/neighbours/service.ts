/**
 * The machines at the addresses of the network: follows the tables of the kernel, in bounded
 * memory, and keeps entries for a while after the kernel dropped them (A 2.8).
 */
import { LIMITS } from "../../../../policy/limits.ts";
import { addressToText } from "../../../../policy/model/address.ts";
import { macToText } from "../../../../policy/model/mac.ts";
import type { Neighbor } from "../../../../resolver/net/netlink.ts";
import type { NeighbourTable } from "./kernel_table.ts";
import type { Runtime } from "../../../system/runtime.ts";

export type { NeighbourTable } from "./kernel_table.ts";

/** An address and the machine that uses it. */
export interface NeighbourEntry {
  readonly address: string;
  readonly mac: string;
  /** Unix milliseconds at which the kernel last reported it. */
  readonly seenAt: number;
}

/** An address that a machine now uses, or that no machine uses any more. */
export interface NeighbourMove {
  readonly address: string;
  readonly mac: string | undefined;
}

/** The dependencies of `Neighbours`. */
export interface NeighboursOptions {
  readonly table: NeighbourTable;
  /** Called when two machines use one address. */
  readonly conflict: (address: string, macs: readonly [string, string]) => void;
  readonly runtime: Runtime;
}

interface Kept {
  mac: string;
  /** Index of the interface that reported it. */
  link: number;
  seenAt: number;
  /** Unix milliseconds of the last read in which the kernel had it. */
  heldAt: number;
  /** The previous machine, and Unix milliseconds since `mac` uses the address. */
  before: string;
  since: number;
  /** How often the two machines alternated. */
  turns: number;
}

/**
 * Milliseconds between two checks for changes; one system call when there are none. An address that
 * another machine took gets the policy of that machine within this time.
 */
const LOOK_EVERY = 150;
const { neighbours: MOST, addressKept, turnsBeforeReport, turnsWithin } = LIMITS.machines;

/** Follows the neighbours of the machine. */
export class Neighbours {
  readonly #options: NeighboursOptions;
  /** The most recently seen entries are last. */
  readonly #kept = new Map<string, Kept>();
  readonly #moved = new Set<(moves: readonly NeighbourMove[]) => void>();
  readonly #seen = new Set<(entries: readonly NeighbourEntry[]) => void>();
  #readAt = -Infinity;
  #callOff: (() => void) | undefined;
  #closed = false;

  constructor(options: NeighboursOptions) {
    this.#options = options;
  }

  /** Reads the tables now, and follows them from now on. */
  begin(): void {
    this.look();
    if (!this.#closed) this.#callOff = this.#options.runtime.after(LOOK_EVERY, () => this.begin());
  }

  /**
   * Processes changes; reads everything again when it is time, when an event was missed, or when
   * `whole` is set.
   */
  look(whole = false): void {
    if (this.#closed) return;
    const { table, runtime } = this.#options;
    const { changed, lost } = table.changes();
    const due = Math.abs(runtime.now() - this.#readAt) >= table.readEvery;
    this.#take(changed, true);
    if (!whole && !lost && !due) return;
    this.#readAt = runtime.now();
    this.#take(table.read(), false);
    this.#forgetOld();
  }

  /**
   * Reads the table when a query comes from an unknown address: a device can take new IPv6
   * addresses at any moment.
   */
  observe(batch: readonly { readonly client: string }[]): void {
    if (batch.some(({ client }) => !this.#kept.has(client))) this.look();
  }

  /** Returns the hardware address of an address, as text of policy/model/address.ts. */
  macOf(address: string): string | undefined {
    return this.#kept.get(address)?.mac;
  }

  /** All known entries, the most recently seen at the end. */
  entries(): NeighbourEntry[] {
    return [...this.#kept].map(([address, { mac, seenAt }]) => ({ address, mac, seenAt }));
  }

  /**
   * Adds a listener for addresses that a machine started or stopped to use; the returned function
   * removes it.
   */
  onChange(listener: (moves: readonly NeighbourMove[]) => void): () => void {
    this.#moved.add(listener);
    return () => void this.#moved.delete(listener);
  }

  /**
   * Reports machines that the kernel just reached. An address of an old row that was only read is
   * reported by onChange alone.
   */
  onSeen(listener: (entries: readonly NeighbourEntry[]) => void): () => void {
    this.#seen.add(listener);
    return () => void this.#seen.delete(listener);
  }

  /** Stops following the tables. */
  close(): void {
    this.#closed = true;
    this.#callOff?.();
    this.#options.table.close();
  }

  #take(rows: readonly Neighbor[], isEvent: boolean): void {
    const moves: NeighbourMove[] = [];
    const seen: NeighbourEntry[] = [];
    const now = this.#options.runtime.now();
    for (const { address, mac, state, interface: link } of rows) {
      // An entry that the kernel forgot or cannot reach is kept: it does not show which machine
      // uses the address.
      if (mac === undefined) continue;
      const text = addressToText(address);
      const owner = macToText(mac);
      const known = this.#kept.get(text);
      if (known !== undefined && known.link !== link && !isBetter(text, state)) continue;
      const moved = this.#set(text, owner, link, now);
      const kept = this.#kept.get(text)!;
      kept.heldAt = now;
      if (moved) moves.push({ address: text, mac: owner });
      if (state !== "reachable" && !(isEvent && moved)) continue;
      kept.seenAt = now;
      seen.push({ address: text, mac: owner, seenAt: now });
    }
    for (let over = this.#kept.size - MOST; over > 0; over--) {
      moves.push(this.#drop(this.#kept.keys().next().value!));
    }
    if (moves.length > 0) { for (const listener of this.#moved) listener(moves); }
    if (seen.length > 0) { for (const listener of this.#seen) listener(seen); }
  }

  /** Whether the address has a different owner than before. */
  #set(address: string, mac: string, link: number, now: number): boolean {
    const kept = this.#kept.get(address);
    if (kept?.mac === mac) {
      kept.link = link;
      return false;
    }
    // The latest entry applies; it is last.
    this.#kept.delete(address);
    if (kept === undefined) {
      this.#kept.set(address, {
        mac,
        link,
        seenAt: now,
        heldAt: now,
        before: "",
        since: now,
        turns: 0,
      });
      return true;
    }
    // Two networks may each use such an address, which is no conflict.
    const quarrel = mac === kept.before && link === kept.link &&
      Math.abs(now - kept.since) <= turnsWithin * 1000;
    const turns = quarrel ? kept.turns + 1 : 0;
    const isConflict = turns >= turnsBeforeReport;
    const seen = { seenAt: now, heldAt: now, since: now };
    this.#kept.set(address, {
      mac,
      link,
      ...seen,
      before: kept.mac,
      turns: isConflict ? 0 : turns,
    });
    if (isConflict) this.#options.conflict(address, [mac, kept.mac].sort() as [string, string]);
    return true;
  }

  #drop(address: string): NeighbourMove {
    this.#kept.delete(address);
    return { address, mac: undefined };
  }

  /** Removes entries that the kernel dropped long ago, because IPv6 addresses change every day. */
  #forgetOld(): void {
    const oldest = this.#options.runtime.now() - addressKept * 1000;
    const moves: NeighbourMove[] = [];
    for (const [address, { heldAt }] of this.#kept) {
      if (heldAt < oldest) moves.push(this.#drop(address));
    }
    if (moves.length > 0) { for (const listener of this.#moved) listener(moves); }
  }
}

/**
 * Whether one interface's report of an address outranks another interface's: only when the
 * neighbour was just reached.
 */
function isBetter(address: string, state: Neighbor["state"]): boolean {
  return (state === "reachable" || state === "permanent") && !/^fe[89ab]/.test(address);
}
