/**
 * A classic BPF program that passes only datagrams from allowed networks, so that the kernel drops
 * all others before a handshake (A 7.9.1). It decides about each source as `isAllowed` does. It also
 * drops short datagrams of an unknown QUIC version, which the runtime would answer. Pure.
 */
import {
  parsePrefix,
  type Prefix,
  prefixContains,
  PRIVATE_RANGES,
} from "../../../policy/model/address.ts";
import type { FilterInstruction } from "../../../resolver/net/libc.ts";

/** Codes of <linux/filter.h>; A is the accumulator, K the constant of an instruction. */
const LOAD_BYTE = 0x30;
const LOAD_WORD = 0x20;
const LOAD_LENGTH = 0x80;
const A_AND_K = 0x54;
const A_SHIFT_RIGHT_K = 0x74;
const GO_K = 0x05;
const RETURN_K = 0x06;
const IF_EQUAL = 0x15;
const IF_GREATER = 0x25;
const IF_AT_LEAST = 0x35;

/**
 * Loads from this offset on are relative to the IPv4 or IPv6 header, whatever the family of the
 * socket (SKF_NET_OFF).
 */
const NETWORK = -0x100000;
/** Offset of the source address in each header (RFC 791 3.1, RFC 8200 3). */
const SOURCE4 = NETWORK + 12;
const SOURCE6 = NETWORK + 8;

/** Loads from 0 on are relative to the UDP header; the datagram follows it (RFC 768). */
const UDP_HEADER = 8;
/** The bit of a long header, which the version follows (RFC 8999 5.1). */
const LONG_HEADER = 0x80;
/** The versions of the runtime: 1 (RFC 9000), and the drafts 29 to 34. */
const VERSION_1 = 1;
const FIRST_DRAFT = 0xff00001d;
const LAST_DRAFT = 0xff000022;
/** The least bytes of a datagram that begins a connection (RFC 9000 14.1). */
const LEAST_INITIAL = 1200;

/** Bytes of a datagram that pass: all of them, or none. */
const ALL = 0xffffffff;
const NONE = 0;

/**
 * IPv6 sources that are never valid: the discard prefix (RFC 6666) and IPv4 in the form that
 * sockets show (RFC 4291 2.5.5.2).
 */
const NEVER: readonly Prefix[] = [parsePrefix("100::/64")!, {
  address: Uint8Array.of(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff, 0, 0, 0, 0),
  length: 96,
}];

/**
 * The program for allowed networks, `private` for the private ones; invalid networks are ignored.
 */
export function datagramFilter(ranges: readonly string[]): FilterInstruction[] {
  const prefixes = ranges.flatMap((range) => range === "private" ? PRIVATE_RANGES : [range])
    .map(parsePrefix).filter((prefix) => prefix !== undefined);
  const of6 = sources6(prefixes.filter(({ address }) => address.length === 16));
  const of4 = sources4(prefixes.filter(({ address }) => address.length === 4));
  return [
    ...shortUnknownVersions(),
    instruction(LOAD_BYTE, NETWORK),
    instruction(A_SHIFT_RIGHT_K, 4),
    // A comparison can skip 255 instructions at most, this jump any number.
    instruction(IF_EQUAL, 4, 0, 1),
    instruction(GO_K, 2 + of6.length),
    instruction(IF_EQUAL, 6, 1, 0),
    instruction(RETURN_K, NONE),
    ...of6,
    ...of4,
  ];
}

/**
 * Drops datagrams of an unknown version that are too short for a Version Negotiation packet (RFC
 * 9000 5.2.2), so that a forged source cannot multiply its traffic. All others continue.
 */
function shortUnknownVersions(): FilterInstruction[] {
  return [
    instruction(LOAD_BYTE, UDP_HEADER),
    instruction(A_AND_K, LONG_HEADER),
    instruction(IF_EQUAL, 0, 7, 0),
    instruction(LOAD_WORD, UDP_HEADER + 1),
    instruction(IF_EQUAL, VERSION_1, 5, 0),
    instruction(IF_AT_LEAST, FIRST_DRAFT, 0, 1),
    instruction(IF_GREATER, LAST_DRAFT, 0, 3),
    instruction(LOAD_LENGTH, 0),
    instruction(IF_AT_LEAST, UDP_HEADER + LEAST_INITIAL, 1, 0),
    instruction(RETURN_K, NONE),
  ];
}

function instruction(code: number, k: number, whenTrue = 0, whenNot = 0): FilterInstruction {
  return { code, whenTrue, whenFalse: whenNot, k };
}

/**
 * IPv4 networks are ranges of numbers: A is compared with the ends of each range, and adjacent
 * ranges are merged.
 */
function sources4(prefixes: readonly Prefix[]): FilterInstruction[] {
  const rows: [from: number, to: number][] = [];
  for (const [from, to] of prefixes.map(rowOf).sort(([a], [b]) => a - b)) {
    const last = rows.at(-1);
    if (last !== undefined && from <= last[1] + 1) last[1] = Math.max(last[1], to);
    else rows.push([from, to]);
  }
  return [
    instruction(LOAD_WORD, SOURCE4),
    ...rows.flatMap(([from, to]) => [
      instruction(IF_AT_LEAST, from, 0, 2),
      instruction(IF_GREATER, to, 1, 0),
      instruction(RETURN_K, ALL),
    ]),
    instruction(RETURN_K, NONE),
  ];
}

function rowOf({ address, length }: Prefix): [from: number, to: number] {
  const size = 2 ** (32 - length);
  const from = Math.floor(wordOf(address, 0) / size) * size;
  return [from, from + size - 1];
}

/** Networks of IPv6 are compared word by word. */
function sources6(prefixes: readonly Prefix[]): FilterInstruction[] {
  const largest = prefixes.filter((prefix, i) =>
    !prefixes.some((other, j) =>
      i !== j && prefixContains(other, prefix.address) &&
      (other.length < prefix.length || other.length === prefix.length && j < i)
    )
  );
  return [
    ...NEVER.flatMap((prefix) => whenIn(prefix, NONE)),
    ...largest.flatMap((prefix) => whenIn(prefix, ALL)),
    instruction(RETURN_K, NONE),
  ];
}

/**
 * Returns a verdict for sources in a network, and continues with the next instruction for all
 * others.
 */
function whenIn({ address, length }: Prefix, verdict: number): FilterInstruction[] {
  const lines: FilterInstruction[] = [];
  const words = Math.ceil(length / 32);
  const rest = length % 32;
  // Instructions from a comparison to the end of these: two a word, one more to mask the last, and
  // the verdict.
  let left = words * 2 + (rest === 0 ? 0 : 1) + 1;
  for (let i = 0; i < words; i++) {
    const mask = i === words - 1 && rest > 0 ? 0xffffffff << (32 - rest) >>> 0 : 0xffffffff;
    lines.push(instruction(LOAD_WORD, SOURCE6 + i * 4));
    if (mask !== 0xffffffff) lines.push(instruction(A_AND_K, mask));
    left -= mask === 0xffffffff ? 2 : 3;
    lines.push(instruction(IF_EQUAL, (wordOf(address, i * 4) & mask) >>> 0, 0, left));
  }
  return [...lines, instruction(RETURN_K, verdict)];
}

function wordOf(bytes: Uint8Array, at: number): number {
  return (bytes[at] << 24 | bytes[at + 1] << 16 | bytes[at + 2] << 8 | bytes[at + 3]) >>> 0;
}
