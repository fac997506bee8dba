/**
 * Questions over UDP. What stands against forged answers (RFC 5452, RFC 7873): many connected sockets with random ports that are
 * replaced often, random ids, random case of letters, cookies; after a near miss the question goes over TCP as well.
 */
import type { Address } from "../../policy/model/address.ts";
import { ExactArrays } from "../exact.ts";
import { DatagramBatch } from "../net/datagrams.ts";
import { EAGAIN, EINTR, ENOBUFS, errno, SystemError } from "../net/libc.ts";
import { Recycler } from "../recycler.ts";
import { RCODE } from "../wire/codes.ts";
import { isTruncated, rcodeOf } from "../wire/message.ts";
import { Learned } from "./learned.ts";
import {
  compareResponse,
  copyResponse,
  extendedRcode,
  findOpt,
  QUERY_ROOM,
  type QueryForm,
  writeQuery,
} from "./message.ts";
import { Timer } from "./timers.ts";
import { type Pending, type UdpSocket, UdpSockets } from "./udp_sockets.ts";
import {
  errorText,
  type Failure,
  REMOVED,
  type Transport,
  type TransportDeps,
  type Try,
} from "./transport.ts";

/** Datagrams taken from a socket in one call, and octets of each: larger ones are cut and asked again over TCP. */
const BATCH = 8, ROOM = 4096;
/** Near misses after which an answer over UDP is not believed even if TCP cannot be reached. */
const MAX_NEAR_MISSES = 10;

/** A question under way on a socket; the record serves one question after the other. */
class UdpExchange implements Pending<UdpExchange> {
  attempt!: Try;
  deadline = 0;
  socket: UdpSocket<UdpExchange> | undefined;
  previous: UdpExchange | undefined;
  next: UdpExchange | undefined;
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
  done = true;
  readonly timer: Timer;

  constructor(expired: (exchange: UdpExchange) => void) {
    this.timer = new Timer(() => expired(this));
  }

  begin(attempt: Try, edns: boolean): void {
    this.attempt = attempt;
    this.edns = edns;
    this.ednsRetried =
      this.cookieRetried =
      this.sentCookie =
      this.overTcp =
      this.done =
        false;
    this.nearMisses = 0;
    this.held = undefined;
  }
}

/** UDP to one address of an upstream, with TCP beside it for what was cut or looks forged. */
export class UdpTransport implements Transport {
  readonly #tcp: Transport;
  readonly #deps: TransportDeps;
  readonly #learned: Learned;
  readonly #sockets: UdpSockets<UdpExchange>;
  readonly #exchanges = new Recycler(() => new UdpExchange((late) => this.#expired(late)));
  readonly #out = new DatagramBatch(1, QUERY_ROOM);
  readonly #form: QueryForm = { id: 0, caseBits: 0, edns: true, cookie: undefined };

  /** `tcp` reaches the same address, is closed together with this transport; `zone` is the interface of a link-local one. */
  constructor(address: Address, port: number, tcp: Transport, deps: TransportDeps, zone = "") {
    this.#sockets = new UdpSockets(address, port, zone, deps, (socket) => this.#receive(socket));
    this.#tcp = tcp;
    this.#deps = deps;
    this.#learned = new Learned(deps.random);
  }

  ask(attempt: Try): void {
    const { timers, clock } = this.#deps;
    timers.wake();
    const exchange = this.#exchanges.take();
    exchange.begin(attempt, this.#learned.usesEdns(clock.ms, attempt.again === true));
    exchange.deadline = clock.ms + attempt.timeout;
    timers.start(exchange.timer, attempt.timeout);
    this.#send(exchange);
  }

  sweep(): void {
    this.#tcp.sweep();
    this.#sockets.sweep();
  }

  close(): void {
    for (const exchange of this.#sockets.close()) this.#fail(exchange, "network", REMOVED);
    this.#tcp.close();
  }

  #send(exchange: UdpExchange): void {
    let socket: UdpSocket<UdpExchange>;
    try {
      socket = this.#sockets.choose();
    } catch (error) {
      return this.#fail(exchange, "network", errorText(error));
    }
    const { random } = this.#deps, form = this.#form;
    do form.id = random.next() & 0xffff; while (socket.find(form.id) !== undefined);
    form.caseBits = this.#learned.echoesCase ? random.next() | 0 : 0;
    form.edns = exchange.sentCookie = exchange.edns;
    form.cookie = exchange.edns ? this.#learned.cookie() : undefined;
    exchange.id = form.id;
    exchange.caseBits = form.caseBits;
    exchange.socket = socket;
    socket.add(exchange);
    this.#out.setLength(0, writeQuery(this.#out.data, 0, exchange.attempt.question, form));
    const code = this.#put(socket.fd);
    if (code !== 0) this.#fail(exchange, "network", new SystemError("send", code).message);
  }

  /** Sends the query; 0, or errno. A pending error of an earlier datagram is reported once by the kernel: then it is sent again. */
  #put(fd: number): number {
    for (let left = 2;; left--) {
      if (this.#out.send(fd, 0, 1) > 0) return 0;
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
    for (const exchange of socket.all()) {
      if (!exchange.overTcp) this.#fail(exchange, "network", detail);
    }
  }

  #datagram(
    socket: UdpSocket<UdpExchange>,
    bytes: Uint8Array,
    start: number,
    end: number,
    cut: boolean,
  ): void {
    if (end - start < 12) return;
    const id = bytes[start] << 8 | bytes[start + 1], exchange = socket.find(id);
    if (exchange === undefined) {
      if (!socket.hasEnded(id)) { for (const each of socket.all()) this.#nearMiss(each); }
      return;
    }
    const likeness = compareResponse(
      bytes,
      start,
      end,
      exchange.attempt.question,
      exchange.caseBits,
    );
    if (likeness === "other") return this.#nearMiss(exchange);
    const opt = findOpt(bytes, start, end), rcode = extendedRcode(bytes, start, opt);
    // FORMERR beside an OPT record: what the server cannot read is an option.
    const refuses = rcode === RCODE.FORMERR || rcode === RCODE.NOTIMP && opt < 0;
    if (refuses && exchange.edns && !exchange.ednsRetried) return this.#withoutEdns(exchange);
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

  #matched(
    exchange: UdpExchange,
    bytes: Uint8Array,
    start: number,
    end: number,
    cut: boolean,
  ): void {
    if (cut || isTruncated(bytes, start)) {
      this.#leave(exchange);
      return this.#askTcp(exchange);
    }
    const rcode = rcodeOf(bytes, start);
    if (exchange.edns) this.#learned.ednsHeard();
    else if (exchange.ednsRetried && rcode !== RCODE.FORMERR && rcode !== RCODE.NOTIMP) {
      this.#learned.refusesEdns(this.#deps.clock.ms);
    } else if (exchange.attempt.again === true) this.#learned.plainHeard(this.#deps.clock.ms);
    const { question } = exchange.attempt;
    if (exchange.overTcp) exchange.held = copyResponse(bytes, start, end, question);
    else {this.#answer(
        exchange,
        copyResponse(bytes, start, end, question, responses.of(end - start)),
      );}
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
        } else if (exchange.socket === undefined) {
          this.#fail(exchange, "final", `over TCP: ${detail}`);
        } else if (why === "timeout") {
          this.#fail(exchange, why, `over TCP: ${detail}`);
        } else exchange.overTcp = exchange.nearMisses > MAX_NEAR_MISSES;
      },
    });
  }

  #expired(exchange: UdpExchange): void {
    if (exchange.held !== undefined && exchange.nearMisses <= MAX_NEAR_MISSES) {
      this.#answer(exchange, exchange.held);
    } else this.#fail(exchange, "timeout", "no answer in time");
  }

  #answer(exchange: UdpExchange, response: Uint8Array): void {
    if (exchange.done) return;
    const { attempt } = exchange;
    this.#finish(exchange);
    attempt.answered(response);
  }

  #fail(exchange: UdpExchange, why: Failure, detail: string): void {
    if (exchange.done) return;
    const { attempt } = exchange;
    this.#finish(exchange);
    attempt.failed(why, detail);
  }

  #finish(exchange: UdpExchange): void {
    exchange.done = true;
    this.#deps.timers.stop(exchange.timer);
    this.#leave(exchange);
    // Of one that was asked over TCP too the stream may still tell: it is left to the collector.
    if (!exchange.overTcp && exchange.nearMisses === 0) this.#exchanges.give(exchange);
  }

  #leave(exchange: UdpExchange): void {
    const socket = exchange.socket;
    if (socket === undefined) return;
    exchange.socket = undefined;
    socket.remove(exchange);
    this.#sockets.left(socket);
  }
}

/** Responses on their way from the socket to the cache, one at a time in a thread. */
const responses = new ExactArrays(1232);
let batch: DatagramBatch | undefined;

/** One receiving batch for the thread: what it holds is used up before anything else is received. */
function receiving(): DatagramBatch {
  return batch ??= new DatagramBatch(BATCH, ROOM);
}
