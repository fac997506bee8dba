/**
 * IPv4 addresses inside IPv6 addresses of a NAT64 (RFC 6052), and the prefix of a network, which
 * the answer for `ipv4only.arpa` reveals (RFC 7050).
 */
import { type Address, addressToText, type Prefix, prefixContains } from "./address.ts";

/** The name whose only addresses are of IPv4: an AAAA answer comes from the DNS64 of the network. */
export const IPV4_ONLY_NAME = "ipv4only.arpa";

/** Lengths that a NAT64 prefix may have (RFC 6052 2.2). */
export const NAT64_LENGTHS: readonly number[] = [32, 40, 48, 56, 64, 96];

/** The addresses of `ipv4only.arpa` (RFC 7050 2.2). */
const WELL_KNOWN = ["192.0.0.170", "192.0.0.171"];
/** A network has one prefix, seldom more; the rest of an answer is ignored. */
const MOST_PREFIXES = 8;
/** Byte 8 of an address is reserved and zero (RFC 6052 2.2). */
const RESERVED = 8;

const scratch = new Uint8Array(4);

/**
 * Writes the IPv4 address that an address carries behind a prefix of `length` bits into 4 bytes.
 * The prefix itself is not compared.
 */
export function extractIpv4(address: Address, length: number, into: Uint8Array): void {
  let at = length >> 3;
  for (let i = 0; i < 4; i++) {
    if (at === RESERVED) at++;
    into[i] = address[at++];
  }
}

/** Whether an address is of a NAT64 with this prefix. The IPv4 address is then in `into`. */
export function readNat64(address: Address, prefix: Prefix, into: Uint8Array): boolean {
  if (!prefixContains(prefix, address)) return false;
  if (prefix.length !== 96 && address[RESERVED] !== 0) return false;
  extractIpv4(address, prefix.length, into);
  return true;
}

/**
 * The prefixes that the addresses of an AAAA answer for `ipv4only.arpa` reveal. An address in which
 * several prefixes are possible, or none, reveals nothing (RFC 7050 3).
 */
export function findNat64Prefixes(addresses: readonly Address[]): string[] {
  const found = new Set<string>();
  for (const address of addresses) {
    if (address.length !== 16) continue;
    const [length, ...others] = NAT64_LENGTHS.filter((each) => isWellKnownAt(address, each));
    if (length === undefined || others.length > 0) continue;
    const prefix = address.map((byte, i) => i < length >> 3 ? byte : 0);
    found.add(`${addressToText(prefix)}/${length}`);
  }
  return [...found].sort().slice(0, MOST_PREFIXES);
}

function isWellKnownAt(address: Address, length: number): boolean {
  if (length !== 96 && address[RESERVED] !== 0) return false;
  extractIpv4(address, length, scratch);
  return WELL_KNOWN.includes(addressToText(scratch));
}
