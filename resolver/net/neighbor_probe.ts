/** Has the kernel find out who sits at an address: a datagram to nobody's port makes it ask the network (ARP, NDP). */
import type { Address } from "../../policy/model/address.ts";
import {
  AF_INET,
  AF_INET6,
  libc,
  MSG_DONTWAIT,
  SOCK_CLOEXEC,
  SOCK_DGRAM,
  SOCK_NONBLOCK,
} from "./libc.ts";
import { socketAddress } from "./sockets.ts";

/** The port of the discard protocol (RFC 863): whoever listens there drops what comes. */
const DISCARD = 9;
const NOTHING = new Uint8Array(0);

/** Sends them, over a socket for each family. None of its methods throws. */
export class NeighborProbe {
  readonly #v4 = libc.socket(AF_INET, SOCK_DGRAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  readonly #v6 = libc.socket(AF_INET6, SOCK_DGRAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);

  /** The descriptors that it holds. */
  get descriptors(): readonly number[] {
    return [this.#v4, this.#v6].filter((fd) => fd >= 0);
  }

  /** Nudges whoever sits at an address of the link. */
  send(address: Address): void {
    const fd = address.length === 4 ? this.#v4 : this.#v6;
    if (fd < 0) return;
    const to = socketAddress(address, DISCARD);
    libc.sendto(fd, NOTHING, 0n, MSG_DONTWAIT, to, to.length);
  }

  /** Closes the sockets. */
  close(): void {
    for (const fd of this.descriptors) libc.close(fd);
  }
}
