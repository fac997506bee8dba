/**
 * Queries over UDP. Protection against forged responses (RFC 5452, RFC 7873): many connected
 * sockets with random ports that are replaced often, random ids, random letter case, and cookies.
 * After a near miss the question is also sent over TCP. A query keeps its port and id until its
 * late window ends; in that window a single near miss ends it, so waiting longer allows no more
 * guesses.
 */
import type { Address } from "../../policy/model/address.ts";
import { ExactArrays } from "../memory/exact_arrays.ts";
import { DatagramBatch } from "../net/datagrams.ts";
import { EAGAIN, EINTR, ENOBUFS, errno, SystemError } from "../net/libc.ts";
import { ObjectPool } from "../memory/object_pool.ts";
import { RCODE } from "../wire/codes.ts";
import { isTruncated, rcodeOf } from "../wire/message.ts";
import { UpstreamCapabilities } from "./upstream_capabilities.ts";
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
import { type PendingExchange, type UdpSocket, UdpSocketPool } from "./udp_socket_pool.ts";
import {
  type AttemptFailure,
  errorText,
  LATE_WINDOW,
  REMOVED_TEXT,
  TIMEOUT_TEXT,
  type Transport,
  type TransportDeps,
  type UpstreamAttempt,
} from "./transport.ts";

/**
 * Datagrams received from a socket in one call, and bytes of each: longer ones are truncated and
 * queried again over TCP.
 */
const BATCH = 8;
const ROOM = 4096;
/** Near misses after which a response over UDP is not trusted even if TCP cannot be reached. */
const MAX_NEAR_MISSES = 10;

/** A query in flight on a socket; the object is reused for one query after another. */
class UdpExchange implements PendingExchange<UdpExchange> {
  attempt!: UpstreamAttempt;
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
  /** Also sent over TCP; a response over UDP is kept until TCP responded or failed. */
  overTcp = false;
  held: Uint8Array | undefined;
  /** Whether its timeout has passed. */
  isLate = false;
  done = true;
  readonly timer: Timer;

  constructor(expired: (exchange: UdpExchange) => void) {
    this.timer = new Timer(() => expired(this));
  }

  begin(attempt: UpstreamAttempt, edns: boolean): void {
    this.attempt = attempt;
    this.edns = edns;
    this.ednsRetried =
      this.cookieRetried =
      this.sentCookie =
      this.overTcp =
      this.isLate =
      this.done =
        false;
    this.nearMisses = 0;
    this.held = undefined;
  }
}

/**
 * UDP to one address of an upstream, with TCP for responses that were truncated or may be forged.
 */
export class UdpTransport implements Transport {
  readonly #tcp: Transport;
  readonly #deps: TransportDeps;
  readonly #learned: UpstreamCapabilities;
  readonly #sockets: UdpSocketPool<UdpExchange>;
  readonly #exchanges = new ObjectPool(() => new UdpExchange((late) => this.#expired(late)));
  readonly #out = new DatagramBatch(1, QUERY_ROOM);
  readonly #form: QueryForm = { id: 0, caseBits: 0, edns: true, cookie: undefined };

  /**
   * `tcp` reaches the same address and is closed together with this transport. `zone` is the
   * interface of a link-local address.
   */
  constructor(address: Address, port: number, tcp: Transport, deps: TransportDeps, zone = "") {
    this.#sockets = new UdpSocketPool(address, port, zone, deps, (socket) => this.#receive(socket));
    this.#tcp = tcp;
    this.#deps = deps;
    this.#learned = new UpstreamCapabilities(deps.random);
  }

  ask(attempt: UpstreamAttempt): void {
    const { timers, clock } = this.#deps;
    timers.wake();
    const exchange = this.#exchanges.acquire();
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
    for (const exchange of this.#sockets.close()) this.#fail(exchange, "network", REMOVED_TEXT);
    this.#tcp.close();
  }

  #send(exchange: UdpExchange): void {
    let socket: UdpSocket<UdpExchange>;
    try {
      socket = this.#sockets.choose();
    } catch (error) {
      return this.#fail(exchange, "network", errorText(error));
    }
    const { random } = this.#deps;
    const form = this.#form;
    do form.id = random.next() & 0xffff; while (socket.find(form.id) !== undefined);
    form.caseBits = this.#learned.preservesCase ? random.next() | 0 : 0;
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

  /**
   * Sends the query and returns 0 or errno. The kernel reports a pending error of an earlier
   * datagram once; the query is then sent again.
   */
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

  /** An ICMP error arrived for a datagram of this socket. */
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
    const id = bytes[start] << 8 | bytes[start + 1];
    const exchange = socket.find(id);
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
    const opt = findOpt(bytes, start, end);
    const rcode = extendedRcode(bytes, start, opt);
    // FORMERR with an OPT record: the server cannot parse one of the options.
    const refuses = rcode === RCODE.FORMERR || rcode === RCODE.NOTIMP && opt < 0;
    if (refuses && exchange.edns && !exchange.ednsRetried) return this.#withoutEdns(exchange);
    if (likeness === "headless") return this.#nearMiss(exchange);
    if (likeness === "case") {
      this.#learned.onCaseLost();
      if (exchange.isLate) {
        this.#leave(exchange);
        return this.#askTcp(exchange);
      }
      if (!cut && !isTruncated(bytes, start)) {
        exchange.held = copyResponse(bytes, start, end, exchange.attempt.question);
      }
      return this.#nearMiss(exchange);
    }
    if (exchange.caseBits !== 0) this.#learned.onCasePreserved();
    if (!this.#learned.checkCookie(bytes, opt, exchange.sentCookie)) {
      return this.#nearMiss(exchange);
    }
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
    if (exchange.edns) this.#learned.onEdnsAnswer();
    else if (exchange.ednsRetried && rcode !== RCODE.FORMERR && rcode !== RCODE.NOTIMP) {
      this.#learned.disableEdns(this.#deps.clock.ms);
    } else if (exchange.attempt.again === true) this.#learned.onPlainAnswer(this.#deps.clock.ms);
    const { question } = exchange.attempt;
    if (exchange.overTcp) exchange.held = copyResponse(bytes, start, end, question);
    else {this.#answer(
        exchange,
        copyResponse(bytes, start, end, question, responses.of(end - start)),
      );}
  }

  /** RFC 6891 7: a server that does not know EDNS is queried once more without it. */
  #withoutEdns(exchange: UdpExchange): void {
    exchange.ednsRetried = true;
    exchange.edns = false;
    this.#leave(exchange);
    this.#send(exchange);
  }

  /**
   * RFC 7873 5.3: the new server cookie is in the response. The query is sent once more with it,
   * then over TCP.
   */
  #badCookie(exchange: UdpExchange): void {
    this.#leave(exchange);
    if (exchange.cookieRetried) return this.#askTcp(exchange);
    exchange.cookieRetried = true;
    this.#send(exchange);
  }

  /**
   * A datagram arrived at the right port that does not match. The query keeps waiting and is also
   * sent over TCP, which an off-path attacker cannot forge.
   */
  #nearMiss(exchange: UdpExchange): void {
    if (exchange.isLate && !exchange.overTcp) {
      return this.#fail(exchange, "network", "a response that does not match the question");
    }
    exchange.nearMisses++;
    this.#askTcp(exchange);
  }

  #askTcp(exchange: UdpExchange): void {
    if (exchange.overTcp || exchange.done) return;
    exchange.overTcp = true;
    const { isLate } = exchange;
    this.#tcp.ask({
      question: exchange.attempt.question,
      timeout: Math.max(1, exchange.deadline - this.#deps.clock.ms),
      onTimeout: () => {
        if (isLate || exchange.done) return false;
        if (!exchange.isLate) this.#expired(exchange);
        return !exchange.done;
      },
      onAnswer: (response) => this.#answer(exchange, response),
      onFailure: (why, detail) => {
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
      return this.#answer(exchange, exchange.held);
    }
    if (exchange.isLate || exchange.attempt.onTimeout?.() !== true) {
      return this.#fail(exchange, "timeout", TIMEOUT_TEXT);
    }
    exchange.isLate = true;
    exchange.deadline = this.#deps.clock.ms + LATE_WINDOW;
    this.#deps.timers.start(exchange.timer, LATE_WINDOW);
    // After a possible forgery only TCP can still answer.
    if (exchange.nearMisses > 0) this.#leave(exchange);
  }

  #answer(exchange: UdpExchange, response: Uint8Array): void {
    if (exchange.done) return;
    const { attempt } = exchange;
    this.#finish(exchange);
    attempt.onAnswer(response);
  }

  #fail(exchange: UdpExchange, why: AttemptFailure, detail: string): void {
    if (exchange.done) return;
    const { attempt } = exchange;
    this.#finish(exchange);
    attempt.onFailure(why, detail);
  }

  #finish(exchange: UdpExchange): void {
    exchange.done = true;
    this.#deps.timers.stop(exchange.timer);
    this.#leave(exchange);
    // A query also sent over TCP may still be used by the stream, so it is left to the garbage
    // collector.
    if (!exchange.overTcp && exchange.nearMisses === 0) this.#exchanges.release(exchange);
  }

  #leave(exchange: UdpExchange): void {
    const socket = exchange.socket;
    if (socket === undefined) return;
    exchange.socket = undefined;
    socket.remove(exchange);
    this.#sockets.onQueryEnd(socket);
  }
}

/** Responses in transit from the socket to the cache, one at a time in a thread. */
const responses = new ExactArrays(1232);
let batch: DatagramBatch | undefined;

/** One receive batch for the thread: its datagrams are processed before any others are received. */
function receiving(): DatagramBatch {
  return batch ??= new DatagramBatch(BATCH, ROOM);
}
