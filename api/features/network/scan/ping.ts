/**
 * Sends echo requests through the sockets that Linux allows every user in net.ipv4.ping_group_range
 * (icmp(7)), which need no privilege. When the kernel refuses them, no request is sent.
 */
import { parseAddress } from "../../../../policy/model/address.ts";
import { addressToText } from "../../../../policy/model/address.ts";
import {
  AF_INET,
  AF_INET6,
  encodeCString,
  libc,
  MSG_DONTWAIT,
  SOCK_CLOEXEC,
  SOCK_DGRAM,
  SOCK_NONBLOCK,
} from "../../../../resolver/net/libc.ts";

const IPPROTO_ICMP = 1;
const IPPROTO_ICMPV6 = 58;
const ECHO = 8;
const ECHO_REPLY = 0;
const ECHO_V6 = 128;
const MOST_ANSWERS = 1024;
/** All nodes of a link (RFC 4291 2.7.1). */
const ALL_NODES = parseAddress("ff02::1")!;

/** Sends echo requests to machines. */
export class Ping {
  readonly #v4 = open(AF_INET, IPPROTO_ICMP);
  readonly #v6 = open(AF_INET6, IPPROTO_ICMPV6);
  #sequence = 0;

  /** Whether the kernel allows echo requests over IPv4. */
  get isAllowed(): boolean {
    return this.#v4 >= 0;
  }

  /** Sends an echo request to an IPv4 address. */
  ask(address: string): void {
    const bytes = parseAddress(address);
    if (this.#v4 < 0 || bytes?.length !== 4) return;
    const to = new Uint8Array(16);
    new DataView(to.buffer).setUint16(0, AF_INET, true);
    to.set(bytes, 4);
    this.#send(this.#v4, ECHO, to);
  }

  /**
   * Sends an echo request to all IPv6 machines on the link of an interface: they must resolve the
   * address of the box to reply, so the kernel learns theirs.
   */
  askLink(name: string): void {
    const link = libc.if_nametoindex(encodeCString(name));
    if (this.#v6 < 0 || link === 0) return;
    const to = new Uint8Array(28);
    const view = new DataView(to.buffer);
    view.setUint16(0, AF_INET6, true);
    to.set(ALL_NODES, 8);
    view.setUint32(24, link, true);
    this.#send(this.#v6, ECHO_V6, to);
  }

  /** Returns the IPv4 addresses that replied since the last call. */
  answered(): string[] {
    const found: string[] = [];
    const bytes = new Uint8Array(256);
    const from = new Uint8Array(16);
    for (let i = 0; i < MOST_ANSWERS && this.#v4 >= 0; i++) {
      const size = new Uint8Array(Uint32Array.of(from.length).buffer);
      const length = Number(
        libc.recvfrom(this.#v4, bytes, BigInt(bytes.length), MSG_DONTWAIT, from, size),
      );
      if (length < 0) break;
      if (length >= 8 && bytes[0] === ECHO_REPLY) found.push(addressToText(from.slice(4, 8)));
    }
    for (let i = 0; i < MOST_ANSWERS && this.#v6 >= 0; i++) {
      if (Number(libc.recv(this.#v6, bytes, BigInt(bytes.length), MSG_DONTWAIT)) < 0) break;
    }
    return found;
  }

  /** Closes its sockets. */
  close(): void {
    for (const fd of [this.#v4, this.#v6]) if (fd >= 0) libc.close(fd);
  }

  #send(fd: number, type: number, to: Uint8Array<ArrayBuffer>): void {
    // The kernel fills in identifier and checksum.
    const bytes = new Uint8Array(16);
    bytes[0] = type;
    this.#sequence = this.#sequence + 1 & 0xffff;
    bytes.set([this.#sequence >> 8, this.#sequence & 255], 6);
    libc.sendto(fd, bytes, BigInt(bytes.length), MSG_DONTWAIT, to, to.length);
  }
}

function open(family: number, protocol: number): number {
  return libc.socket(family, SOCK_DGRAM | SOCK_NONBLOCK | SOCK_CLOEXEC, protocol);
}
