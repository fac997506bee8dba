/**
 * Finds the client of an address: the device by its hardware address, else the policy of its range,
 * else class 0. Results are cached by address until the snapshot or the neighbours change.
 */
import { type Address, parsePrefix } from "../../policy/model/address.ts";
import { parseDeniedClients } from "../../policy/model/denied_client.ts";
import { macToText } from "../../policy/model/mac.ts";
import type { PolicyClient } from "../../policy/decide/decide.ts";
import type { Snapshot } from "../../policy/snapshot/snapshot.ts";
import type { DevicePolicy } from "../../policy/snapshot/snapshot_parts.ts";
import type { QuerySource } from "../listeners/reply.ts";
import { DEFAULT_UPSTREAMS, UpstreamSetNumbers } from "../upstream/upstream_sets.ts";
import {
  computeClassVersion,
  computeClientVersion,
  dependsOnClient,
  UNCACHED,
} from "./client_version.ts";

const REMEMBERED = 16_384;
const LOOPBACK: Address = Uint8Array.of(127, 0, 0, 1);
/** Milliseconds for which an address without a device is cached. */
const STRANGER_KEPT = 1000;

/** A client, with the number that keys its cached responses. */
export interface Client extends PolicyClient {
  /**
   * The version of its policy, mixed with the address if a rule depends on the client; 32 bits, or
   * `UNCACHED`.
   */
  readonly cacheVersion: number;
  /** The number of its set of upstreams (resolver/upstream/upstream_sets.ts). */
  readonly route: number;
  /**
   * Whether neighbour discovery may find its machine soon (resolver/clients/neighbor_discovery.ts).
   */
  readonly undiscovered?: true;
  /** Whether its machine gets no answer (the setting `denied_clients`). */
  readonly denied?: true;
}

/** Finds hardware addresses (resolver/clients/neighbor_table.ts). */
export interface HardwareAddressSource {
  find(address: Address): Uint8Array | undefined;
  /** Whether the machine at an address is on the link but not known yet. */
  isUndiscovered(address: Address): boolean;
  /** Whether the machine at an address is on the network and not a container of this machine. */
  isOnNetwork(address: Address): boolean;
}

interface Range {
  readonly class: number;
  readonly name: string | undefined;
}

/** Ranges of one family and prefix length, by their masked bytes as text. */
interface Level {
  readonly family: number;
  readonly length: number;
  readonly ranges: Map<string, Range>;
}

interface Remembered {
  readonly low: number;
  readonly client: Client;
  /**
   * Monotonic milliseconds at which an unknown client is looked up again, Infinity for known ones.
   */
  readonly until: number;
}

/**
 * The clients of a snapshot, cached by address. Memory is bounded: when the cache is full it is
 * emptied.
 */
export class ClientLookup {
  readonly #snapshot: Snapshot;
  readonly #neighbours: HardwareAddressSource;
  /** Monotonic milliseconds. */
  readonly #now: () => number;
  /** Longest prefixes first. An address is looked up once per length, however many ranges exist. */
  readonly #levels: readonly Level[];
  readonly #v4 = new Map<number, Remembered>();
  readonly #v6 = new Map<number, Remembered>();
  readonly #readsClients: boolean;
  /** Whether hardware addresses affect the result. */
  readonly #looks: boolean;
  readonly #denied: ReadonlySet<string>;
  /** The numbers of the sets of upstreams, by their index in the snapshot. */
  readonly #routes: readonly number[];

  constructor(
    snapshot: Snapshot,
    neighbours: HardwareAddressSource = {
      find: () => undefined,
      isUndiscovered: () => false,
      isOnNetwork: () => false,
    },
    now: () => number = () => 0,
    setNumbers: UpstreamSetNumbers = new UpstreamSetNumbers(),
  ) {
    this.#snapshot = snapshot;
    this.#neighbours = neighbours;
    this.#now = now;
    this.#routes = (snapshot.upstreamSets ?? []).map((lines) => setNumbers.of(lines));
    this.#readsClients = dependsOnClient(snapshot);
    this.#denied = parseDeniedClients(snapshot.settings.deniedClients).macs;
    this.#looks = snapshot.deviceTable.size > 0 || snapshot.deviceTable.newcomers !== undefined ||
      this.#denied.size > 0;
    const levels = new Map<string, Level>();
    for (const range of snapshot.clients) {
      const prefix = parsePrefix(range.prefix);
      if (prefix === undefined) continue;
      const { address: { length: family }, length } = prefix;
      const id = `${family} ${length}`;
      const level = levels.get(id) ?? { family, length, ranges: new Map() };
      levels.set(id, level);
      const key = masked(prefix.address, length);
      // Of two equal ranges the first one in the snapshot applies.
      if (!level.ranges.has(key)) level.ranges.set(key, { class: range.class, name: range.name });
    }
    this.#levels = [...levels.values()].sort((a, b) => b.length - a.length);
  }

  /** Empties the cache after a change of neighbours. */
  clear(): void {
    this.#v4.clear();
    this.#v6.clear();
  }

  /**
   * The client at a source address. `introduced` = neighbour discovery has ended for it, so the
   * client is final.
   */
  find(source: QuerySource, introduced: boolean = false): Client {
    const { bytes, at } = source;
    if (source.length !== 4) return this.#find6(source, introduced);
    // Signed, because V8 never boxes small signed integers.
    const key = bytes[at] << 24 | bytes[at + 1] << 16 | bytes[at + 2] << 8 | bytes[at + 3];
    const known = this.#v4.get(key);
    if (known !== undefined && this.#holds(known, introduced)) return known.client;
    return this.#remember(this.#v4, key, 0, source, introduced);
  }

  #find6(source: QuerySource, introduced: boolean): Client {
    const { bytes, at } = source;
    let high = 0;
    let low = 0;
    for (let i = 0; i < 16; i++) {
      high = Math.imul(high ^ bytes[at + i], 0x01000193) ^ high >>> 15;
      low = Math.imul(low ^ bytes[at + i], 0x85ebca6b) ^ low >>> 13;
    }
    const known = this.#v6.get(high);
    if (
      known !== undefined && known.low === low && sameBytes(known.client.address, bytes, at) &&
      this.#holds(known, introduced)
    ) {
      return known.client;
    }
    return this.#remember(this.#v6, high, low, source, introduced);
  }

  #holds({ until, client }: Remembered, introduced: boolean): boolean {
    return until === Infinity || (this.#now() < until && !(introduced && client.undiscovered));
  }

  #remember(
    into: Map<number, Remembered>,
    key: number,
    low: number,
    source: QuerySource,
    introduced: boolean,
  ): Client {
    if (into.size >= REMEMBERED) into.clear();
    const client = this.#make(source, introduced);
    const stranger = client.device === undefined && this.#looks;
    into.set(key, { low, client, until: stranger ? this.#now() + STRANGER_KEPT : Infinity });
    return client;
  }

  #rangeOf(address: Address): Range | undefined {
    for (const { family, length, ranges } of this.#levels) {
      const range = family === address.length ? ranges.get(masked(address, length)) : undefined;
      if (range !== undefined) return range;
    }
    return undefined;
  }

  #make(source: QuerySource, introduced: boolean): Client {
    const address: Address = source.bytes.slice(source.at, source.at + source.length);
    const { deviceTable } = this.#snapshot;
    const mac = this.#looks ? this.#neighbours.find(address) : undefined;
    const device = mac && deviceTable.find(mac);
    const range = mac && device === undefined ? this.#newcomer(address) : undefined;
    const client = this.#following(device ?? range ?? this.#rangeOf(address), address, device?.id);
    if (mac !== undefined && this.#denied.size > 0 && this.#denied.has(macToText(mac))) {
      return { ...client, denied: true };
    }
    const unmet = !introduced && mac === undefined && this.#looks &&
      this.#neighbours.isUndiscovered(address);
    return unmet ? { ...client, undiscovered: unmet } : client;
  }

  /**
   * The policy of a machine that is not a device yet. The main thread adds it soon, and its first
   * query must be filtered too (A 3.5).
   */
  #newcomer(address: Address): Range | undefined {
    const { newcomers } = this.#snapshot.deviceTable;
    if (newcomers === undefined || !this.#neighbours.isOnNetwork(address)) return undefined;
    return { class: newcomers, name: undefined };
  }

  /**
   * The client of a scope (`device:3`, `person:2`, `group:1`, `all`) without an address on the
   * network; undefined = unknown scope.
   */
  findScope(scope: string): Client | undefined {
    const entry = this.#snapshot.deviceTable.ofScope(scope);
    return entry && this.#following(entry, LOOPBACK, entry.id === 0 ? undefined : entry.id);
  }

  #following(range: Range | undefined, address: Address, id: number | undefined): Client {
    const policy = this.#snapshot.classes[range?.class ?? 0];
    const version = computeClassVersion(policy, this.#snapshot.localVersion);
    const key = computeClientVersion(version, this.#readsClients, address, range?.name, id);
    const client: Client = {
      ...this.#clientOf(policy, address, range?.name, id),
      route: this.#routes[policy.upstreams ?? -1] ?? DEFAULT_UPSTREAMS,
      cacheVersion: policy.learns === undefined ? key : UNCACHED,
    };
    const { views } = policy;
    if (views === undefined) return client;
    const seen = views.map((view) =>
      this.#clientOf(this.#snapshot.classes[view], address, range?.name, id)
    );
    return { ...client, views: seen };
  }

  #clientOf(
    policy: DevicePolicy,
    address: Address,
    name: string | undefined,
    device: number | undefined,
  ): PolicyClient {
    return {
      policy,
      address,
      place: "home",
      ...(name === undefined || name === "" ? {} : { name }),
      ...(device === undefined ? {} : { device }),
    };
  }
}

/** The leading bits of an address as text. */
function masked(address: Address, bits: number): string {
  let key = "";
  for (let i = 0; i * 8 < bits; i++) {
    const left = bits - i * 8;
    key += String.fromCharCode(left >= 8 ? address[i] : address[i] & 0xff << 8 - left & 0xff);
  }
  return key;
}

function sameBytes(address: Uint8Array, bytes: Uint8Array, at: number): boolean {
  for (let i = 0; i < address.length; i++) if (address[i] !== bytes[at + i]) return false;
  return true;
}
