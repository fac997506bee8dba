/**
 * DNS over UDP in batches. Each response leaves from the address that received the query (RFC 1035
 * 4.2.1).
 */
import { DatagramBatch, PEER_WORDS } from "../net/datagrams.ts";
import { EAGAIN, EINTR, EMSGSIZE, EPOLLIN, errno } from "../net/libc.ts";
import type { EpollPoller } from "../net/poller.ts";
import { ObjectPool } from "../memory/object_pool.ts";
import { truncateResponse } from "../wire/truncation.ts";
import type { AccessControl } from "./access_control.ts";
import type { QuerySource, Receiver, Reply } from "./reply.ts";

/** Maximum response over UDP in bytes: avoids fragments on all usual paths (DNS flag day 2020). */
export const MAX_UDP_RESPONSE = 1232;
const BATCH = 64;
const QUERY_ROOM = 2048;
const RESPONSE_ROOM = 1280;
/** Batches read in one turn, so that one busy socket does not starve the others. */
const BATCHES_A_TURN = 16;

/** One listening UDP socket. */
export class UdpListener implements Reply {
  readonly transport = "udp" as const;
  readonly room = MAX_UDP_RESPONSE;
  readonly buffer: Uint8Array<ArrayBuffer>;
  readonly #fd: number;
  readonly #receiver: Receiver;
  readonly #access: AccessControl;
  readonly #in = new DatagramBatch(BATCH, QUERY_ROOM);
  readonly #out = new DatagramBatch(BATCH, RESPONSE_ROOM);
  readonly #later = new ObjectPool(() => new LaterUdpReply(this));
  readonly #flushLater = () => this.#flush();
  readonly #source: { bytes: Uint8Array; at: number; length: number };
  #current = 0;
  #queued = 0;
  #closed = false;
  /** Whether a flush is scheduled after the responses of this turn. */
  #flushing = false;

  constructor(fd: number, poller: EpollPoller, access: AccessControl, receiver: Receiver) {
    this.#fd = fd;
    this.#access = access;
    this.#receiver = receiver;
    this.buffer = this.#out.data;
    this.#source = { bytes: this.#in.names, at: 0, length: 4 };
    poller.add(fd, () => this.#drain(), EPOLLIN);
  }

  /** Stops receiving. The descriptor stays open for the next worker. */
  close(poller: EpollPoller): void {
    this.#flush();
    this.#closed = true;
    poller.remove(this.#fd);
  }

  open(): number {
    if (this.#queued === BATCH) this.#flush();
    return this.#queued * RESPONSE_ROOM;
  }

  commit(length: number): void {
    this.#out.answer(this.#queued, this.#in, this.#current);
    this.#out.setLength(this.#queued++, length);
  }

  drop(): void {}

  detach(): Reply {
    const later = this.#later.acquire();
    this.#in.peer(this.#current, later.peer);
    return later;
  }

  /** Sends what was written since `open` to a stored peer. */
  commitTo(later: LaterUdpReply, length: number): void {
    this.#later.release(later);
    if (this.#closed) return;
    this.#out.address(this.#queued, later.peer);
    this.#out.setLength(this.#queued++, length);
    if (this.#flushing) return;
    this.#flushing = true;
    queueMicrotask(this.#flushLater);
  }

  /** Returns an unused reply to the pool. */
  forget(later: LaterUdpReply): void {
    this.#later.release(later);
  }

  #drain(): void {
    for (let turn = 0; turn < BATCHES_A_TURN; turn++) {
      const count = this.#in.receive(this.#fd);
      if (count <= 0) return;
      for (let i = 0; i < count; i++) this.#one(i);
      this.#flush();
      if (count < BATCH) return;
    }
  }

  #one(i: number): void {
    const batch = this.#in;
    const source = this.#source;
    const name = i * 28;
    // Responses, datagrams shorter than a header, and datagrams from port 0 are dropped silently. A
    // truncated datagram is longer than the box ever offered to accept, so it gets FORMERR.
    const length = batch.length(i);
    const at = i * QUERY_ROOM;
    if (length < 12 || (batch.data[at + 2] & 0x80) !== 0 || batch.port(i) === 0) {
      this.#access.countMalformed();
      return;
    }
    source.length = batch.names[name] === 2 ? 4 : 16;
    source.at = source.length === 4 ? name + 4 : name + 8;
    if (!this.#access.admits(source as QuerySource, batch.port(i))) return;
    this.#current = i;
    this.#receiver.receive(batch.data, at, at + length, source as QuerySource, this);
  }

  #flush(): void {
    const total = this.#queued;
    for (let sent = 0; sent < total;) {
      const count = this.#out.send(this.#fd, sent, total);
      if (count > 0) sent += count;
      else {
        const code = errno();
        // A full send buffer loses the rest, like a full link. Other errors concern the first
        // message only.
        if (code === EAGAIN) break;
        if (code !== EINTR && !(code === EMSGSIZE && this.#cut(sent))) sent++;
      }
    }
    this.#queued = 0;
    this.#flushing = false;
  }

  /** Shortens a response that exceeds the path MTU; false when it cannot become shorter. */
  #cut(i: number): boolean {
    const before = this.#out.lengthToSend(i);
    const length = truncateResponse(this.#out.data, i * RESPONSE_ROOM, before);
    this.#out.setLength(i, length);
    return length > 0 && length < before;
  }
}

/**
 * A reply kept while an upstream is queried. It is answered or dropped once, then reused for
 * another query.
 */
class LaterUdpReply implements Reply {
  readonly transport = "udp" as const;
  readonly room = MAX_UDP_RESPONSE;
  /** The client's address and the local address. */
  readonly peer = new Uint32Array(PEER_WORDS);
  readonly #listener: UdpListener;

  constructor(listener: UdpListener) {
    this.#listener = listener;
  }

  get buffer(): Uint8Array {
    return this.#listener.buffer;
  }

  open(): number {
    return this.#listener.open();
  }

  commit(length: number): void {
    this.#listener.commitTo(this, length);
  }

  drop(): void {
    this.#listener.forget(this);
  }

  detach(): Reply {
    return this;
  }
}
