/** Who sits at which address of the network: the tables of the kernel followed, bounded, and kept a while after it forgot (A 2.8). */
import { LIMITS } from "../../../../policy/limits.ts";
import { addressToText } from "../../../../policy/model/address.ts";
import { macToText } from "../../../../policy/model/mac.ts";
import type { Neighbour } from "../../../../resolver/net/netlink.ts";
import type { NeighbourTable } from "./kernel_table.ts";

export type { NeighbourTable } from "./kernel_table.ts";

/** An address and who sits at it. */
export interface NeighbourEntry {
  readonly address: string;
  readonly mac: string;
  /** Unix milliseconds at which the kernel last said that it is there. */
  readonly seenAt: number;
}

/** An address that somebody sits at, or nobody any more. */
export interface NeighbourMove {
  readonly address: string;
  readonly mac: string | undefined;
}

/** What it needs. */
export interface NeighboursOptions {
  readonly table: NeighbourTable;
  /** Called when two machines fight for one address. */
  readonly conflict: (address: string, macs: readonly [string, string]) => void;
  /** Unix milliseconds. */
  readonly now: () => number;
  readonly after: (ms: number, run: () => void) => () => void;
}

interface Kept {
  mac: string;
  /** Number of the interface that tells so. */
  link: number;
  seenAt: number;
  /** Unix milliseconds of the last reading in which the kernel had it. */
  heldAt: number;
  /** Who sat there before, and Unix milliseconds since which `mac` does. */
  before: string;
  since: number;
  /** How often the two took turns. */
  turns: number;
}

/** Milliseconds between two looks at what changed: one system call when nothing did. */
const LOOK_EVERY = 1000;
const { neighbours: MOST, addressKept, turnsTold, turnsWithin } = LIMITS.machines;

/** The neighbours. */
export class Neighbours {
  readonly #options: NeighboursOptions;
  /** Those heard of last stand last. */
  readonly #kept = new Map<string, Kept>();
  readonly #moved = new Set<(moves: readonly NeighbourMove[]) => void>();
  readonly #seen = new Set<(entries: readonly NeighbourEntry[]) => void>();
  #readAt = -Infinity;
  #callOff: (() => void) | undefined;
  #closed = false;

  constructor(options: NeighboursOptions) {
    this.#options = options;
  }

  /** Reads the tables now, and follows them from here on. */
  begin(): void {
    this.look();
    if (!this.#closed) this.#callOff = this.#options.after(LOOK_EVERY, () => this.begin());
  }

  /** Takes up what changed; all is read again when it is time, when something was missed, or when told to. */
  look(whole = false): void {
    if (this.#closed) return;
    const { table, now } = this.#options, { changed, lost } = table.changes();
    const due = Math.abs(now() - this.#readAt) >= table.readEvery;
    this.#take(changed, true);
    if (!whole && !lost && !due) return;
    this.#readAt = now();
    this.#take(table.read(), false);
    this.#forgetOld();
  }

  /** Looks when somebody asked from an address that is not known: a device comes by new ones of IPv6 at any moment. */
  observe(batch: readonly { readonly client: string }[]): void {
    if (batch.some(({ client }) => !this.#kept.has(client))) this.look();
  }

  /** The hardware address at an address, as text of policy/model/address.ts. */
  macOf(address: string): string | undefined {
    return this.#kept.get(address)?.mac;
  }

  /** All that is known, those heard of last at the end. */
  entries(): NeighbourEntry[] {
    return [...this.#kept].map(([address, { mac, seenAt }]) => ({ address, mac, seenAt }));
  }

  /** Tells of addresses that somebody came to, or left; the function given back ends it. */
  onChange(listener: (moves: readonly NeighbourMove[]) => void): () => void {
    this.#moved.add(listener);
    return () => void this.#moved.delete(listener);
  }

  /** Tells of machines that the kernel just heard of. An address of an old row that was only read is told by onChange alone. */
  onSeen(listener: (entries: readonly NeighbourEntry[]) => void): () => void {
    this.#seen.add(listener);
    return () => void this.#seen.delete(listener);
  }

  /** Follows nothing any more. */
  close(): void {
    this.#closed = true;
    this.#callOff?.();
    this.#options.table.close();
  }

  #take(rows: readonly Neighbour[], heard: boolean): void {
    const moves: NeighbourMove[] = [], seen: NeighbourEntry[] = [], now = this.#options.now();
    for (const { address, mac, state, interface: link } of rows) {
      // What the kernel forgot or cannot reach is kept: it says nothing about who sits there.
      if (mac === undefined) continue;
      const text = addressToText(address), owner = macToText(mac), known = this.#kept.get(text);
      if (known !== undefined && known.link !== link && !isBetter(text, state)) continue;
      const moved = this.#set(text, owner, link, now), kept = this.#kept.get(text)!;
      kept.heldAt = now;
      if (moved) moves.push({ address: text, mac: owner });
      if (state !== "reachable" && !(heard && moved)) continue;
      kept.seenAt = now;
      seen.push({ address: text, mac: owner, seenAt: now });
    }
    for (let over = this.#kept.size - MOST; over > 0; over--) {
      moves.push(this.#drop(this.#kept.keys().next().value!));
    }
    if (moves.length > 0) { for (const listener of this.#moved) listener(moves); }
    if (seen.length > 0) { for (const listener of this.#seen) listener(seen); }
  }

  /** Whether the address has an owner whom it did not have before. */
  #set(address: string, mac: string, link: number, now: number): boolean {
    const kept = this.#kept.get(address);
    if (kept?.mac === mac) {
      kept.link = link;
      return false;
    }
    // The latest holds; it stands last.
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
    // Two networks may each have such an address: that is no quarrel.
    const quarrel = mac === kept.before && link === kept.link &&
      Math.abs(now - kept.since) <= turnsWithin * 1000;
    const turns = quarrel ? kept.turns + 1 : 0, told = turns >= turnsTold;
    const seen = { seenAt: now, heldAt: now, since: now };
    this.#kept.set(address, { mac, link, ...seen, before: kept.mac, turns: told ? 0 : turns });
    if (told) this.#options.conflict(address, [mac, kept.mac].sort() as [string, string]);
    return true;
  }

  #drop(address: string): NeighbourMove {
    this.#kept.delete(address);
    return { address, mac: undefined };
  }

  /** Addresses of IPv6 are left for new ones every day, so those that the kernel forgot long ago go. */
  #forgetOld(): void {
    const oldest = this.#options.now() - addressKept * 1000, moves: NeighbourMove[] = [];
    for (const [address, { heldAt }] of this.#kept) {
      if (heldAt < oldest) moves.push(this.#drop(address));
    }
    if (moves.length > 0) { for (const listener of this.#moved) listener(moves); }
  }
}

/** Whether what one interface tells of an address counts for more than what another one did: only of what it just heard. */
function isBetter(address: string, state: Neighbour["state"]): boolean {
  return (state === "reachable" || state === "permanent") && !/^fe[89ab]/.test(address);
}
