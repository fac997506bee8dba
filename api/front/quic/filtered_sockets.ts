/**
 * Attaches kernel filters to the UDP sockets of the front (A 7.9.1). The front's thread cannot call
 * the C library, so the main thread finds its sockets among the descriptors of the process and
 * attaches them.
 */
import { addressToText, parseAddress, unmapAddress } from "../../../policy/model/address.ts";
import {
  AF_INET,
  AF_INET6,
  checkResult,
  encodeFilterProgram,
  encodeInt,
  FILTER_HEAD,
  libc,
  SO_ATTACH_FILTER,
  SO_TYPE,
  SOCK_DGRAM,
  SOL_SOCKET,
} from "../../../resolver/net/libc.ts";
import { datagramFilter } from "./datagram_filter.ts";
import type { BoundSocket } from "../protocol.ts";
import type { Runtime } from "../../system/runtime.ts";

/**
 * Descriptors that are checked: the kernel assigns the lowest free one, so the one sought is among
 * the first.
 */
const MOST_DESCRIPTORS = 65_536;
/** Bytes of the larger of struct sockaddr_in and sockaddr_in6. */
const SOCKET_ADDRESS = 28;

/** The descriptor of a UDP socket of this process; undefined = none is bound to that address. */
export function descriptorOf({ address, port }: BoundSocket): number | undefined {
  const sought = parseAddress(address);
  const name = new Uint8Array(SOCKET_ADDRESS);
  const view = new DataView(name.buffer);
  if (sought === undefined) return undefined;
  const text = addressToText(sought);
  const length = encodeInt(0);
  const type = encodeInt(0);
  const words = new Int32Array(length.buffer);
  for (let fd = 0; fd < MOST_DESCRIPTORS; fd++) {
    words[0] = SOCKET_ADDRESS;
    if (libc.getsockname(fd, name, length) !== 0 || view.getUint16(2) !== port) continue;
    const family = view.getUint16(0, true);
    if (family !== AF_INET && family !== AF_INET6) continue;
    const bound = family === AF_INET ? name.subarray(4, 8) : unmapAddress(name.subarray(8, 24));
    if (addressToText(bound) !== text) continue;
    // TCP has ports of its own.
    words[0] = type.length;
    if (libc.getsockopt(fd, SOL_SOCKET, SO_TYPE, type, length) === 0 && type[0] === SOCK_DGRAM) {
      return fd;
    }
  }
  return undefined;
}

/**
 * Passes only datagrams of some networks to a socket; replaces an earlier filter. Throws a
 * SystemError.
 */
export function attachFilter(fd: number, ranges: readonly string[]): void {
  const program = encodeFilterProgram(datagramFilter(ranges));
  checkResult(
    libc.setsockopt(fd, SOL_SOCKET, SO_ATTACH_FILTER, program, FILTER_HEAD),
    "let allowed networks alone through to a socket",
  );
}

/** The sockets of one front, each with a filter for the networks currently allowed. */
export class FilteredSockets {
  readonly #log: Runtime["log"];
  readonly #sockets: BoundSocket[] = [];
  #ranges: readonly string[];
  /** The last message logged about sockets without a filter. */
  #logged = "";

  constructor(ranges: readonly string[], log: Runtime["log"]) {
    this.#ranges = ranges;
    this.#log = log;
  }

  /** Filters a socket that the front has just bound. Never throws. */
  bound(socket: BoundSocket): void {
    this.#sockets.push(socket);
    this.#filter();
  }

  /** Applies other networks. Never throws. */
  ranges(ranges: readonly string[]): void {
    if (ranges.join() === this.#ranges.join()) return;
    this.#ranges = ranges;
    this.#filter();
  }

  #filter(): void {
    const problems = this.#sockets.flatMap((socket) => this.#problemOf(socket));
    const problem = problems.join("; ");
    if (problem !== this.#logged && problem !== "") {
      this.#log(
        "warn",
        `Clients of DNS over QUIC from other networks are refused after their first datagram: ${problem}`,
      );
    }
    this.#logged = problem;
  }

  /** Why a socket has no filter. The front checks the address of each connection in any case. */
  #problemOf(socket: BoundSocket): string[] {
    try {
      const fd = descriptorOf(socket);
      if (fd === undefined) {
        return [`no socket is found on port ${socket.port} of ${socket.address}`];
      }
      attachFilter(fd, this.#ranges);
      return [];
    } catch (error) {
      return [(error as Error).message];
    }
  }
}
