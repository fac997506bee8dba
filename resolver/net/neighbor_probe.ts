/**
 * Makes the kernel resolve an address of the link: a datagram to an unused port triggers ARP or
 * NDP.
 */
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
import { encodeSocketAddress } from "./sockets.ts";

/** The discard protocol (RFC 863). Its servers drop all datagrams. */
const DISCARD = 9;
const NOTHING = new Uint8Array(0);

/** Sends probes over one socket per family. No method throws. */
export class NeighborProbe {
  readonly #v4 = libc.socket(AF_INET, SOCK_DGRAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  readonly #v6 = libc.socket(AF_INET6, SOCK_DGRAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);

  /** The open descriptors. */
  get descriptors(): readonly number[] {
    return [this.#v4, this.#v6].filter((fd) => fd >= 0);
  }

  /** Sends a probe to an address of the link. */
  send(address: Address): void {
    const fd = address.length === 4 ? this.#v4 : this.#v6;
    if (fd < 0) return;
    const to = encodeSocketAddress(address, DISCARD);
    libc.sendto(fd, NOTHING, 0n, MSG_DONTWAIT, to, to.length);
  }

  /** Closes the sockets. */
  close(): void {
    for (const fd of this.descriptors) libc.close(fd);
  }
}
