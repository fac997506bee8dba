/**
 * Messages of the kernel's routing socket: requests and replies (rtnetlink(7)). Little endian, like
 * all supported machines. Reading never throws, whatever the bytes are.
 */
import type { Address } from "../../policy/model/address.ts";
import { isMachineMac, MAC_BYTES } from "../../policy/model/mac.ts";

/** Types and flags of <linux/netlink.h> and <linux/rtnetlink.h>. */
export const NLMSG_ERROR = 2;
export const NLMSG_DONE = 3;
export const RTM_NEWLINK = 16;
export const RTM_GETLINK = 18;
export const RTM_NEWROUTE = 24;
export const RTM_GETROUTE = 26;
export const RTM_NEWNEIGH = 28;
export const RTM_DELNEIGH = 29;
export const RTM_GETNEIGH = 30;
export const NLM_F_REQUEST = 1;
export const NLM_F_DUMP = 0x300;

const HEADER = 16;
const NEIGHBOUR_HEADER = 12;
const ROUTE_HEADER = 12;
const LINK_HEADER = 16;
const ATTRIBUTE = 4;
const NDA_DST = 1;
const NDA_LLADDR = 2;
const RTA_DST = 1;
const RTA_OIF = 4;
const RTA_GATEWAY = 5;
const RTA_MULTIPATH = 9;
const RTA_VIA = 18;
const IFLA_IFNAME = 3;
const RTN_UNICAST = 1;
/**
 * States in which the kernel knows the hardware address: reachable, stale, delay, probe, permanent.
 */
const TRUSTED = 0x02 | 0x04 | 0x08 | 0x10 | 0x80;
const REACHABLE = 0x02;
const STALE = 0x04;
const DELAY = 0x08;
const PROBE = 0x10;
const FAILED = 0x20;
const PERMANENT = 0x80;

/**
 * Certainty of the kernel: `reachable` = confirmed within half a minute, `stale` = known but not
 * confirmed since, `probing` = being confirmed again, `permanent` = set by an administrator,
 * `failed` = no reply, `incomplete` = first probe pending.
 */
export type NeighborState =
  | "reachable"
  | "stale"
  | "probing"
  | "permanent"
  | "failed"
  | "incomplete";

/** One row of the neighbour tables (ARP, RFC 826; neighbour discovery, RFC 4861). */
export interface Neighbor {
  /** 4 or 16 bytes. */
  readonly address: Address;
  /** Six bytes; absent when the kernel knows no trustworthy one. */
  readonly mac?: Uint8Array;
  readonly state: NeighborState;
  /** Number of the interface. */
  readonly interface: number;
}

/** A prefix that is reached without a router. */
export interface OnLinkPrefix {
  readonly address: Address;
  /** Prefix length in bits. */
  readonly length: number;
  readonly interface: number;
}

/** An interface of this machine. */
export interface Link {
  readonly interface: number;
  readonly name: string;
}

/** The position of one message's payload. */
export interface NetlinkMessage {
  readonly type: number;
  readonly sequence: number;
  /** Offsets of the payload. */
  readonly at: number;
  readonly end: number;
}

/** Writes the header of a request that fills `bytes`. */
function writeHeader(view: DataView, type: number, flags: number, sequence: number): void {
  view.setUint32(0, view.byteLength, true);
  view.setUint16(4, type, true);
  view.setUint16(6, NLM_F_REQUEST | flags, true);
  view.setUint32(8, sequence, true);
}

/**
 * A request for a whole table: RTM_GETNEIGH, RTM_GETROUTE or RTM_GETLINK, of one family (0 = all).
 */
export function createDumpRequest(
  type: number,
  family: number,
  sequence: number,
): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(HEADER + NEIGHBOUR_HEADER);
  writeHeader(new DataView(bytes.buffer), type, NLM_F_DUMP, sequence);
  bytes[HEADER] = family;
  return bytes;
}

/** A request for the neighbour with one address (4 or 16 bytes) on one interface. */
export function createNeighborRequest(
  address: Address,
  link: number,
  sequence: number,
): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(HEADER + NEIGHBOUR_HEADER + ATTRIBUTE + address.length);
  const view = new DataView(bytes.buffer);
  writeHeader(view, RTM_GETNEIGH, 0, sequence);
  bytes[HEADER] = address.length === 4 ? 2 : 10;
  view.setInt32(HEADER + 4, link, true);
  const at = HEADER + NEIGHBOUR_HEADER;
  view.setUint16(at, ATTRIBUTE + address.length, true);
  view.setUint16(at + 2, NDA_DST, true);
  bytes.set(address, at + ATTRIBUTE);
  return bytes;
}

/**
 * The messages in the first `length` bytes. A message with an invalid length ends the iteration.
 */
export function* parseMessages(bytes: Uint8Array, length: number): Generator<NetlinkMessage> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, Math.min(length, bytes.length));
  for (let at = 0; at + HEADER <= view.byteLength;) {
    const size = view.getUint32(at, true);
    if (size < HEADER || at + size > view.byteLength) return;
    yield {
      type: view.getUint16(at + 4, true),
      sequence: view.getUint32(at + 8, true),
      at: at + HEADER,
      end: at + size,
    };
    at += (size + 3) & ~3;
  }
}

/** Calls `each` with the type and position of every attribute from `at` on. */
function readAttributes(
  bytes: Uint8Array,
  from: number,
  end: number,
  each: (type: number, at: number, length: number) => void,
): void {
  for (let at = from; at + ATTRIBUTE <= end;) {
    const size = bytes[at] | bytes[at + 1] << 8;
    if (size < ATTRIBUTE || at + size > end) return;
    each((bytes[at + 2] | bytes[at + 3] << 8) & 0x3fff, at + ATTRIBUTE, size - ATTRIBUTE);
    at += (size + 3) & ~3;
  }
}

function bytesOf(family: number): number {
  if (family === 2) return 4;
  return family === 10 ? 16 : 0;
}

function stateOf(state: number): NeighborState | undefined {
  if ((state & PERMANENT) !== 0) return "permanent";
  if ((state & REACHABLE) !== 0) return "reachable";
  if ((state & STALE) !== 0) return "stale";
  if ((state & (DELAY | PROBE)) !== 0) return "probing";
  if ((state & FAILED) !== 0) return "failed";
  return (state & 1) !== 0 ? "incomplete" : undefined;
}

/**
 * Reads RTM_NEWNEIGH or RTM_DELNEIGH. Undefined for other families, for addresses without a machine
 * (multicast, loopback), and for invalid bytes.
 */
export function parseNeighbor(
  bytes: Uint8Array,
  { type, at, end }: NetlinkMessage,
): Neighbor | undefined {
  if ((type !== RTM_NEWNEIGH && type !== RTM_DELNEIGH) || end - at < NEIGHBOUR_HEADER) {
    return undefined;
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  const addressBytes = bytesOf(bytes[at]);
  const bits = view.getUint16(at + 8, true);
  const state = stateOf(bits);
  if (addressBytes === 0 || state === undefined) return undefined;
  let address: Address | undefined;
  let mac: Uint8Array | undefined;
  readAttributes(bytes, at + NEIGHBOUR_HEADER, end, (attribute, from, length) => {
    if (attribute === NDA_DST && length === addressBytes) {
      address = bytes.slice(from, from + length);
    }
    if (attribute === NDA_LLADDR && length === MAC_BYTES && isMachineMac(bytes, from)) {
      mac = bytes.slice(from, from + length);
    }
  });
  if (address === undefined || isGroup(address)) return undefined;
  const known = mac !== undefined && (bits & TRUSTED) !== 0 && type === RTM_NEWNEIGH;
  const row = { address, state, interface: view.getInt32(at + 4, true) };
  return known ? { ...row, mac: mac! } : row;
}

function isGroup(address: Address): boolean {
  return address.length === 4 ? address[0] >= 224 : address[0] === 0xff;
}

/**
 * Reads the router of a default route (RTM_NEWROUTE); undefined for other routes and invalid bytes.
 */
export function parseDefaultRouter(
  bytes: Uint8Array,
  { type, at, end }: NetlinkMessage,
): Address | undefined {
  if (
    type !== RTM_NEWROUTE || end - at < ROUTE_HEADER || bytes[at + 1] !== 0 ||
    bytes[at + 7] !== RTN_UNICAST
  ) {
    return undefined;
  }
  const addressBytes = bytesOf(bytes[at]);
  let router: Address | undefined;
  readAttributes(bytes, at + ROUTE_HEADER, end, (attribute, from, size) => {
    if (attribute === RTA_GATEWAY && size === addressBytes && addressBytes > 0) {
      router = bytes.slice(from, from + size);
    }
  });
  return router;
}

/** Reads number and name of an interface from RTM_NEWLINK; undefined for invalid bytes. */
export function parseLink(bytes: Uint8Array, { type, at, end }: NetlinkMessage): Link | undefined {
  if (type !== RTM_NEWLINK || end - at < LINK_HEADER) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  let name = "";
  readAttributes(bytes, at + LINK_HEADER, end, (attribute, from, size) => {
    // The text ends with a zero byte.
    if (attribute === IFLA_IFNAME) {
      name = new TextDecoder().decode(bytes.subarray(from, from + Math.max(0, size - 1)));
    }
  });
  return name === "" ? undefined : { interface: view.getInt32(at + 4, true), name };
}

/**
 * Reads an RTM_NEWROUTE of a prefix without a router; undefined for other routes and invalid bytes.
 */
export function parseOnLinkPrefix(
  bytes: Uint8Array,
  { type, at, end }: NetlinkMessage,
): OnLinkPrefix | undefined {
  if (type !== RTM_NEWROUTE || end - at < ROUTE_HEADER) return undefined;
  const addressBytes = bytesOf(bytes[at]);
  const length = bytes[at + 1];
  if (addressBytes === 0 || length > addressBytes * 8 || bytes[at + 7] !== RTN_UNICAST) {
    return undefined;
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  let address = new Uint8Array(addressBytes);
  let link = 0;
  let routed = false;
  readAttributes(bytes, at + ROUTE_HEADER, end, (attribute, from, size) => {
    if (attribute === RTA_DST && size === addressBytes) address = bytes.slice(from, from + size);
    if (attribute === RTA_OIF && size === 4) link = view.getInt32(from, true);
    if (attribute === RTA_GATEWAY || attribute === RTA_VIA || attribute === RTA_MULTIPATH) {
      routed = true;
    }
  });
  return routed || link <= 0 || isGroup(address) ? undefined : { address, length, interface: link };
}
