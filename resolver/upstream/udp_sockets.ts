/** The sockets to one upstream address: many, connected, chosen at random and replaced often (RFC 5452 9.2). */
import type { Address } from "../../policy/model/address.ts";
import { libc } from "../net/libc.ts";
import { connectUdp } from "../net/sockets.ts";
import type { TransportDeps } from "./transport.ts";

/** Sockets to one upstream address; each is replaced after so many queries or so many milliseconds. */
const SOCKETS = 64, SOCKET_QUERIES = 1000, SOCKET_AGE = 60_000;
/** Ids of ended questions that a socket remembers: a power of two. */
const ENDED = 64;

/** A question under way on a socket; a link in the list of its socket meanwhile. */
export interface Pending<Exchange> {
  id: number;
  previous: Exchange | undefined;
  next: Exchange | undefined;
}

/** A connected socket with the questions under way on it: a short list, since questions spread over all sockets. */
export class UdpSocket<Exchange extends Pending<Exchange>> {
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

  /** Whether no question is under way. */
  get isFree(): boolean {
    return this.#first === undefined;
  }

  /** The question under way with an id. */
  find(id: number): Exchange | undefined {
    let exchange = this.#first;
    while (exchange !== undefined && exchange.id !== id) exchange = exchange.next;
    return exchange;
  }

  /** Adds a question, whose id no other one here has. */
  add(exchange: Exchange): void {
    exchange.previous = undefined;
    exchange.next = this.#first;
    if (this.#first !== undefined) this.#first.previous = exchange;
    this.#first = exchange;
  }

  /** Takes a question out. */
  remove(exchange: Exchange): void {
    const { previous, next } = exchange;
    if (previous === undefined) this.#first = next;
    else previous.next = next;
    if (next !== undefined) next.previous = previous;
    exchange.previous = exchange.next = undefined;
    this.#ended[this.#endedAt++ & ENDED - 1] = exchange.id;
  }

  /** Whether a question with this id ended lately: its late answer, or a second copy of one, is no forgery. */
  hasEnded(id: number): boolean {
    return this.#ended.includes(id);
  }

  /** All questions under way, in an array that stays as it is while they end. */
  all(): Exchange[] {
    const all: Exchange[] = [];
    for (let exchange = this.#first; exchange !== undefined; exchange = exchange.next) {
      all.push(exchange);
    }
    return all;
  }
}

/** The sockets of one transport, opened as they are needed. */
export class UdpSockets<Exchange extends Pending<Exchange>> {
  readonly #address: Address;
  readonly #port: number;
  readonly #zone: string;
  readonly #deps: TransportDeps;
  readonly #receive: (socket: UdpSocket<Exchange>) => void;
  readonly #inUse: (UdpSocket<Exchange> | undefined)[] = new Array(SOCKETS).fill(undefined);
  readonly #retired = new Set<UdpSocket<Exchange>>();

  /** `zone` is the interface of a link-local address, "" = none; `receive` is called while a socket is readable. */
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

  /** A socket for one more question. Throws a SystemError when none is open and none can be opened. */
  choose(): UdpSocket<Exchange> {
    const slot = this.#deps.random.next() % SOCKETS,
      now = this.#deps.clock.ms,
      open = this.#inUse[slot];
    const isWorn = open === undefined || open.used >= SOCKET_QUERIES ||
      now - open.openedAt >= SOCKET_AGE;
    const socket = isWorn ? this.#renew(slot, open, now) : open;
    socket.used++;
    return socket;
  }

  /** Tells that a question left the socket: a retired one is closed with its last question. */
  left(socket: UdpSocket<Exchange>): void {
    if (socket.retired && socket.isFree) this.#close(socket);
  }

  /** Lets go of sockets that are too old to be used again. */
  sweep(): void {
    const now = this.#deps.clock.ms;
    this.#inUse.forEach((socket, slot) => {
      if (socket !== undefined && now - socket.openedAt >= SOCKET_AGE) this.#retire(slot, socket);
    });
  }

  /** Closes every socket; the questions under way on them, for the caller to end. */
  close(): Exchange[] {
    const sockets = [...this.#inUse.filter((socket) => socket !== undefined), ...this.#retired];
    const left = sockets.flatMap((socket) => socket.all());
    this.#inUse.fill(undefined);
    for (const socket of sockets) this.#close(socket);
    return left;
  }

  /** A new socket in a slot. When descriptors are short, one that is open serves on, and the box gets by with a socket an upstream. */
  #renew(slot: number, worn: UdpSocket<Exchange> | undefined, now: number): UdpSocket<Exchange> {
    const open = worn ?? this.#inUse.find((socket) => socket !== undefined);
    if (open !== undefined && !this.#deps.poller.room.isLeft) return open;
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
