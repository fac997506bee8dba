/**
 * Decides which addresses are on the public Internet. The box checks targets of its own requests
 * against them (SSRF).
 */
import { parseAddress, parsePrefix, prefixContains, PRIVATE_RANGES } from "./address.ts";

/**
 * Ranges outside the public Internet, in addition to the private ones (RFC 6890, RFC 6666, RFC
 * 3879).
 */
const SPECIAL_RANGES = [
  "0.0.0.0/8",
  "192.0.0.0/24",
  "192.0.2.0/24",
  "198.18.0.0/15",
  "198.51.100.0/24",
  "203.0.113.0/24",
  "224.0.0.0/3",
  "::/96",
  "100::/64",
  "2001:db8::/32",
  "fec0::/10",
  "ff00::/8",
];

const NOT_PUBLIC = [...PRIVATE_RANGES, ...SPECIAL_RANGES].map((text) => parsePrefix(text)!);
/** NAT64 (RFC 6052): the last 32 bits contain the IPv4 address that counts. */
const NAT64 = parsePrefix("64:ff9b::/96")!;

/**
 * Ranges without servers: this network, link-local (with a cloud's metadata), multicast and above.
 */
const NO_SERVERS = ["0.0.0.0/8", "169.254.0.0/16", "224.0.0.0/3", "::/128", "fe80::/10", "ff00::/8"]
  .map((text) => parsePrefix(text)!);

/**
 * Whether an address may be that of a server that the owner configured, including one in the
 * household or on this machine. Cloud metadata and multicast addresses are excluded.
 */
export function isServerAddress(text: string): boolean {
  const address = parseAddress(text);
  if (address === undefined) return false;
  const bytes = prefixContains(NAT64, address) ? address.slice(12) : address;
  return !NO_SERVERS.some((prefix) => prefixContains(prefix, bytes));
}

/**
 * Whether an address belongs to the public Internet: not to the household, this machine or cloud
 * metadata.
 */
export function isPublicAddress(text: string): boolean {
  const address = parseAddress(text);
  if (address === undefined) return false;
  const bytes = prefixContains(NAT64, address) ? address.slice(12) : address;
  return !NOT_PUBLIC.some((prefix) => prefixContains(prefix, bytes));
}
