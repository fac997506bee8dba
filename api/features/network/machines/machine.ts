/** One machine of the network: when and where it was seen, and what it announced (A 2.8). */
import type { DeviceGuess } from "../../../../policy/catalogue/device_guesses.ts";
import { guessByName, guessByVendor } from "../../../../policy/catalogue/device_guesses.ts";
import { type DeviceKind, isDeviceKind } from "../../../../policy/catalogue/device_kinds.ts";
import { sanitizeAnnouncedName } from "../../../../policy/model/announced_name.ts";
import { LIMITS } from "../../../../policy/limits.ts";
import { CurrentAddresses } from "./current_addresses.ts";
import { vendorOf } from "../vendors/service.ts";

/** The sources by which a machine is discovered. */
export const SOURCES = [
  "neighbour",
  "query",
  "scan",
  "ping",
  "mdns",
  "ssdp",
  "netbios",
  "reverse",
  "gateway",
] as const;
/** A source of `SOURCES`. */
export type EvidenceSource = (typeof SOURCES)[number];
/** The sources of names, the ones that people chose themselves first. */
export const NAMERS = ["mdns", "netbios", "reverse", "ssdp"] as const;
/** A name source of `NAMERS`. */
export type NameSource = (typeof NAMERS)[number];

/** Facts about a machine, besides that it is present. */
export interface Evidence extends Partial<DeviceGuess> {
  readonly source: EvidenceSource;
  /** The machine's name according to this source. */
  readonly name?: string;
}

const { presentWithin } = LIMITS.network;
const { addresses: MOST_ADDRESSES, addressKept } = LIMITS.machines;
/** The sources of a device kind, the most trusted last. */
const BELIEVED: readonly EvidenceSource[] = [
  "neighbour",
  "query",
  "scan",
  "ping",
  "reverse",
  "netbios",
  "ssdp",
  "mdns",
  "gateway",
];

/** IPv4 first, then IPv6, link-local addresses last. */
function addressRank(address: string): number {
  if (!address.includes(":")) return 0;
  return address.startsWith("fe80") ? 2 : 1;
}

/** A machine. Times are Unix milliseconds, 0 = never. */
export class Machine {
  readonly mac: string;
  firstSeen: number;
  seenAt: number;
  presentSince: number;
  lastQuery = 0;
  /** When the household was last notified of it, -Infinity = not since the start. */
  reportedAt = -Infinity;
  /** When it was last seen at each of its addresses. */
  readonly addresses = new Map<string, number>();
  readonly #current = new CurrentAddresses();
  readonly names: Partial<Record<NameSource, string>> = {};
  readonly sources = new Set<EvidenceSource>();
  /** The kind that a person chose, "" = none was chosen. */
  kind: DeviceKind = "";
  /** The first system found stays (A 7.10.5). */
  system = "";
  #believed = 0;
  /** Computed once, because lists of thousands of machines are shown. */
  #vendor: string | undefined;
  #guessed: DeviceKind | undefined;

  constructor(mac: string, at: number) {
    this.mac = mac;
    this.firstSeen = this.seenAt = this.presentSince = at;
  }

  /** Name of the vendor, "" = unknown. */
  get vendor(): string {
    return this.#vendor ??= vendorOf(this.mac);
  }

  /** The name that it announces, "" = none. */
  get name(): string {
    for (const namer of NAMERS) {
      const name = this.names[namer];
      if (name !== undefined && name !== "") return name;
    }
    return "";
  }

  /** The guessed kind: as the machine announces it, else by its name, else by its vendor. */
  get guessedKind(): DeviceKind {
    return this.#guessed ??= this.kind || guessByName(this.name).kind ||
      guessByVendor(this.vendor).kind;
  }

  /** Whether it is on the network now (A 7.10.4). */
  isPresent(now: number): boolean {
    return Math.abs(now - this.seenAt) <= presentWithin * 1000;
  }

  /** Its addresses: IPv4 first, then the most recently seen. */
  get addressList(): string[] {
    if (this.addresses.size < 2) return [...this.addresses.keys()];
    return [...this.addresses]
      .sort(([a, seenA], [b, seenB]) => addressRank(a) - addressRank(b) || seenB - seenA)
      .map(([address]) => address);
  }

  /** Its addresses without those that it has left for others. */
  get currentAddresses(): string[] {
    return this.addressList.filter((address) => this.#current.has(address));
  }

  /** Records that it was seen at an address; returns whether anything but the time changed. */
  seen(address: string, at: number, source: EvidenceSource): boolean {
    const gap = at - this.seenAt;
    // After a gap it counts as newly present; also after the clock was set back.
    if (gap > presentWithin * 1000 || gap < -presentWithin * 1000) this.presentSince = at;
    if (gap > 0 || gap < -presentWithin * 1000) this.seenAt = at;
    const isNew = !this.addresses.has(address) || !this.sources.has(source);
    const moved = this.#current.use(address, at, source === "neighbour");
    this.addresses.set(address, at);
    this.sources.add(source);
    if (this.addresses.size > MOST_ADDRESSES) this.#dropOldest();
    return isNew || moved;
  }

  /** Applies evidence; returns whether anything changed. */
  learn({ source, name, kind = "", system = "" }: Evidence): boolean {
    const before = `${this.name} ${this.kind} ${this.system} ${this.sources.size}`;
    this.sources.add(source);
    this.#guessed = undefined;
    const namer = NAMERS.find((each) => each === source);
    const clean = name === undefined ? "" : sanitizeAnnouncedName(name);
    if (namer !== undefined && clean !== "") this.names[namer] = clean;
    const by = clean === "" ? { kind: "", system: "" } : guessByName(clean);
    const rank = BELIEVED.indexOf(source);
    if (kind !== "" && rank >= this.#believed) {
      this.kind = kind;
      this.#believed = rank;
    }
    this.system ||= system || by.system;
    return before !== `${this.name} ${this.kind} ${this.system} ${this.sources.size}`;
  }

  /** Restores the stored values from before this start. */
  restore(row: StoredMachine): void {
    this.#guessed = undefined;
    this.firstSeen = Math.min(this.firstSeen, row.firstSeen);
    // When it is seen again within the gap, it was present all the time.
    if (this.seenAt - row.seenAt <= presentWithin * 1000) {
      this.presentSince = Math.min(this.presentSince, row.presentSince);
    }
    this.seenAt = Math.max(this.seenAt, row.seenAt);
    this.lastQuery = Math.max(this.lastQuery, row.lastQuery);
    for (const [address, at] of row.addresses) {
      if ((this.addresses.get(address) ?? 0) < at) this.addresses.set(address, at);
    }
    while (this.addresses.size > MOST_ADDRESSES) this.#dropOldest();
    this.#current.restore(this.addresses);
    for (const namer of NAMERS) {
      if (row.names[namer] !== undefined) this.names[namer] ??= row.names[namer];
    }
    for (const source of row.sources) this.sources.add(source);
    this.kind ||= isDeviceKind(row.kind) ? row.kind : "";
    this.system ||= row.system;
  }

  /** Removes addresses that it has not used for long, except the latest. */
  forgetAddresses(now: number): void {
    const latest = Math.max(...this.addresses.values());
    for (const [address, at] of this.addresses) {
      if (at < latest && now - at > addressKept * 1000) this.#drop(address);
    }
  }

  #dropOldest(): void {
    let oldest = "";
    let time = Infinity;
    for (const [address, at] of this.addresses) if (at < time) [oldest, time] = [address, at];
    this.#drop(oldest);
  }

  #drop(address: string): void {
    this.addresses.delete(address);
    this.#current.delete(address);
  }
}

/** The stored values of a machine. */
export interface StoredMachine {
  readonly mac: string;
  readonly firstSeen: number;
  readonly seenAt: number;
  readonly presentSince: number;
  readonly lastQuery: number;
  readonly addresses: readonly (readonly [address: string, at: number])[];
  readonly names: Partial<Record<NameSource, string>>;
  readonly kind: string;
  readonly system: string;
  readonly sources: readonly EvidenceSource[];
}

/** Returns the values of a machine to store. */
export function storedMachine(machine: Machine): StoredMachine {
  const {
    mac,
    firstSeen,
    seenAt,
    presentSince,
    lastQuery,
    addresses,
    names,
    kind,
    system,
    sources,
  } = machine;
  return {
    mac,
    firstSeen,
    seenAt,
    presentSince,
    lastQuery,
    kind,
    system,
    addresses: [...addresses],
    names,
    sources: [...sources],
  };
}
