/** Who may ask: allowed ranges, 100::/64 refused everywhere (B 7.1.4), loops of the box with itself, rates by prefix. */
import {
  type Address,
  addressToText,
  parsePrefix,
  type Prefix,
  prefixContains,
  PRIVATE_RANGES,
} from "../../policy/model/address.ts";
import type { RateLimit } from "../../policy/snapshot/settings.ts";
import type { DropCause } from "../journal_layout.ts";
import { RateLimiter } from "./rate.ts";
import type { Source } from "./reply.ts";

/** Why packets were dropped, counted since start. */
export interface DropCounter {
  dropped(cause: DropCause): void;
}

const KNOWN_SOURCES = 4096;
/** Discard-only prefix: only the relay carries its addresses (RFC 6666, B 7.1.4). */
const DISCARD = parsePrefix("100::/64")!;

/** The access rules of every listener of a worker. */
export class Access {
  #ranges: Prefix[] = [];
  #own = new Set<string>();
  #ownPorts = new Set<number>();
  #rates: RateLimiter;
  #known = new Map<number, boolean>();
  readonly #drops: DropCounter;

  /** `seconds` is monotonic and the same for all that share `rates`, the memory of the limiter. */
  constructor(drops: DropCounter, seconds: () => number, rates?: SharedArrayBuffer) {
    this.#drops = drops;
    this.#rates = new RateLimiter(seconds, rates);
  }

  /** Takes new settings: `private` stands for the private ranges; interfaces are CIDR of this machine. */
  configure(
    allowed: readonly string[],
    interfaces: readonly string[],
    rate: RateLimit,
    ports: readonly number[],
  ): void {
    const texts = allowed.flatMap((range) => range === "private" ? PRIVATE_RANGES : [range]);
    this.#ranges = [...texts, ...interfaces].map(parsePrefix).filter((prefix) => prefix !== undefined);
    this.#own = new Set(interfaces.map((text) => addressToText(parsePrefix(text)?.address ?? new Uint8Array(4))));
    this.#own.add("127.0.0.1").add("::1");
    this.#ownPorts = new Set(ports);
    this.#rates.configure(rate);
    this.#known.clear();
  }

  /** Whether a query from this source, asked at our `port`, may be looked at. Counts what it refuses. */
  admits(source: Source, sourcePort: number, _port: number): boolean {
    if (!this.#inRange(source)) return false;
    if (this.#ownPorts.has(sourcePort) && this.#own.has(textOf(source))) {
      this.#drops.dropped("loop");
      return false;
    }
    if (this.#rates.enabled && !this.#rates.admits(source)) {
      this.#drops.dropped("rate");
      return false;
    }
    return true;
  }

  /** Counts a packet that is no query. */
  countMalformed(): void {
    this.#drops.dropped("malformed");
  }

  #inRange(source: Source): boolean {
    const { bytes, at, length } = source;
    // IPv4 sources are few and asked for every packet: remembered by their number.
    const key = length === 4 ? bytes[at] * 0x1000000 + (bytes[at + 1] << 16 | bytes[at + 2] << 8 | bytes[at + 3]) : -1;
    let allowed = key < 0 ? undefined : this.#known.get(key);
    if (allowed === undefined) {
      if (length === 16 && prefixContains(DISCARD, bytes, at, 16)) {
        this.#drops.dropped("discard_prefix");
        return false;
      }
      allowed = this.#ranges.some((range) => prefixContains(range, bytes, at, length));
      if (key >= 0) this.#remember(key, allowed);
    }
    if (!allowed) this.#drops.dropped("not_allowed");
    return allowed;
  }

  #remember(key: number, allowed: boolean): void {
    if (this.#known.size >= KNOWN_SOURCES) this.#known.clear();
    this.#known.set(key, allowed);
  }
}

function textOf(source: Source): string {
  return addressToText(source.bytes as Address, source.at, source.length);
}
