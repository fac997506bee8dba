/** Address -> client: the policy that a query follows. Addresses without a range of their own follow class 0 (DESIGN 4.3). */
import { type Address, parsePrefix } from "../../policy/model/address.ts";
import type { PolicyClient } from "../../policy/decide/decide.ts";
import type { Snapshot } from "../../policy/snapshot/snapshot.ts";
import type { Source } from "../listeners/reply.ts";

const REMEMBERED = 16_384;

interface Range {
  readonly class: number;
  readonly name: string | undefined;
}

/** Ranges of one family and prefix length, by their masked octets as text. */
interface Level {
  readonly family: number;
  readonly length: number;
  readonly ranges: Map<string, Range>;
}

/** The clients of a snapshot, remembered by address while it lasts. Memory is bounded: a flood of addresses empties the memory. */
export class Clients {
  readonly #snapshot: Snapshot;
  /** Most precise prefixes first: an address is looked up once a length, however many ranges there are. */
  readonly #levels: readonly Level[];
  readonly #v4 = new Map<number, PolicyClient>();
  readonly #v6 = new Map<number, { low: number; client: PolicyClient }>();

  constructor(snapshot: Snapshot) {
    this.#snapshot = snapshot;
    const levels = new Map<string, Level>();
    for (const range of snapshot.clients) {
      const prefix = parsePrefix(range.prefix);
      if (prefix === undefined) continue;
      const { address: { length: family }, length } = prefix, id = `${family} ${length}`;
      const level = levels.get(id) ?? { family, length, ranges: new Map() };
      levels.set(id, level);
      const key = masked(prefix.address, length);
      // Of two equal ranges the first holds, as the snapshot has them in order.
      if (!level.ranges.has(key)) level.ranges.set(key, { class: range.class, name: range.name });
    }
    this.#levels = [...levels.values()].sort((a, b) => b.length - a.length);
  }

  /** The client at a source address. */
  find(source: Source): PolicyClient {
    const { bytes, at } = source;
    if (source.length === 4) {
      const key = bytes[at] * 0x1000000 + (bytes[at + 1] << 16 | bytes[at + 2] << 8 | bytes[at + 3]);
      const known = this.#v4.get(key);
      if (known !== undefined) return known;
      if (this.#v4.size >= REMEMBERED) this.#v4.clear();
      const client = this.#make(source);
      this.#v4.set(key, client);
      return client;
    }
    return this.#find6(source);
  }

  #find6(source: Source): PolicyClient {
    const { bytes, at } = source;
    let high = 0, low = 0;
    for (let i = 0; i < 16; i++) {
      high = Math.imul(high ^ bytes[at + i], 0x01000193) ^ high >>> 15;
      low = Math.imul(low ^ bytes[at + i], 0x85ebca6b) ^ low >>> 13;
    }
    const known = this.#v6.get(high);
    if (known !== undefined && known.low === low && sameOctets(known.client.address, bytes, at)) return known.client;
    if (this.#v6.size >= REMEMBERED) this.#v6.clear();
    const client = this.#make(source);
    this.#v6.set(high, { low, client });
    return client;
  }

  #rangeOf(address: Address): Range | undefined {
    for (const { family, length, ranges } of this.#levels) {
      const range = family === address.length ? ranges.get(masked(address, length)) : undefined;
      if (range !== undefined) return range;
    }
    return undefined;
  }

  #make(source: Source): PolicyClient {
    const address: Address = source.bytes.slice(source.at, source.at + source.length);
    const range = this.#rangeOf(address);
    const policy = this.#snapshot.classes[range?.class ?? 0];
    const client = { policy, address, place: "home" as const };
    return range?.name === undefined ? client : { ...client, name: range.name };
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

function sameOctets(address: Uint8Array, bytes: Uint8Array, at: number): boolean {
  for (let i = 0; i < address.length; i++) if (address[i] !== bytes[at + i]) return false;
  return true;
}
