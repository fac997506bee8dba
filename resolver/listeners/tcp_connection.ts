/**
 * One TCP client: pipelined queries, responses in any order, limits and timers (RFC 7766, RFC
 * 9210).
 */
import {
  EAGAIN,
  EINTR,
  EPOLLERR,
  EPOLLHUP,
  EPOLLIN,
  EPOLLOUT,
  errno,
  libc,
  MSG_DONTWAIT,
  MSG_NOSIGNAL,
} from "../net/libc.ts";
import type { EpollPoller } from "../net/poller.ts";
import { Framer } from "./framing.ts";
import type { QuerySource, Receiver, Reply } from "./reply.ts";

/** Limits of one stream client. */
export const STREAM_LIMITS = {
  /** Queries of one connection in flight at once. Further queries wait in the socket. */
  inFlight: 100,
  /** Bytes of unsent responses above which no more queries are read. */
  backlog: 1 << 16,
  /**
   * Bytes of unsent responses above which the connection is closed. Responses to queries already in
   * flight may be long.
   */
  unsent: 4 << 20,
  /**
   * Seconds without a complete query or a response until the connection is closed (RFC 7766 6.2.3,
   * RFC 7828 3.4).
   */
  idle: 10,
  /** Seconds for a query to arrive completely. */
  message: 5,
  /** Seconds after which no more queries are read. Queries in flight are still answered. */
  life: 3600,
} as const;

const RESPONSE_ROOM = 65_535;
/**
 * One buffer for all connections of the thread. A response is written here, then sent or queued.
 */
const scratch = new Uint8Array(2 + RESPONSE_ROOM);

/** The listener of a connection. */
export interface ConnectionOwner {
  readonly poller: EpollPoller;
  readonly receiver: Receiver;
  /** Monotonic seconds. */
  seconds(): number;
  onClose(connection: TcpConnection): void;
  /**
   * Adds to (or subtracts from) the bytes held by connections. Returns false when all connections
   * together hold too many.
   */
  reserveBytes(more: number): boolean;
  /** Whether the source may send a query now (rate limit). */
  admits(source: QuerySource): boolean;
}

/** An accepted connection. */
export class TcpConnection implements Reply {
  readonly transport = "tcp" as const;
  readonly room = RESPONSE_ROOM;
  readonly buffer = scratch;
  readonly fd: number;
  readonly source: QuerySource;
  /** Monotonic seconds of the last complete query or response, for idle limits. */
  lastUsed: number;
  readonly #owner: ConnectionOwner;
  readonly #since: number;
  readonly #framer = new Framer();
  #partialSince = 0;
  #unsent: Uint8Array[] = [];
  #unsentBytes = 0;
  /** Bytes reported to the owner. */
  #held = 0;
  #inFlight = 0;
  #paused = false;
  #resuming = false;
  #ended = false;
  #open = true;

  constructor(fd: number, source: QuerySource, owner: ConnectionOwner) {
    this.fd = fd;
    this.source = source;
    this.#owner = owner;
    this.#since = this.lastUsed = owner.seconds();
    owner.poller.add(fd, (events) => this.#ready(events), EPOLLIN);
  }

  /** Closes the connection if a time limit has passed. */
  expire(now: number): void {
    // While reading is paused, the client is not late.
    const isLate = this.#framer.hasPartial && !this.#paused && !this.#ended &&
      now - this.#partialSince > STREAM_LIMITS.message;
    if (isLate || this.#inFlight === 0 && now - this.lastUsed > STREAM_LIMITS.idle) this.close();
    else if (now - this.#since > STREAM_LIMITS.life && !this.#ended && !this.#paused) this.#end();
  }

  /** Whether no query is in flight, so that the connection may be closed for another client. */
  get idle(): boolean {
    return this.#inFlight === 0;
  }

  close(): void {
    if (!this.#open) return;
    this.#open = false;
    this.#owner.poller.remove(this.fd);
    libc.close(this.fd);
    this.#unsent = [];
    this.#owner.reserveBytes(-this.#held);
    this.#owner.onClose(this);
  }

  open(): number {
    return 2;
  }

  commit(length: number): void {
    this.#inFlight--;
    if (!this.#open) return;
    this.lastUsed = this.#owner.seconds();
    scratch[0] = length >> 8;
    scratch[1] = length & 0xff;
    this.#write(scratch.subarray(0, 2 + length));
    this.#settled();
  }

  drop(): void {
    this.#inFlight--;
    this.#settled();
  }

  detach(): Reply {
    return this;
  }

  #settled(): void {
    if (!this.#open) return;
    if (!this.#paused) return this.#endWhenDone();
    if (this.#isFull || this.#resuming) return;
    this.#resuming = true;
    queueMicrotask(() => this.#resume());
  }

  /**
   * Processes the queries read before the pause, then resumes reading, because the end of the
   * stream follows all queries.
   */
  #resume(): void {
    this.#resuming = this.#paused = false;
    this.#partialSince = this.#owner.seconds();
    this.#take();
    if (!this.#open) return;
    this.#watch();
    this.#endWhenDone();
  }

  /** Whether too many queries are in flight or too many response bytes are unsent. */
  get #isFull(): boolean {
    return this.#inFlight >= STREAM_LIMITS.inFlight || this.#unsentBytes > STREAM_LIMITS.backlog;
  }

  #endWhenDone(): void {
    if (this.#ended && this.#inFlight === 0 && this.#unsent.length === 0) this.close();
  }

  /**
   * Reports the held bytes to the owner. Closes the connection when all connections together hold
   * too many.
   */
  #tellHeld(): void {
    const held = this.#unsentBytes + this.#framer.grown;
    const more = held - this.#held;
    this.#held = held;
    if (more !== 0 && !this.#owner.reserveBytes(more)) this.close();
  }

  #ready(events: number): void {
    if ((events & EPOLLOUT) !== 0) this.#writeUnsent();
    if (this.#open && (events & EPOLLIN) !== 0) this.#read();
    else if (this.#open && (events & (EPOLLERR | EPOLLHUP)) !== 0) this.close();
  }

  #read(): void {
    const room = this.#framer.room();
    this.#tellHeld();
    if (!this.#open) return;
    const count = Number(
      libc.recv(this.fd, room as Uint8Array<ArrayBuffer>, BigInt(room.length), MSG_DONTWAIT),
    );
    if (count < 0) {
      const code = errno();
      if (code !== EAGAIN && code !== EINTR) this.close();
      return;
    }
    if (count === 0) return this.#end();
    if (!this.#framer.hasPartial) this.#partialSince = this.#owner.seconds();
    this.#framer.filled(count);
    this.#take();
  }

  /**
   * The client has closed its side or reached the time limit. Queries in flight are answered, and
   * unsent responses are still sent.
   */
  #end(): void {
    this.#ended = true;
    this.#watch();
    this.#endWhenDone();
  }

  #take(): void {
    if (!this.#open) return;
    this.#framer.drain((bytes, start, end) => this.#one(bytes, start, end));
    if (this.#open && !this.#framer.hasPartial) this.#partialSince = 0;
  }

  #one(bytes: Uint8Array, start: number, end: number): boolean {
    this.lastUsed = this.#partialSince = this.#owner.seconds();
    if (end - start < 12 || (bytes[start + 2] & 0x80) !== 0) {
      this.close();
      return false;
    }
    if (!this.#owner.admits(this.source)) {
      this.close();
      return false;
    }
    this.#inFlight++;
    this.#owner.receiver.receive(bytes, start, end, this.source, this);
    if (this.#isFull && this.#open) {
      this.#paused = true;
      this.#watch();
      return false;
    }
    return this.#open;
  }

  #write(bytes: Uint8Array<ArrayBuffer>): void {
    let sent = 0;
    if (this.#unsent.length === 0) {
      sent = Number(libc.send(this.fd, bytes, BigInt(bytes.length), MSG_DONTWAIT | MSG_NOSIGNAL));
      if (sent < 0) {
        const code = errno();
        if (code !== EAGAIN && code !== EINTR) return this.close();
        sent = 0;
      }
      if (sent === bytes.length) return;
    }
    const rest = bytes.slice(sent);
    this.#unsentBytes += rest.length;
    if (this.#unsentBytes > STREAM_LIMITS.unsent) return this.close();
    this.#unsent.push(rest);
    this.#tellHeld();
    this.#watch();
  }

  #writeUnsent(): void {
    while (this.#unsent.length > 0) {
      const bytes = this.#unsent[0] as Uint8Array<ArrayBuffer>;
      const sent = Number(
        libc.send(this.fd, bytes, BigInt(bytes.length), MSG_DONTWAIT | MSG_NOSIGNAL),
      );
      if (sent < 0) {
        const code = errno();
        return code === EAGAIN || code === EINTR ? undefined : this.close();
      }
      this.#unsentBytes -= sent;
      if (sent < bytes.length) {
        this.#unsent[0] = bytes.slice(sent);
        break;
      }
      this.#unsent.shift();
    }
    this.#tellHeld();
    if (this.#unsent.length === 0) this.#watch();
    this.#settled();
  }

  #watch(): void {
    const reads = this.#paused || this.#ended ? 0 : EPOLLIN;
    this.#owner.poller.modify(this.fd, reads | (this.#unsent.length > 0 ? EPOLLOUT : 0));
  }
}
