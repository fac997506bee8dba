/**
 * Questions over UDP. What stands against forged answers (RFC 5452, RFC 7873): many connected sockets with random ports that are
 * replaced often, random ids, random case of letters, cookies; after a near miss the question goes over TCP as well.
 */
import type { Address } from "../../policy/model/address.ts";
import { DatagramBatch } from "../net/datagrams.ts";
import { EAGAIN, EINTR, ENOBUFS, errno, libc, MSG_DONTWAIT, MSG_NOSIGNAL, SystemError } from "../net/libc.ts";
import { RCODE } from "../wire/codes.ts";
import { isTruncated, rcodeOf } from "../wire/message.ts";
import { Learned } from "./learned.ts";
import { compareResponse, copyResponse, extendedRcode, findOpt, QUERY_ROOM, writeQuery } from "./message.ts";
import { Timer } from "./timers.ts";
import { type UdpSocket, UdpSockets } from "./udp_sockets.ts";
import { errorText, type Failure, type Transport, type TransportDeps, type Try } from "./transport.ts";

/** Datagrams taken from a socket in one call, and octets of each: larger ones are cut and asked again over TCP. */
const BATCH = 8, ROOM = 4096;
/** Near misses after which an answer over UDP is not believed even if TCP cannot be reached. */
const MAX_NEAR_MISSES = 10;

/** A question under way on a socket. */
class UdpExchange {
  socket: UdpSocket<UdpExchange> | undefined;
  id = 0;
  caseBits = 0;
  edns = true;
  ednsRetried = false;
  cookieRetried = false;
  sentCookie = false;
  nearMisses = 0;
  /** Asked over TCP too; an answer over UDP is kept until that one came or failed. */
  overTcp = false;
  held: Uint8Array | undefined;
  done = false;
  readonly deadline: number;
  readonly timer: Timer;
  readonly attempt: Try;
  constructor(attempt: Try, deadline: number, expired: (exchange: UdpExchange) => void) {
    this.attempt = attempt;
    this.deadline = deadline;
    this.timer = new Timer(() => expired(this));
  }
}

/** UDP to one address of an upstream, with TCP beside it for what was cut or looks forged. */
export class UdpTransport implements Transport {
  readonly #tcp: Transport;
  readonly #deps: TransportDeps;
  readonly #learned: Learned;
  readonly #sockets: UdpSockets<UdpExchange>;
  readonly #query = new Uint8Array(QUERY_ROOM);

  /** `tcp` reaches the same address; it is closed together with this transport. */
  constructor(address: Address, port: number, tcp: Transport, deps: TransportDeps) {
    this.#sockets = new UdpSockets(address, port, deps, (socket) => this.#receive(socket));
    this.#tcp = tcp;
    this.#deps = deps;
    this.#learned = new Learned(deps.random);
  }

  ask(attempt: Try): void {
    const { timers, clock } = this.#deps;
    timers.wake();
    const exchange = new UdpExchange(attempt, clock.ms + attempt.timeout, (late) => this.#expired(late));
    exchange.edns = this.#learned.usesEdns(clock.ms);
    timers.start(exchange.timer, attempt.timeout);
    this.#send(exchange);
  }

  sweep(): void {
    this.#tcp.sweep();
    this.#sockets.sweep();
  }

  close(): void {
    for (const exchange of this.#sockets.close()) this.#fail(exchange, "network", "the upstream was removed");
    this.#tcp.close();
  }

  #send(exchange: UdpExchange): void {
    let socket: UdpSocket<UdpExchange>;
    try {
      socket = this.#sockets.choose();
    } catch (error) {
      return this.#fail(exchange, "network", errorText(error));
    }
    const random = this.#deps.random;
    do exchange.id = random.next() & 0xffff; while (socket.pending.has(exchange.id));
    exchange.caseBits = this.#learned.echoesCase ? random.next() : 0;
    exchange.socket = socket;
    socket.pending.set(exchange.id, exchange);
    const cookie = exchange.edns ? this.#learned.cookie() : undefined;
    exchange.sentCookie = cookie !== undefined;
    const { id, caseBits, edns } = exchange;
    const length = writeQuery(this.#query, 0, exchange.attempt.question, { id, caseBits, edns, cookie });
    const code = this.#put(socket.fd, length);
    if (code !== 0) this.#fail(exchange, "network", new SystemError("send", code).message);
  }

  /** Sends the query; 0, or errno. A pending error of an earlier datagram is reported once by the kernel: then it is sent again. */
  #put(fd: number, length: number): number {
    for (let left = 2;; left--) {
      if (Number(libc.send(fd, this.#query, BigInt(length), MSG_DONTWAIT | MSG_NOSIGNAL)) >= 0) return 0;
      const code = errno();
      if (code === EAGAIN || code === ENOBUFS) return 0;
      if (left === 0) return code;
    }
  }

  #receive(socket: UdpSocket<UdpExchange>): void {
    const batch = receiving();
    const count = batch.receive(socket.fd);
    if (count < 0) return this.#unreachable(socket, errno());
    for (let i = 0; i < count; i++) {
      const start = i * ROOM;
      this.#datagram(socket, batch.data, start, start + batch.length(i), batch.wasCut(i));
    }
  }

  /** An ICMP error came back for a datagram of this socket. */
  #unreachable(socket: UdpSocket<UdpExchange>, code: number): void {
    if (code === EAGAIN || code === EINTR) return;
    const detail = new SystemError("receive", code).message;
    for (const exchange of [...socket.pending.values()]) if (!exchange.overTcp) this.#fail(exchange, "network", detail);
  }

  #datagram(socket: UdpSocket<UdpExchange>, bytes: Uint8Array, start: number, end: number, cut: boolean): void {
    if (end - start < 12) return;
    const exchange = socket.pending.get(bytes[start] << 8 | bytes[start + 1]);
    if (exchange === undefined) {
      if (socket.strays > 0) socket.strays--;
      else for (const each of [...socket.pending.values()]) this.#nearMiss(each);
      return;
    }
    const likeness = compareResponse(bytes, start, end, exchange.attempt.question, exchange.caseBits);
    if (likeness === "other") return this.#nearMiss(exchange);
    const opt = findOpt(bytes, start, end), rcode = extendedRcode(bytes, start, opt);
    if ((rcode === RCODE.FORMERR || rcode === RCODE.NOTIMP) && opt < 0 && exchange.edns && !exchange.ednsRetried) {
      return this.#withoutEdns(exchange);
    }
    if (likeness === "headless") return this.#nearMiss(exchange);
    if (likeness === "case") {
      this.#learned.caseLost();
      if (!cut && !isTruncated(bytes, start)) {
        exchange.held = copyResponse(bytes, start, end, exchange.attempt.question);
      }
      return this.#nearMiss(exchange);
    }
    if (exchange.caseBits !== 0) this.#learned.caseKept();
    if (!this.#learned.cookieFits(bytes, opt, exchange.sentCookie)) return this.#nearMiss(exchange);
    if (rcode === RCODE.BADCOOKIE) return this.#badCookie(exchange);
    this.#matched(exchange, bytes, start, end, cut);
  }

  #matched(exchange: UdpExchange, bytes: Uint8Array, start: number, end: number, cut: boolean): void {
    if (cut || isTruncated(bytes, start)) {
      this.#leave(exchange);
      return this.#askTcp(exchange);
    }
    const rcode = rcodeOf(bytes, start);
    if (exchange.ednsRetried && rcode !== RCODE.FORMERR && rcode !== RCODE.NOTIMP) {
      this.#learned.refusesEdns(this.#deps.clock.ms);
    }
    const response = copyResponse(bytes, start, end, exchange.attempt.question);
    if (exchange.overTcp) exchange.held = response;
    else this.#answer(exchange, response);
  }

  /** RFC 6891 7: a server that knows no EDNS is asked once more without it. */
  #withoutEdns(exchange: UdpExchange): void {
    exchange.ednsRetried = true;
    exchange.edns = false;
    this.#leave(exchange);
    this.#send(exchange);
  }

  /** RFC 7873 5.3: the new server cookie is in the response; ask once more with it, then over TCP. */
  #badCookie(exchange: UdpExchange): void {
    this.#leave(exchange);
    if (exchange.cookieRetried) return this.#askTcp(exchange);
    exchange.cookieRetried = true;
    this.#send(exchange);
  }

  /** Something came to the right port that does not answer: waiting goes on, and TCP is asked, which nobody forges from afar. */
  #nearMiss(exchange: UdpExchange): void {
    exchange.nearMisses++;
    this.#askTcp(exchange);
  }

  #askTcp(exchange: UdpExchange): void {
    if (exchange.overTcp || exchange.done) return;
    exchange.overTcp = true;
    this.#tcp.ask({
      question: exchange.attempt.question,
      timeout: Math.max(1, exchange.deadline - this.#deps.clock.ms),
      answered: (response) => this.#answer(exchange, response),
      failed: (why, detail) => {
        if (exchange.held !== undefined && exchange.nearMisses <= MAX_NEAR_MISSES) {
          this.#answer(exchange, exchange.held);
        } else if (exchange.socket === undefined) this.#fail(exchange, "final", `over TCP: ${detail}`);
        else if (why === "timeout") {
          this.#fail(exchange, why, `over TCP: ${detail}`);
        } else exchange.overTcp = exchange.nearMisses > MAX_NEAR_MISSES;
      },
    });
  }

  #expired(exchange: UdpExchange): void {
    if (exchange.socket !== undefined) exchange.socket.strays++;
    if (exchange.held !== undefined && exchange.nearMisses <= MAX_NEAR_MISSES) this.#answer(exchange, exchange.held);
    else this.#fail(exchange, "timeout", "no answer in time");
  }

  #answer(exchange: UdpExchange, response: Uint8Array): void {
    if (exchange.done) return;
    this.#finish(exchange);
    exchange.attempt.answered(response);
  }

  #fail(exchange: UdpExchange, why: Failure, detail: string): void {
    if (exchange.done) return;
    this.#finish(exchange);
    exchange.attempt.failed(why, detail);
  }

  #finish(exchange: UdpExchange): void {
    exchange.done = true;
    this.#deps.timers.stop(exchange.timer);
    this.#leave(exchange);
  }

  #leave(exchange: UdpExchange): void {
    const socket = exchange.socket;
    if (socket === undefined) return;
    exchange.socket = undefined;
    socket.pending.delete(exchange.id);
    this.#sockets.left(socket);
  }
}

let batch: DatagramBatch | undefined;

/** One receiving batch for the thread: what it holds is used up before anything else is received. */
function receiving(): DatagramBatch {
  return batch ??= new DatagramBatch(BATCH, ROOM);
}
