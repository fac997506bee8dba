/**
 * DNS over TCP: accepts, counts and limits connections. connection.ts handles each of them (RFC
 * 7766, RFC 9210).
 */
import { unmapAddress } from "../../policy/model/address.ts";
import {
  EAGAIN,
  EINTR,
  errno,
  F_DUPFD_CLOEXEC,
  libc,
  SOCK_CLOEXEC,
  SOCK_NONBLOCK,
} from "../net/libc.ts";
import type { EpollPoller } from "../net/poller.ts";
import type { AccessControl } from "./access_control.ts";
import { type ConnectionOwner, TcpConnection } from "./tcp_connection.ts";
import type { QuerySource, Receiver } from "./reply.ts";

/**
 * Maximum number of connections in total and per address, and of bytes that all of them hold for
 * slow clients.
 */
export const TCP_LIMITS = { all: 4096, address: 64, bytes: 16 << 20 } as const;
/**
 * Errors of a connection that ended before it was accepted. The next one is accepted after them
 * (accept(2)).
 */
const GONE: ReadonlySet<number> = new Set([1, EINTR, 64, 71, 92, 95, 100, 101, 103, 112, 113]);
const ACCEPTS_A_TURN = 64;

/** One listening TCP socket. */
export class TcpListener implements ConnectionOwner {
  readonly poller: EpollPoller;
  readonly receiver: Receiver;
  readonly #fd: number;
  readonly #access: AccessControl;
  readonly #seconds: () => number;
  readonly #connections = new Set<TcpConnection>();
  readonly #byAddress = new Map<string, Set<TcpConnection>>();
  readonly #peer = new Uint8Array(28);
  readonly #peerLength = new Uint8Array(4);
  #pausedUntil = 0;
  #held = 0;

  constructor(
    fd: number,
    poller: EpollPoller,
    access: AccessControl,
    receiver: Receiver,
    seconds: () => number,
  ) {
    this.#fd = fd;
    this.poller = poller;
    this.#access = access;
    this.receiver = receiver;
    this.#seconds = seconds;
    poller.add(fd, () => this.#accept());
  }

  seconds(): number {
    return this.#seconds();
  }

  admits(source: QuerySource): boolean {
    return this.#access.admits(source, 0);
  }

  /** Number of open connections. */
  get size(): number {
    return this.#connections.size;
  }

  onClose(connection: TcpConnection): void {
    this.#connections.delete(connection);
    const key = connection.source.bytes.join(".");
    const same = this.#byAddress.get(key);
    same?.delete(connection);
    if (same?.size === 0) this.#byAddress.delete(key);
  }

  reserveBytes(more: number): boolean {
    this.#held += more;
    return more <= 0 || this.#held <= TCP_LIMITS.bytes;
  }

  /**
   * Closes connections that exceed a time limit; called every second. Resumes accepting after a
   * shortage of descriptors.
   */
  sweep(): void {
    const now = this.#seconds();
    for (const connection of this.#connections) connection.expire(now);
    if (this.#pausedUntil > 0 && now >= this.#pausedUntil) {
      this.#pausedUntil = 0;
      this.poller.add(this.#fd, () => this.#accept());
    }
  }

  /** Stops accepting and closes every connection. The descriptor stays open for the next worker. */
  close(): void {
    if (this.#pausedUntil === 0) this.poller.remove(this.#fd);
    for (const connection of this.#connections) connection.close();
  }

  #accept(): void {
    for (let i = 0; i < ACCEPTS_A_TURN; i++) {
      new DataView(this.#peerLength.buffer).setUint32(0, 28, true);
      const fd = libc.accept4(this.#fd, this.#peer, this.#peerLength, SOCK_NONBLOCK | SOCK_CLOEXEC);
      if (fd < 0) {
        const code = errno();
        if (GONE.has(code)) continue;
        if (code !== EAGAIN) this.#shortage();
        return;
      }
      this.#take(fd);
    }
  }

  /**
   * Without a free descriptor an idle connection is closed. If there is none, accepting pauses for
   * a second instead of spinning.
   */
  #shortage(): void {
    if (closeIdlest(this.#connections)) return;
    this.poller.remove(this.#fd);
    this.#pausedUntil = this.#seconds() + 1;
  }

  #take(fd: number): void {
    const address = this.#peer[0] === 2
      ? this.#peer.slice(4, 8)
      : unmapAddress(this.#peer.slice(8, 24));
    const source: QuerySource = { bytes: address, at: 0, length: address.length };
    const key = address.join(".");
    const same = this.#byAddress.get(key) ?? new Set();
    const sourcePort = this.#peer[2] << 8 | this.#peer[3];
    if (!this.#access.admits(source, sourcePort)) {
      libc.close(fd);
      return;
    }
    // Each address first closes its own idle connections, so that connections that a device forgets
    // lock out no other client.
    const isCrowd = same.size >= TCP_LIMITS.address;
    const isFull = isCrowd || this.#connections.size >= TCP_LIMITS.all ||
      !this.poller.descriptors.admits(this.#connections.size);
    if (isFull && !closeIdlest(isCrowd ? same : this.#connections)) {
      libc.close(fd);
      return;
    }
    const own = isFull ? lowered(fd) : fd;
    let connection: TcpConnection;
    try {
      connection = new TcpConnection(own, source, this);
    } catch (error) {
      libc.close(own);
      throw error;
    }
    this.#byAddress.set(key, same.add(connection));
    this.#connections.add(connection);
  }
}

/** Closes the connection that is idle for longest; false when none is idle. */
function closeIdlest(connections: Iterable<TcpConnection>): boolean {
  let idlest: TcpConnection | undefined;
  for (const connection of connections) {
    if (connection.idle && (idlest === undefined || connection.lastUsed < idlest.lastUsed)) {
      idlest = connection;
    }
  }
  idlest?.close();
  return idlest !== undefined;
}

/**
 * Moves a connection to the lowest free descriptor number, which the closed connection had. With
 * the original numbers, successive connections would climb above all reserved ones, and their old
 * numbers would go to other users (net/descriptor_budget.ts).
 */
function lowered(fd: number): number {
  const lower = libc.fcntl(fd, F_DUPFD_CLOEXEC, 0);
  if (lower < 0) return fd;
  const [kept, left] = lower < fd ? [lower, fd] : [fd, lower];
  libc.close(left);
  return kept;
}
