/** Opens sockets: kernel addresses, listening sockets for the main thread, and error texts. */
import { type Address, addressToText, parseAddress } from "../../policy/model/address.ts";
import {
  AF_INET,
  AF_INET6,
  checkResult,
  encodeInt,
  IP_MTU_DISCOVER,
  IP_PKTINFO,
  IPPROTO_IP,
  IPPROTO_IPV6,
  IPPROTO_TCP,
  IPV6_MTU_DISCOVER,
  IPV6_RECVPKTINFO,
  IPV6_V6ONLY,
  libc,
  SO_RCVBUF,
  SO_RCVBUFFORCE,
  SO_REUSEADDR,
  SO_REUSEPORT,
  SO_SNDBUF,
  SOCK_CLOEXEC,
  SOCK_DGRAM,
  SOCK_NONBLOCK,
  SOCK_STREAM,
  SOL_SOCKET,
  TCP_NODELAY,
} from "./libc.ts";

const PMTUDISC_DO = 2;
const IP_FREEBIND = 15;
const IPV6_FREEBIND = 78;
const RECEIVE_BUFFER = 4 << 20;
const SEND_BUFFER = 4 << 20;
const BACKLOG = 1024;

/**
 * struct sockaddr_in or sockaddr_in6 of an address. `scope` is the interface index of a link-local
 * address.
 */
export function encodeSocketAddress(
  address: Address,
  port: number,
  scope = 0,
): Uint8Array<ArrayBuffer> {
  const v4 = address.length === 4;
  const bytes = new Uint8Array(v4 ? 16 : 28);
  new DataView(bytes.buffer).setUint16(0, v4 ? AF_INET : AF_INET6, true);
  bytes[2] = port >> 8;
  bytes[3] = port & 0xff;
  bytes.set(address, v4 ? 4 : 8);
  if (!v4) new DataView(bytes.buffer).setUint32(24, scope, true);
  return bytes;
}

function family(address: Address): number {
  return address.length === 4 ? AF_INET : AF_INET6;
}

/** A socket set up by `prepare`, closed again when that throws. */
function open(address: Address, type: number, prepare: (fd: number) => void): number {
  const fd = checkResult(
    libc.socket(family(address), type | SOCK_NONBLOCK | SOCK_CLOEXEC, 0),
    "open a socket",
  );
  try {
    prepare(fd);
  } catch (error) {
    libc.close(fd);
    throw error;
  }
  return fd;
}

function option(fd: number, level: number, name: number, what: string): void {
  checkResult(libc.setsockopt(fd, level, name, encodeInt(1), 4), what);
}

function bindTo(fd: number, address: Address, port: number, text: string, awaited: boolean): void {
  if (awaited && address.length === 4) option(fd, IPPROTO_IP, IP_FREEBIND, "wait for an address");
  else if (awaited) option(fd, IPPROTO_IPV6, IPV6_FREEBIND, "wait for an address");
  const zone = text.includes("%") ? text.slice(text.indexOf("%") + 1) : "";
  const target = encodeSocketAddress(address, port, scopeOf(zone, `listen on ${text}`));
  checkResult(
    libc.bind(fd, target, target.length),
    `listen on ${text.includes(":") ? `[${text}]` : text}:${port}`,
  );
}

/** `192.0.2.1:53` or `[2001:db8::1]:53`. */
export function formatEndpoint(address: Address, port: number): string {
  return address.length === 4
    ? `${addressToText(address)}:${port}`
    : `[${addressToText(address)}]:${port}`;
}

/**
 * A listening UDP socket. When it listens on all addresses, it reports the local address of each
 * datagram (RFC 3542); else it sends from its own. `shared` allows one socket per thread; `awaited`
 * accepts an address that the machine may get later. Throws a SystemError.
 */
export function listenUdp(
  addressText: string,
  port: number,
  shared = false,
  awaited = false,
): number {
  const address = mustParse(addressText);
  return open(address, SOCK_DGRAM, (fd) => {
    const all = address.every((byte) => byte === 0);
    const v4 = address.length === 4;
    if (!v4) option(fd, IPPROTO_IPV6, IPV6_V6ONLY, "keep IPv4 apart");
    if (all && v4) option(fd, IPPROTO_IP, IP_PKTINFO, "ask for local addresses");
    else if (all) option(fd, IPPROTO_IPV6, IPV6_RECVPKTINFO, "ask for local addresses");
    keepWhole(fd, v4);
    if (shared) option(fd, SOL_SOCKET, SO_REUSEPORT, "share the port");
    enlargeBuffers(fd);
    bindTo(fd, address, port, addressText, awaited);
  });
}

/**
 * Prevents fragments, which can be forged (RFC 9715 3.1). Messages are short enough for usual
 * paths. What the kernel refuses, because the interface or the path MTU (learned by ICMP) is
 * smaller, is cut to an answer with TC (listeners/udp.ts). A forged ICMP message costs a client no
 * more than that. The kernel also saves the fragment identifier.
 */
function keepWhole(fd: number, v4: boolean): void {
  libc.setsockopt(
    fd,
    v4 ? IPPROTO_IP : IPPROTO_IPV6,
    v4 ? IP_MTU_DISCOVER : IPV6_MTU_DISCOVER,
    encodeInt(PMTUDISC_DO),
    4,
  );
}

/**
 * Larger buffers absorb a burst while the thread is busy. The forced form needs a privilege, so it
 * may fail.
 */
export function enlargeBuffers(fd: number): void {
  if (libc.setsockopt(fd, SOL_SOCKET, SO_RCVBUFFORCE, encodeInt(RECEIVE_BUFFER), 4) < 0) {
    libc.setsockopt(fd, SOL_SOCKET, SO_RCVBUF, encodeInt(RECEIVE_BUFFER), 4);
  }
  libc.setsockopt(fd, SOL_SOCKET, SO_SNDBUF, encodeInt(SEND_BUFFER), 4);
}

/** A listening TCP socket; `shared` and `awaited` as for UDP. Throws a SystemError. */
export function listenTcp(
  addressText: string,
  port: number,
  shared = false,
  awaited = false,
): number {
  const address = mustParse(addressText);
  return open(address, SOCK_STREAM, (fd) => {
    option(fd, SOL_SOCKET, SO_REUSEADDR, "reuse the port");
    option(fd, IPPROTO_TCP, TCP_NODELAY, "send at once");
    if (address.length === 16) option(fd, IPPROTO_IPV6, IPV6_V6ONLY, "keep IPv4 apart");
    if (shared) option(fd, SOL_SOCKET, SO_REUSEPORT, "share the port");
    bindTo(fd, address, port, addressText, awaited);
    checkResult(libc.listen(fd, BACKLOG), `listen on ${formatEndpoint(address, port)}`);
  });
}

/**
 * A UDP socket connected to one peer, from a random local port. The kernel passes datagrams of this
 * peer only. `zone` is the interface of a link-local address, "" = none. Throws a SystemError, or a
 * TypeError when there is no such interface.
 */
export function connectUdp(address: Address, port: number, zone = ""): number {
  const target = encodeSocketAddress(
    address,
    port,
    scopeOf(zone, `reach ${addressToText(address)}%${zone}`),
  );
  return open(address, SOCK_DGRAM, (fd) => {
    checkResult(libc.connect(fd, target, target.length), `reach ${formatEndpoint(address, port)}`);
  });
}

/**
 * The interface index of the zone after the % of a link-local address (RFC 4007 11); 0 for "".
 * Throws a TypeError with `what`.
 */
function scopeOf(zone: string, what: string): number {
  if (zone === "") return 0;
  const index = libc.if_nametoindex(new TextEncoder().encode(zone + "\0"));
  if (index === 0) throw new TypeError(`${what}: this machine has no such interface`);
  return index;
}

function mustParse(text: string): Address {
  const address = parseAddress(text);
  if (address === undefined) throw new TypeError(`Give an IP address to listen on: ${text}`);
  return address;
}
