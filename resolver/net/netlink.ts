/**
 * The kernel's neighbour tables over a routing socket: hardware addresses of addresses
 * (rtnetlink(7)). No privilege is needed. Lookups of one address need Linux 5.0; older kernels find
 * nothing.
 */
import { type Address, prefixContains, unmapAddress } from "../../policy/model/address.ts";
import { isContainerBridge } from "../../policy/model/container_bridge.ts";
import {
  checkResult,
  EAGAIN,
  EINTR,
  encodeInt,
  ENOBUFS,
  errno,
  libc,
  MSG_DONTWAIT,
  SO_RCVBUF,
  SOCK_CLOEXEC,
  SOL_SOCKET,
  SystemError,
} from "./libc.ts";
import {
  createDumpRequest,
  createNeighborRequest,
  type Neighbor,
  NLMSG_DONE,
  NLMSG_ERROR,
  type OnLinkPrefix,
  parseDefaultRouter,
  parseLink,
  parseMessages,
  parseNeighbor,
  parseOnLinkPrefix,
  RTM_GETLINK,
  RTM_GETNEIGH,
  RTM_GETROUTE,
} from "./netlink_messages.ts";

export type { Neighbor, NeighborState } from "./netlink_messages.ts";

const AF_NETLINK = 16;
const SOCK_RAW = 3;
const NETLINK_ROUTE = 0;
const RTMGRP_NEIGH = 4;
/** Bytes of one read. The kernel fills at most 32 KiB of a dump at once. */
const READ_BYTES = 32 * 1024;
/**
 * Maximum rows read from a table, and maximum prefixes kept, for routers with the routes of the
 * whole internet.
 */
const MOST_ROWS = 65_536;
const MOST_PREFIXES = 256;
const MOST_CHANGES = 4096;
const NOTICE_BUFFER = 1 << 20;

/** Opens a routing socket that receives notices of `groups`. Throws a SystemError. */
function openSocket(groups: number): number {
  const fd = checkResult(
    libc.socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, NETLINK_ROUTE),
    "open a routing socket",
  );
  const address = new Uint8Array(12);
  const view = new DataView(address.buffer);
  view.setUint16(0, AF_NETLINK, true);
  view.setUint32(8, groups, true);
  if (libc.bind(fd, address, address.length) === 0) return fd;
  const code = errno();
  libc.close(fd);
  throw new SystemError("hear of neighbours", code);
}

/** Reads a whole table with a socket of its own. Throws a SystemError. */
function dump<T>(
  type: number,
  read: (bytes: Uint8Array, message: Parameters<typeof parseNeighbor>[1]) => T | undefined,
): T[] {
  const fd = openSocket(0);
  const rows: T[] = [];
  const bytes = new Uint8Array(READ_BYTES);
  try {
    const request = createDumpRequest(type, 0, 1);
    checkResult(
      Number(libc.send(fd, request, BigInt(request.length), 0)),
      "ask for a table of the kernel",
    );
    for (let seen = 0; seen < MOST_ROWS;) {
      // The kernel answers within the call; later answers do not occur.
      const length = Number(libc.recv(fd, bytes, BigInt(bytes.length), MSG_DONTWAIT));
      if (length < 0 && errno() === EINTR) continue;
      if (length <= 0) return rows;
      for (const message of parseMessages(bytes, length)) {
        if (message.type === NLMSG_DONE || message.type === NLMSG_ERROR) return rows;
        seen++;
        const row = read(bytes, message);
        if (row !== undefined) rows.push(row);
      }
    }
    return rows;
  } finally {
    libc.close(fd);
  }
}

/**
 * Every row of the neighbour tables, IPv4 and IPv6. Rows with a `mac` are trustworthy. Throws a
 * SystemError.
 */
export function readNeighbors(): Neighbor[] {
  return dump(RTM_GETNEIGH, parseNeighbor);
}

/** The prefixes that are reached without a router, longest first. Throws a SystemError. */
export function readOnLinkPrefixes(): OnLinkPrefix[] {
  const all = dump(RTM_GETROUTE, parseOnLinkPrefix).filter(({ length }) => length > 0);
  return all.sort((a, b) => b.length - a.length).slice(0, MOST_PREFIXES);
}

/** Numbers of the interfaces that lead to containers. Throws a SystemError. */
export function readContainerBridges(): ReadonlySet<number> {
  const links = dump(RTM_GETLINK, parseLink).filter(({ name }) => isContainerBridge(name));
  return new Set(links.map((link) => link.interface));
}

/** On-link addresses of the default routers. Throws a SystemError. */
export function readDefaultRouters(): Address[] {
  return dump(RTM_GETROUTE, parseDefaultRouter);
}

/**
 * Looks up single addresses in the neighbour tables, synchronously. Each resolver thread has one:
 * `lookup` for unknown client addresses, `refresh` after a change of interfaces, `close` at its
 * end. `fd` is the descriptor for DescriptorRegistry. Neither the constructor nor a method throws.
 * Without a routing socket, as in some containers, `fd` is -1 and nothing is found.
 */
export class NeighborLookup {
  #fd = -1;
  #sequence = 0;
  #prefixes: readonly OnLinkPrefix[] = [];
  #bridges: ReadonlySet<number> = new Set();
  readonly #bytes = new Uint8Array(8 * 1024);

  constructor() {
    try {
      this.#fd = openSocket(0);
    } catch {
      return;
    }
    this.refresh();
  }

  /** The descriptor of its socket, -1 = none. */
  get fd(): number {
    return this.#fd;
  }

  /** Reads the prefixes of the interfaces again. */
  refresh(): void {
    if (this.#fd < 0) return;
    try {
      [this.#prefixes, this.#bridges] = [readOnLinkPrefixes(), readContainerBridges()];
    } catch {
      // The earlier prefixes remain valid.
    }
  }

  /**
   * The six bytes of the hardware address of an address of 4 or 16 bytes. An IPv4-mapped IPv6
   * address is looked up as IPv4. Undefined when it is on no network of this machine, or the kernel
   * does not know or trust it.
   */
  lookup(address: Uint8Array): Uint8Array | undefined {
    return this.#find(address)?.mac;
  }

  /** Whether the kernel knows a machine at an address that is not a container. */
  isOnNetwork(address: Uint8Array): boolean {
    const found = this.#find(address);
    return found !== undefined && !this.#bridges.has(found.interface);
  }

  #find(address: Uint8Array): Neighbor & { readonly mac: Uint8Array } | undefined {
    if (this.#fd < 0 || (address.length !== 4 && address.length !== 16)) return undefined;
    const wanted = unmapAddress(address);
    let probedLength = 0;
    for (const prefix of this.#prefixes) {
      // The longest prefixes come first. Equal prefixes (fe80::/64 of every interface) are all
      // tried.
      if (prefix.length < probedLength) break;
      if (!prefixContains(prefix, wanted)) continue;
      probedLength = prefix.length;
      const found = this.#ask(wanted, prefix.interface);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  /** Whether an address is on a network of this machine, so that a lookup may find it later. */
  onLink(address: Uint8Array): boolean {
    if (this.#fd < 0 || (address.length !== 4 && address.length !== 16)) return false;
    const wanted = unmapAddress(address);
    return this.#prefixes.some((prefix) => prefixContains(prefix, wanted));
  }

  /** Closes the socket. Later lookups find nothing. */
  close(): void {
    if (this.#fd >= 0) libc.close(this.#fd);
    this.#fd = -1;
  }

  #ask(address: Address, link: number): Neighbor & { readonly mac: Uint8Array } | undefined {
    const sequence = this.#sequence = this.#sequence % 0xffff_fff0 + 1;
    const request = createNeighborRequest(address, link, sequence);
    if (Number(libc.send(this.#fd, request, BigInt(request.length), MSG_DONTWAIT)) < 0) {
      return undefined;
    }
    // Answers to earlier lookups are skipped.
    for (let tries = 0; tries < 4; tries++) {
      const length = Number(
        libc.recv(this.#fd, this.#bytes, BigInt(this.#bytes.length), MSG_DONTWAIT),
      );
      if (length <= 0) return undefined;
      for (const message of parseMessages(this.#bytes, length)) {
        if (message.sequence !== sequence) continue;
        const row = parseNeighbor(this.#bytes, message);
        return row?.mac === undefined ? undefined : { ...row, mac: row.mac };
      }
    }
    return undefined;
  }
}

/**
 * Notices of changes of the neighbour tables (RTNLGRP_NEIGH). The owner calls `changes`
 * periodically, or when the descriptor is readable.
 */
export class NeighborMonitor {
  #fd: number;
  readonly #bytes = new Uint8Array(READ_BYTES);

  /** Throws a SystemError when no routing socket is available. */
  constructor() {
    this.#fd = openSocket(RTMGRP_NEIGH);
    libc.setsockopt(this.#fd, SOL_SOCKET, SO_RCVBUF, encodeInt(NOTICE_BUFFER), 4);
  }

  /** The descriptor of its socket. */
  get fd(): number {
    return this.#fd;
  }

  /**
   * Changes since the last call. `lost` = some exceeded the kernel's buffer, so the table must be
   * read again.
   */
  changes(): { readonly changed: readonly Neighbor[]; readonly lost: boolean } {
    const changed: Neighbor[] = [];
    let lost = false;
    while (this.#fd >= 0 && changed.length < MOST_CHANGES) {
      const length = Number(
        libc.recv(this.#fd, this.#bytes, BigInt(this.#bytes.length), MSG_DONTWAIT),
      );
      if (length <= 0) {
        const code = length < 0 ? errno() : EAGAIN;
        if (code !== ENOBUFS && code !== EINTR) break;
        lost ||= code === ENOBUFS;
        continue;
      }
      for (const message of parseMessages(this.#bytes, length)) {
        const row = parseNeighbor(this.#bytes, message);
        if (row !== undefined) changed.push(row);
      }
    }
    return { changed, lost };
  }

  /** Closes the socket. */
  close(): void {
    if (this.#fd >= 0) libc.close(this.#fd);
    this.#fd = -1;
  }
}
