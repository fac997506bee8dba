/**
 * Access control of listeners: allowed ranges, 100::/64 refused (B 7.1.4), loops of the box with
 * itself, rate limits by prefix.
 */
import {
  type Address,
  addressToText,
  parsePrefix,
  type Prefix,
  prefixContains,
  PRIVATE_RANGES,
} from "../../policy/model/address.ts";
import { parseDeniedClients } from "../../policy/model/denied_client.ts";
import type { RateLimit } from "../../policy/snapshot/settings.ts";
import type { DropCause } from "../journal/journal_layout.ts";
import { RateLimiter } from "./rate_limiter.ts";
import type { QuerySource } from "./reply.ts";

/** Counts dropped packets by cause. */
export interface DropCounter {
  countDrop(cause: DropCause): void;
}

/** Number of cached source addresses, a power of two. Colliding addresses replace each other. */
const KNOWN_SOURCES = 4096;
/**
 * Ports of services that answer every packet: echo, daytime, chargen, time, kpasswd. A query forged
 * with such a source would start an endless exchange, because the service's packets are not marked
 * as responses.
 */
const ANSWERING: ReadonlySet<number> = new Set([7, 13, 19, 37, 464]);
/** Cached access of a source. */
const REFUSED = 1;
const ALLOWED = 2;
/** Discard-only prefix; only the relay uses its addresses (RFC 6666, B 7.1.4). */
const DISCARD = parsePrefix("100::/64")!;

/** The access rules of all listeners of a worker. */
export class AccessControl {
  #ranges: Prefix[] = [];
  #denied: readonly Prefix[] = [];
  #own = new Set<string>();
  #ownPorts: readonly number[] = [];
  #rates: RateLimiter;
  /**
   * Cached access of IPv4 sources by the low bits of their address. They are few and checked for
   * every packet.
   */
  readonly #addresses = new Int32Array(KNOWN_SOURCES);
  readonly #known = new Uint8Array(KNOWN_SOURCES);
  readonly #drops: DropCounter;

  /** `seconds` is monotonic and the same for all users of `rates`, the memory of the limiter. */
  constructor(drops: DropCounter, seconds: () => number, rates?: SharedArrayBuffer) {
    this.#drops = drops;
    this.#rates = new RateLimiter(seconds, rates);
  }

  /**
   * Applies new settings. `private` means the private ranges; interfaces are networks of this
   * machine in CIDR. Of `denied`, hardware addresses are left to the client lookup.
   */
  configure(
    allowed: readonly string[],
    interfaces: readonly string[],
    rate: RateLimit,
    ports: readonly number[],
    denied: readonly string[] = [],
  ): void {
    const texts = allowed.flatMap((range) => range === "private" ? PRIVATE_RANGES : [range]);
    this.#ranges = [...texts, ...interfaces].map(parsePrefix).filter((prefix) =>
      prefix !== undefined
    );
    this.#denied = parseDeniedClients(denied).prefixes;
    this.#own = new Set(
      interfaces.map((text) => addressToText(parsePrefix(text)?.address ?? new Uint8Array(4))),
    );
    this.#own.add("127.0.0.1").add("::1");
    this.#ownPorts = ports;
    this.#rates.configure(rate);
    this.#known.fill(0);
  }

  /**
   * Whether a query from this source may be processed; port 0 = the port does not matter. Counts
   * refused ones.
   */
  admits(source: QuerySource, sourcePort: number): boolean {
    if (!this.#inRange(source)) return false;
    if (
      this.#ownPorts.includes(sourcePort) && this.#own.has(textOf(source)) ||
      sourcePort < 512 && ANSWERING.has(sourcePort)
    ) {
      this.#drops.countDrop("loop");
      return false;
    }
    if (this.#rates.enabled && !this.#rates.admits(source)) {
      this.#drops.countDrop("rate");
      return false;
    }
    return true;
  }

  /** Counts a packet that is not a query. */
  countMalformed(): void {
    this.#drops.countDrop("malformed");
  }

  #inRange(source: QuerySource): boolean {
    if (source.length === 16 && prefixContains(DISCARD, source.bytes, source.at, 16)) {
      this.#drops.countDrop("discard_prefix");
      return false;
    }
    const allowed = source.length === 4 ? this.#isKnown(source) : this.#isAllowed(source);
    if (!allowed) this.#drops.countDrop("not_allowed");
    return allowed;
  }

  /** Whether an IPv4 source is allowed, computed once per cache slot. */
  #isKnown(source: QuerySource): boolean {
    const { bytes, at } = source;
    const address = bytes[at] << 24 | bytes[at + 1] << 16 | bytes[at + 2] << 8 | bytes[at + 3];
    const slot = address & KNOWN_SOURCES - 1;
    if (this.#addresses[slot] !== address || this.#known[slot] === 0) {
      this.#addresses[slot] = address;
      this.#known[slot] = this.#isAllowed(source) ? ALLOWED : REFUSED;
    }
    return this.#known[slot] === ALLOWED;
  }

  #isAllowed({ bytes, at, length }: QuerySource): boolean {
    const contains = (range: Prefix) => prefixContains(range, bytes, at, length);
    return this.#ranges.some(contains) && !this.#denied.some(contains);
  }
}

function textOf(source: QuerySource): string {
  return addressToText(source.bytes as Address, source.at, source.length);
}
