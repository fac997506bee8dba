/** The sockets to one upstream address: many, connected, chosen at random and replaced often (RFC 5452 9.2). */
import type { Address } from "../../policy/model/address.ts";
import { libc } from "../net/libc.ts";
import { connectUdp } from "../net/sockets.ts";
import type { TransportDeps } from "./transport.ts";

/** Sockets to one upstream address; each is replaced after so many queries or so many milliseconds. */
const SOCKETS = 64, SOCKET_QUERIES = 1000, SOCKET_AGE = 60_000;

/** A connected socket with the questions under way on it, by id. */
export class UdpSocket<Exchange> {
  readonly pending = new Map<number, Exchange>();
  /** Answers that may still come to questions given up, so that they are not taken for forgeries. */
  strays = 0;
  used = 0;
  retired = false;
  closed = false;
  readonly fd: number;
  readonly openedAt: number;
  constructor(fd: number, openedAt: number) {
    this.fd = fd;
    this.openedAt = openedAt;
  }
}

/** The sockets of one transport, opened as they are needed. */
export class UdpSockets<Exchange> {
  readonly #address: Address;
  readonly #port: number;
  readonly #deps: TransportDeps;
  readonly #receive: (socket: UdpSocket<Exchange>) => void;
  readonly #inUse: (UdpSocket<Exchange> | undefined)[] = new Array(SOCKETS).fill(undefined);
  readonly #retired = new Set<UdpSocket<Exchange>>();

  /** `receive` is called while a socket is readable. */
  constructor(address: Address, port: number, deps: TransportDeps, receive: (socket: UdpSocket<Exchange>) => void) {
    this.#address = address;
    this.#port = port;
    this.#deps = deps;
    this.#receive = receive;
  }

  /** A socket for one more question. Throws a SystemError. */
  choose(): UdpSocket<Exchange> {
    const slot = this.#deps.random.next() % SOCKETS, now = this.#deps.clock.ms;
    let socket = this.#inUse[slot];
    if (socket !== undefined && (socket.used >= SOCKET_QUERIES || now - socket.openedAt >= SOCKET_AGE)) {
      this.#retire(slot, socket);
      socket = undefined;
    }
    socket ??= this.#inUse[slot] = this.#open(now);
    socket.used++;
    return socket;
  }

  /** Tells that a question left the socket: a retired one is closed with its last question. */
  left(socket: UdpSocket<Exchange>): void {
    if (socket.retired && socket.pending.size === 0) this.#close(socket);
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
    const left = sockets.flatMap((socket) => [...socket.pending.values()]);
    this.#inUse.fill(undefined);
    for (const socket of sockets) this.#close(socket);
    return left;
  }

  #open(now: number): UdpSocket<Exchange> {
    const socket = new UdpSocket<Exchange>(connectUdp(this.#address, this.#port), now);
    this.#deps.poller.add(socket.fd, () => this.#receive(socket));
    return socket;
  }

  #retire(slot: number, socket: UdpSocket<Exchange>): void {
    this.#inUse[slot] = undefined;
    socket.retired = true;
    if (socket.pending.size === 0) this.#close(socket);
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
