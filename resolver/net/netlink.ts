/**
 * The neighbour tables of the kernel by its routing socket: which hardware address an address belongs to (rtnetlink(7)). No
 * privilege is needed. Linux 5.0 or newer answers for one address; before that all look-ups find nothing.
 */
import { type Address, prefixContains, unmapped } from "../../policy/model/address.ts";
import { isContainerBridge } from "../../policy/model/container_bridge.ts";
import {
  check,
  EAGAIN,
  EINTR,
  ENOBUFS,
  errno,
  int,
  libc,
  MSG_DONTWAIT,
  SO_RCVBUF,
  SOCK_CLOEXEC,
  SOL_SOCKET,
  SystemError,
} from "./libc.ts";
import {
  dumpRequest,
  messagesIn,
  type Neighbour,
  neighbourRequest,
  NLMSG_DONE,
  NLMSG_ERROR,
  type OnLinkPrefix,
  readDefaultRouter,
  readLink,
  readNeighbour,
  readOnLinkPrefix,
  RTM_GETLINK,
  RTM_GETNEIGH,
  RTM_GETROUTE,
} from "./netlink_messages.ts";

export type { Neighbour, NeighbourState } from "./netlink_messages.ts";

const AF_NETLINK = 16;
const SOCK_RAW = 3;
const NETLINK_ROUTE = 0;
const RTMGRP_NEIGH = 4;
/** Bytes of one read; the kernel fills at most 32 KiB of a dump at once. */
const READ_BYTES = 32 * 1024;
/** Rows that a table is read to at most, and prefixes kept: a router with the routes of the whole internet is no household. */
const MOST_ROWS = 65_536;
const MOST_PREFIXES = 256;
const MOST_CHANGES = 4096;
const NOTICE_BUFFER = 1 << 20;

/** Opens a routing socket that hears of `groups`. Throws a SystemError. */
function openSocket(groups: number): number {
  const fd = check(
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

/** Reads a table whole by a socket of its own. Throws a SystemError. */
function dump<T>(
  type: number,
  read: (bytes: Uint8Array, message: Parameters<typeof readNeighbour>[1]) => T | undefined,
): T[] {
  const fd = openSocket(0);
  const rows: T[] = [];
  const bytes = new Uint8Array(READ_BYTES);
  try {
    const request = dumpRequest(type, 0, 1);
    check(
      Number(libc.send(fd, request, BigInt(request.length), 0)),
      "ask for a table of the kernel",
    );
    for (let seen = 0; seen < MOST_ROWS;) {
      // The kernel answers within the call: what is not there at once does not come.
      const length = Number(libc.recv(fd, bytes, BigInt(bytes.length), MSG_DONTWAIT));
      if (length < 0 && errno() === EINTR) continue;
      if (length <= 0) return rows;
      for (const message of messagesIn(bytes, length)) {
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

/** Every row of the neighbour tables, IPv4 and IPv6. Those with a `mac` may be trusted. Throws a SystemError. */
export function neighbours(): Neighbour[] {
  return dump(RTM_GETNEIGH, readNeighbour);
}

/** The prefixes that are reached without a router, the most precise first. Throws a SystemError. */
export function onLinkPrefixes(): OnLinkPrefix[] {
  const all = dump(RTM_GETROUTE, readOnLinkPrefix).filter(({ length }) => length > 0);
  return all.sort((a, b) => b.length - a.length).slice(0, MOST_PREFIXES);
}

/** Numbers of the interfaces that lead to containers. Throws a SystemError. */
export function containerBridges(): ReadonlySet<number> {
  const links = dump(RTM_GETLINK, readLink).filter(({ name }) => isContainerBridge(name));
  return new Set(links.map((link) => link.interface));
}

/** The routers to everywhere else, by their addresses on the link. Throws a SystemError. */
export function defaultRouters(): Address[] {
  return dump(RTM_GETROUTE, readDefaultRouter);
}

/**
 * Looks up one address after the other in the neighbour tables, within the call and without waiting. A thread of the resolver holds
 * one: `lookup` when a client's address is not known yet, `refresh` when main says that interfaces changed, `close` at its end.
 * The descriptor is `fd`, for HeldDescriptors. None of its methods throws, the constructor neither: without a routing socket,
 * as in some containers, `fd` is -1 and nothing is found.
 */
export class NeighbourLookup {
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

  /** Reads anew which prefixes lie on which interface. */
  refresh(): void {
    if (this.#fd < 0) return;
    try {
      [this.#prefixes, this.#bridges] = [onLinkPrefixes(), containerBridges()];
    } catch {
      // What was known before holds on.
    }
  }

  /**
   * The six bytes of the hardware address that the kernel knows for an address of 4 or 16 bytes (an IPv4 address inside an IPv6
   * one is looked up as IPv4); undefined when it lies on no network of this machine, or when the kernel does not know or trust it.
   */
  lookup(address: Uint8Array): Uint8Array | undefined {
    return this.#find(address)?.mac;
  }

  /** Whether the kernel knows a machine at an address that is no container. */
  ofHome(address: Uint8Array): boolean {
    const found = this.#find(address);
    return found !== undefined && !this.#bridges.has(found.interface);
  }

  #find(address: Uint8Array): Neighbour & { readonly mac: Uint8Array } | undefined {
    if (this.#fd < 0 || (address.length !== 4 && address.length !== 16)) return undefined;
    const wanted = unmapped(address);
    let asked = 0;
    for (const prefix of this.#prefixes) {
      // The most precise prefixes stand first; of equal ones (fe80::/64 of every interface) each is tried.
      if (prefix.length < asked) break;
      if (!prefixContains(prefix, wanted)) continue;
      asked = prefix.length;
      const found = this.#ask(wanted, prefix.interface);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  /** Whether an address lies on a network of this machine, so that a look-up may find it sooner or later. */
  onLink(address: Uint8Array): boolean {
    if (this.#fd < 0 || (address.length !== 4 && address.length !== 16)) return false;
    const wanted = unmapped(address);
    return this.#prefixes.some((prefix) => prefixContains(prefix, wanted));
  }

  /** Closes the socket; nothing is found any more. */
  close(): void {
    if (this.#fd >= 0) libc.close(this.#fd);
    this.#fd = -1;
  }

  #ask(address: Address, link: number): Neighbour & { readonly mac: Uint8Array } | undefined {
    const sequence = this.#sequence = this.#sequence % 0xffff_fff0 + 1;
    const request = neighbourRequest(address, link, sequence);
    if (Number(libc.send(this.#fd, request, BigInt(request.length), MSG_DONTWAIT)) < 0) {
      return undefined;
    }
    // An answer that an earlier look-up left behind is passed over.
    for (let tries = 0; tries < 4; tries++) {
      const length = Number(
        libc.recv(this.#fd, this.#bytes, BigInt(this.#bytes.length), MSG_DONTWAIT),
      );
      if (length <= 0) return undefined;
      for (const message of messagesIn(this.#bytes, length)) {
        if (message.sequence !== sequence) continue;
        const row = readNeighbour(this.#bytes, message);
        return row?.mac === undefined ? undefined : { ...row, mac: row.mac };
      }
    }
    return undefined;
  }
}

/** Hears of changes of the neighbour tables (RTNLGRP_NEIGH); somebody calls `changes` every now and then. */
export class NeighbourNotices {
  #fd: number;
  readonly #bytes = new Uint8Array(READ_BYTES);

  /** Throws a SystemError where no routing socket may be had. */
  constructor() {
    this.#fd = openSocket(RTMGRP_NEIGH);
    libc.setsockopt(this.#fd, SOL_SOCKET, SO_RCVBUF, int(NOTICE_BUFFER), 4);
  }

  /** What changed since the last call; `lost` = some of it did not fit the buffer of the kernel, so that the table must be read. */
  changes(): { readonly changed: readonly Neighbour[]; readonly lost: boolean } {
    const changed: Neighbour[] = [];
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
      for (const message of messagesIn(this.#bytes, length)) {
        const row = readNeighbour(this.#bytes, message);
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
