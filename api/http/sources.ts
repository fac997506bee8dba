/**
 * Which addresses may send HTTP requests, and how often: the allowed networks of DNS apply here too
 * (A 5.4, B 7.1.4).
 */
import {
  type Address,
  addressToText,
  parseAddress,
  parsePrefix,
  prefixContains,
  PRIVATE_RANGES,
  unmapAddress,
} from "../../policy/model/address.ts";

/** Discard-only prefix: only the relay carries its addresses (RFC 6666, B 7.1.4). */
const DISCARD = parsePrefix("100::/64")!;

/** An address as a socket reports it: without zone, IPv4 out of its mapping. */
export function peerAddress(text: string): Address | undefined {
  const address = parseAddress(text.replace(/%.*$/, ""));
  return address === undefined ? undefined : unmapAddress(address);
}

/** Whether an address is in one of the ranges; `private` means all private ranges. */
export function isAllowed(address: Address, ranges: readonly string[]): boolean {
  if (prefixContains(DISCARD, address)) return false;
  const texts = ranges.flatMap((range) => range === "private" ? PRIVATE_RANGES : [range]);
  return texts.some((text) => {
    const prefix = parsePrefix(text);
    return prefix !== undefined && prefixContains(prefix, address);
  });
}

const LOOPBACK4 = parsePrefix("127.0.0.0/8")!;
const LOOPBACK6 = parsePrefix("::1/128")!;

/** Whether an address, as a socket reports it, belongs to the machine itself. */
export function isLoopback(text: string): boolean {
  const address = peerAddress(text);
  if (address === undefined) return false;
  return prefixContains(LOOPBACK4, address) || prefixContains(LOOPBACK6, address);
}

/** Rate limit by address: requests per second, and the burst. */
const RATE = 20;
const BURST = 100;
/**
 * The rate limit of an IPv6 network of 64 bits, as a multiple of that of one address. The devices
 * of a home share one network, so no device may use up the limit of the others. And one device may
 * have any number of its addresses.
 */
const OF_NETWORK = 16;
/** Maximum number of remembered addresses; beyond it, all are reset. */
const MOST = 4096;

/** Rate limits of clients (token bucket), in bounded memory. */
export class RequestRate {
  readonly #rate: number;
  readonly #burst: number;
  readonly #left = new Map<string, { tokens: number; at: number }>();

  /** `rate` = requests per second, `burst` = the size of the bucket. */
  constructor(rate: number = RATE, burst: number = BURST) {
    this.#rate = rate;
    this.#burst = burst;
  }

  /**
   * Takes one request from the bucket of an address; `now` in milliseconds. False = it is empty.
   */
  admits(address: Address, now: number): boolean {
    // The network is checked first: forged addresses in one network cannot fill the memory.
    const isFree = address.length === 4 ||
      this.#takes(`${address.subarray(0, 8).join(":")}/64`, now, OF_NETWORK);
    return isFree && this.#takes(addressToText(address), now, 1);
  }

  /** Takes one request from the bucket of a key. */
  admitsOf(key: string, now: number): boolean {
    return this.#takes(key, now, 1);
  }

  /** Takes one request from the bucket of a key, which is `times` as large. */
  #takes(key: string, now: number, times: number): boolean {
    let allowance = this.#left.get(key);
    const most = this.#burst * times;
    if (allowance === undefined) {
      if (this.#left.size >= MOST) this.#left.clear();
      this.#left.set(key, allowance = { tokens: most, at: now });
    }
    const passed = Math.max(0, now - allowance.at);
    allowance.tokens = Math.min(most, allowance.tokens + passed * this.#rate * times / 1000);
    allowance.at = now;
    if (allowance.tokens < 1) return false;
    allowance.tokens--;
    return true;
  }
}
