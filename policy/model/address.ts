/**
 * IP addresses and prefixes as bytes: 4 for IPv4, 16 for IPv6 (RFC 4291, RFC 4632). IPv4-mapped
 * IPv6 becomes IPv4.
 */

/** 4 or 16 bytes. */
export type Address = Uint8Array;

/** A prefix: its address and its length in bits. */
export interface Prefix {
  readonly address: Address;
  readonly length: number;
}

/** Parses an IP address; a zone (`%eth0`) is ignored. Undefined when it is invalid. */
export function parseAddress(text: string): Address | undefined {
  if (!text.includes(":")) return parseIPv4(text);
  const zone = text.indexOf("%");
  const bytes = parseIPv6(zone < 0 ? text : text.slice(0, zone));
  return bytes === undefined ? undefined : unmapAddress(bytes);
}

function parseIPv4(text: string): Address | undefined {
  const parts = text.split(".");
  if (parts.length !== 4) return undefined;
  const bytes = new Uint8Array(4);
  for (let i = 0; i < 4; i++) {
    if (!/^\d{1,3}$/.test(parts[i]) || Number(parts[i]) > 255) return undefined;
    bytes[i] = Number(parts[i]);
  }
  return bytes;
}

function parseIPv6(text: string): Address | undefined {
  const halves = text.split("::");
  if (halves.length > 2) return undefined;
  const head = words(halves[0]);
  const tail = halves.length === 2 ? words(halves[1]) : [];
  if (head === undefined || tail === undefined) return undefined;
  const missing = 8 - head.length - tail.length;
  if (halves.length === 2 ? missing < 1 : missing !== 0) return undefined;
  const all = [...head, ...new Array<number>(missing).fill(0), ...tail];
  const bytes = new Uint8Array(16);
  all.forEach((word, i) => bytes.set([word >> 8, word & 0xff], i * 2));
  return bytes;
}

function words(text: string): number[] | undefined {
  if (text === "") return [];
  const out: number[] = [];
  const parts = text.split(":");
  for (let i = 0; i < parts.length; i++) {
    if (i === parts.length - 1 && parts[i].includes(".")) {
      const v4 = parseIPv4(parts[i]);
      if (v4 === undefined) return undefined;
      out.push(v4[0] << 8 | v4[1], v4[2] << 8 | v4[3]);
    } else {
      if (!/^[0-9a-fA-F]{1,4}$/.test(parts[i])) return undefined;
      out.push(parseInt(parts[i], 16));
    }
  }
  return out;
}

/**
 * The IPv4 address in an IPv4-mapped IPv6 address (::ffff:0:0/96), otherwise the address itself.
 */
export function unmapAddress(bytes: Address): Address {
  if (bytes.length !== 16 || bytes[10] !== 0xff || bytes[11] !== 0xff) return bytes;
  for (let i = 0; i < 10; i++) if (bytes[i] !== 0) return bytes;
  return bytes.slice(12);
}

/** The IPv4-mapped IPv6 address of an IPv4 address. */
export function mapAddress(bytes: Address): Address {
  const mapped = new Uint8Array(16);
  mapped[10] = mapped[11] = 0xff;
  mapped.set(bytes, 12);
  return mapped;
}

/** The text of an address; IPv6 as in RFC 5952. */
export function addressToText(bytes: Address, offset = 0, length = bytes.length): string {
  if (length === 4) {
    return `${bytes[offset]}.${bytes[offset + 1]}.${bytes[offset + 2]}.${bytes[offset + 3]}`;
  }
  const parts: number[] = [];
  for (let i = 0; i < 16; i += 2) parts.push(bytes[offset + i] << 8 | bytes[offset + i + 1]);
  let bestAt = -1;
  let bestLength = 1;
  for (let i = 0; i < 8; i++) {
    let run = 0;
    while (i + run < 8 && parts[i + run] === 0) run++;
    if (run > bestLength) [bestAt, bestLength] = [i, run];
    i += run;
  }
  const hex = (from: number, to: number) =>
    parts.slice(from, to).map((word) => word.toString(16)).join(":");
  return bestAt < 0 ? hex(0, 8) : `${hex(0, bestAt)}::${hex(bestAt + bestLength, 8)}`;
}

/**
 * Parses `address/length`, or a single address as its full-length prefix. Undefined when it is
 * invalid.
 */
export function parsePrefix(text: string): Prefix | undefined {
  const slash = text.indexOf("/");
  const address = parseAddress(slash < 0 ? text : text.slice(0, slash));
  if (address === undefined) return undefined;
  if (slash < 0) return { address, length: address.length * 8 };
  const digits = text.slice(slash + 1);
  if (!/^\d{1,3}$/.test(digits) || Number(digits) > address.length * 8) return undefined;
  return { address, length: Number(digits) };
}

/** The text of the network of a prefix: the bits behind its length are zero. */
export function prefixToText({ address, length }: Prefix): string {
  const network = address.map((byte, i) => {
    const kept = Math.max(0, Math.min(8, length - i * 8));
    return byte & 0xff << (8 - kept);
  });
  return `${addressToText(network)}/${length}`;
}

/** Whether the address (4 or 16 bytes at `offset`) is in the prefix. */
export function prefixContains(
  prefix: Prefix,
  bytes: Uint8Array,
  offset = 0,
  length = bytes.length,
): boolean {
  if (prefix.address.length !== length) return false;
  const whole = prefix.length >> 3;
  const rest = prefix.length & 7;
  for (let i = 0; i < whole; i++) if (prefix.address[i] !== bytes[offset + i]) return false;
  if (rest === 0) return true;
  const mask = 0xff << (8 - rest) & 0xff;
  return (prefix.address[whole] & mask) === (bytes[offset + whole] & mask);
}

/** Private and local ranges: loopback, RFC 1918, CGN (RFC 6598), link-local, ULA (RFC 4193). */
export const PRIVATE_RANGES: readonly string[] = [
  "127.0.0.0/8",
  "10.0.0.0/8",
  "172.16.0.0/12",
  "192.168.0.0/16",
  "100.64.0.0/10",
  "169.254.0.0/16",
  "::1/128",
  "fe80::/10",
  "fc00::/7",
];
