/**
 * The sockets to one upstream address: many, connected, chosen at random and replaced often (RFC
 * 5452 9.2).
 */
import type { Address } from "../../policy/model/address.ts";
import { libc } from "../net/libc.ts";
import { connectUdp } from "../net/sockets.ts";
import type { TransportDeps } from "./transport.ts";

/** Sockets to one upstream address; each is replaced after this many queries or milliseconds. */
const SOCKETS = 64;
const SOCKET_QUERIES = 1000;
const SOCKET_AGE = 60_000;
/** Ids of ended queries that a socket remembers: a power of two. */
const ENDED = 64;

/** A query in flight on a socket, and meanwhile a link in the list of its socket. */
export interface PendingExchange<Exchange> {
  id: number;
  previous: Exchange | undefined;
  next: Exchange | undefined;
}

/**
 * A connected socket with its queries in flight: a short list, since queries spread over all
 * sockets.
 */
export class UdpSocket<Exchange extends PendingExchange<Exchange>> {
  used = 0;
  retired = false;
  closed = false;
  readonly fd: number;
  readonly openedAt: number;
  #first: Exchange | undefined;
  readonly #ended = new Uint16Array(ENDED);
  #endedAt = 0;

  constructor(fd: number, openedAt: number) {
    this.fd = fd;
    this.openedAt = openedAt;
  }

  /** Whether no query is in flight. */
  get isFree(): boolean {
    return this.#first === undefined;
  }

  /** The query in flight with an id. */
  find(id: number): Exchange | undefined {
    let exchange = this.#first;
    while (exchange !== undefined && exchange.id !== id) exchange = exchange.next;
    return exchange;
  }

  /** Adds a query, whose id must be unique on this socket. */
  add(exchange: Exchange): void {
    exchange.previous = undefined;
    exchange.next = this.#first;
    if (this.#first !== undefined) this.#first.previous = exchange;
    this.#first = exchange;
  }

  /** Removes a query. */
  remove(exchange: Exchange): void {
    const { previous, next } = exchange;
    if (previous === undefined) this.#first = next;
    else previous.next = next;
    if (next !== undefined) next.previous = previous;
    exchange.previous = exchange.next = undefined;
    this.#ended[this.#endedAt++ & ENDED - 1] = exchange.id;
  }

  /**
   * Whether a query with this id ended recently: its late response, or a duplicate of it, is no
   * forgery.
   */
  hasEnded(id: number): boolean {
    return this.#ended.includes(id);
  }

  /** All queries in flight, in an array that does not change while they end. */
  all(): Exchange[] {
    const all: Exchange[] = [];
    for (let exchange = this.#first; exchange !== undefined; exchange = exchange.next) {
      all.push(exchange);
    }
    return all;
  }
}

/** The sockets of one transport, opened on demand. */
export class UdpSocketPool<Exchange extends PendingExchange<Exchange>> {
  readonly #address: Address;
  readonly #port: number;
  readonly #zone: string;
  readonly #deps: TransportDeps;
  readonly #receive: (socket: UdpSocket<Exchange>) => void;
  readonly #inUse: (UdpSocket<Exchange> | undefined)[] = new Array(SOCKETS).fill(undefined);
  readonly #retired = new Set<UdpSocket<Exchange>>();

  /**
   * `zone` is the interface of a link-local address, "" = none; `receive` is called while a socket
   * is readable.
   */
  constructor(
    address: Address,
    port: number,
    zone: string,
    deps: TransportDeps,
    receive: (socket: UdpSocket<Exchange>) => void,
  ) {
    this.#address = address;
    this.#port = port;
    this.#zone = zone;
    this.#deps = deps;
    this.#receive = receive;
  }

  /** A socket for one more query. Throws a SystemError when none is open and none can be opened. */
  choose(): UdpSocket<Exchange> {
    const slot = this.#deps.random.next() % SOCKETS;
    const now = this.#deps.clock.ms;
    const open = this.#inUse[slot];
    const isWorn = open === undefined || open.used >= SOCKET_QUERIES ||
      now - open.openedAt >= SOCKET_AGE;
    const socket = isWorn ? this.#renew(slot, open, now) : open;
    socket.used++;
    return socket;
  }

  /** Reports that a query left the socket: a retired socket is closed with its last query. */
  onQueryEnd(socket: UdpSocket<Exchange>): void {
    if (socket.retired && socket.isFree) this.#close(socket);
  }

  /** Releases sockets that are too old to be used again. */
  sweep(): void {
    const now = this.#deps.clock.ms;
    this.#inUse.forEach((socket, slot) => {
      if (socket !== undefined && now - socket.openedAt >= SOCKET_AGE) this.#retire(slot, socket);
    });
  }

  /** Closes every socket and returns their queries in flight, which the caller must end. */
  close(): Exchange[] {
    const sockets = [...this.#inUse.filter((socket) => socket !== undefined), ...this.#retired];
    const left = sockets.flatMap((socket) => socket.all());
    this.#inUse.fill(undefined);
    for (const socket of sockets) this.#close(socket);
    return left;
  }

  /**
   * A new socket in a slot. When descriptors are short, an open socket stays in use, and the box
   * manages with one socket per upstream.
   */
  #renew(slot: number, worn: UdpSocket<Exchange> | undefined, now: number): UdpSocket<Exchange> {
    const open = worn ?? this.#inUse.find((socket) => socket !== undefined);
    if (open !== undefined && !this.#deps.poller.descriptors.hasRoom) return open;
    try {
      const socket = this.#open(now);
      if (worn !== undefined) this.#retire(slot, worn);
      return this.#inUse[slot] = socket;
    } catch (error) {
      if (open === undefined) throw error;
      return open;
    }
  }

  #open(now: number): UdpSocket<Exchange> {
    const socket = new UdpSocket<Exchange>(connectUdp(this.#address, this.#port, this.#zone), now);
    try {
      this.#deps.poller.add(socket.fd, () => this.#receive(socket));
    } catch (error) {
      libc.close(socket.fd);
      throw error;
    }
    return socket;
  }

  #retire(slot: number, socket: UdpSocket<Exchange>): void {
    this.#inUse[slot] = undefined;
    socket.retired = true;
    if (socket.isFree) this.#close(socket);
    else this.#retired.add(socket);
  }

  #close(socket: UdpSocket<Exchange>): void {
    if (socket.closed) return;
    socket.closed = true;
    this.#retired.delete(socket);
    this.#deps.poller.remove(socket.fd);
    libc.close(socket.fd);
  }
}
