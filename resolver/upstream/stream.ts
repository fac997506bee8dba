/**
 * Queries over a stream: TCP (RFC 7766) and TLS (RFC 7858). Connections are reused and pipelined,
 * and responses may arrive in any order.
 */
import { Framer } from "../listeners/framing.ts";
import { isTruncated } from "../wire/message.ts";
import { compareResponse, copyResponse, QUERY_ROOM, writeQuery } from "./message.ts";
import { Timer } from "./timers.ts";
import {
  errorText,
  LATE_WINDOW,
  REMOVED_TEXT,
  TIMEOUT_TEXT,
  type Transport,
  type TransportDeps,
  type UpstreamAttempt,
} from "./transport.ts";

/** A stream that carries queries. */
export interface Stream {
  read(into: Uint8Array): Promise<number | null>;
  write(bytes: Uint8Array): Promise<number>;
  close(): void;
}

/**
 * Reconnects that one query may cause (Knot Resolver's CVE-2023-46317 was about a hundred of them).
 */
const MAX_RECONNECTS = 2;
/** Concurrent queries on a connection, and connections to one upstream. */
const MAX_PIPELINED = 512;
const MAX_CONNECTIONS = 8;
/** Connections that accept no more queries and are kept for late responses. */
const MAX_RETIRED = 8;
const SILENT = "silent connection";
/**
 * Milliseconds after which a query no longer waits for a connection that is still being opened: a
 * lost SYN is repeated late.
 */
const DIAL_PATIENCE = 1000;

class StreamExchange {
  id = 0;
  connects = 0;
  connection: Connection | undefined;
  sentAt = 0;
  /** Whether its timeout has passed. */
  isLate = false;
  readonly timer: Timer;
  readonly attempt: UpstreamAttempt;
  constructor(attempt: UpstreamAttempt, expired: (exchange: StreamExchange) => void) {
    this.attempt = attempt;
    this.timer = new Timer(() => expired(this));
  }
}

class Connection {
  /** Monotonic milliseconds. */
  readonly startedAt: number;
  readonly pending = new Map<number, StreamExchange>();
  outbox: Uint8Array[] = [];
  stream: Stream | undefined;
  closed = false;
  writing = false;
  answers = 0;
  heardAt = 0;

  constructor(startedAt: number) {
    this.startedAt = startedAt;
  }
}

/** Options of a stream transport. */
export interface StreamOptions {
  /** Milliseconds after which an idle connection is closed (RFC 7766 6.2.3). */
  readonly idle: number;
  /** Whether queries are padded (RFC 8467); only for encrypted streams. */
  readonly padded: boolean;
}

/**
 * Kept connections to one upstream; `dial` opens one, with its own time limit, and rejects with a
 * readable error.
 */
export class StreamTransport implements Transport {
  readonly #dial: () => Promise<Stream>;
  readonly #options: StreamOptions;
  readonly #deps: TransportDeps;
  readonly #connections = new Set<Connection>();
  /**
   * Unresponsive connections: they get no new query, but queries already sent may still be answered
   * late.
   */
  readonly #retired = new Set<Connection>();
  #waiting: StreamExchange[] = [];
  /**
   * Learned: the upstream closes after each response, so no query may be pipelined behind another.
   */
  #oneByOne = false;
  #closed = false;

  constructor(dial: () => Promise<Stream>, options: StreamOptions, deps: TransportDeps) {
    this.#dial = dial;
    this.#options = options;
    this.#deps = deps;
  }

  ask(attempt: UpstreamAttempt): void {
    const exchange = new StreamExchange(attempt, (late) => this.#expired(late));
    this.#deps.timers.start(exchange.timer, attempt.timeout);
    this.#assign(exchange);
  }

  sweep(): void {
    for (const connection of this.#connections) {
      if (
        connection.pending.size > 0 || this.#deps.clock.ms - connection.heardAt < this.#options.idle
      ) continue;
      if (connection.stream !== undefined) this.#drop(connection, "idle");
    }
  }

  close(): void {
    this.#closed = true;
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const exchange of waiting) this.#fail(exchange, REMOVED_TEXT);
    for (const connection of [...this.#connections, ...this.#retired]) {
      this.#drop(connection, REMOVED_TEXT);
    }
  }

  #assign(exchange: StreamExchange): void {
    const capacity = this.#oneByOne ? 1 : MAX_PIPELINED;
    const { ms } = this.#deps.clock;
    for (const connection of this.#connections) {
      const isStuck = connection.stream === undefined && ms - connection.startedAt >= DIAL_PATIENCE;
      if (!isStuck && connection.pending.size < capacity) return this.#send(exchange, connection);
    }
    if (this.#connections.size >= MAX_CONNECTIONS) {
      this.#waiting.push(exchange);
      return;
    }
    const connection = new Connection(ms);
    this.#connections.add(connection);
    this.#send(exchange, connection);
    this.#run(connection);
  }

  #send(exchange: StreamExchange, connection: Connection): void {
    do exchange.id = this.#deps.random.next() & 0xffff; while (connection.pending.has(exchange.id));
    exchange.connection = connection;
    exchange.sentAt = this.#deps.clock.ms;
    connection.pending.set(exchange.id, exchange);
    const room = new Uint8Array(QUERY_ROOM + 2);
    const form = { id: exchange.id, caseBits: 0, edns: true, padded: this.#options.padded };
    const length = writeQuery(room, 2, exchange.attempt.question, form);
    room[0] = length >> 8;
    room[1] = length & 0xff;
    connection.outbox.push(room.subarray(0, length + 2));
    if (connection.stream !== undefined && !connection.writing) {
      this.#write(connection, connection.stream);
    }
  }

  async #run(connection: Connection): Promise<void> {
    let why = "the upstream closed the connection";
    try {
      const stream = await this.#dial();
      if (connection.closed) return stream.close();
      connection.stream = stream;
      connection.heardAt = this.#deps.clock.ms;
      this.#write(connection, stream);
      await this.#read(connection, stream);
    } catch (error) {
      why = errorText(error);
    }
    this.#drop(connection, why, true);
  }

  /** All waiting queries go in one write: a query and its length in one segment (RFC 7766 8). */
  async #write(connection: Connection, stream: Stream): Promise<void> {
    connection.writing = true;
    try {
      while (connection.outbox.length > 0 && !connection.closed) {
        const parts = connection.outbox;
        connection.outbox = [];
        let bytes = parts.length === 1 ? parts[0] : joined(parts);
        while (bytes.length > 0) bytes = bytes.subarray(await stream.write(bytes));
      }
      connection.writing = false;
    } catch (error) {
      this.#drop(connection, errorText(error), true);
    }
  }

  async #read(connection: Connection, stream: Stream): Promise<void> {
    const framer = new Framer();
    while (!connection.closed) {
      const count = await stream.read(framer.room());
      if (count === null) return;
      framer.filled(count);
      this.#deps.clock.refresh();
      connection.heardAt = this.#deps.clock.ms;
      // Slow rather than dead.
      if (this.#retired.delete(connection)) this.#connections.add(connection);
      framer.drain((bytes, start, end) => this.#message(connection, bytes, start, end));
    }
  }

  /**
   * A response that matches no query is ignored: the stream is intact, and the query may still be
   * answered.
   */
  #message(connection: Connection, bytes: Uint8Array, start: number, end: number): boolean {
    const exchange = end - start < 12
      ? undefined
      : connection.pending.get(bytes[start] << 8 | bytes[start + 1]);
    if (exchange === undefined) return !connection.closed;
    const likeness = compareResponse(bytes, start, end, exchange.attempt.question, 0);
    if (likeness === "other") return true;
    connection.answers++;
    this.#release(exchange);
    if (likeness === "headless") {
      exchange.attempt.onFailure("network", "an empty response over a stream");
    } else if (isTruncated(bytes, start)) {
      exchange.attempt.onFailure("network", "a truncated response over a stream");
    } else exchange.attempt.onAnswer(copyResponse(bytes, start, end, exchange.attempt.question));
    if (this.#oneByOne) this.#drop(connection, "one question a connection");
    else this.#next();
    return !connection.closed;
  }

  #release(exchange: StreamExchange): void {
    this.#deps.timers.stop(exchange.timer);
    exchange.connection?.pending.delete(exchange.id);
    exchange.connection = undefined;
  }

  #next(): void {
    if (this.#waiting.length === 0 || this.#closed) return;
    const exchange = this.#waiting.shift()!;
    this.#assign(exchange);
  }

  #expired(exchange: StreamExchange): void {
    const { connection, isLate, attempt } = exchange;
    exchange.isLate = true;
    // Nothing was received since the query was sent. Either the path is gone though the connection
    // looks open, or the upstream is slow.
    const isSilent = connection?.stream !== undefined && connection.heardAt <= exchange.sentAt;
    if (isSilent) this.#retire(connection);
    if (!isLate && exchange.connection !== undefined && attempt.onTimeout?.() === true) {
      if (exchange.connection !== undefined) {
        this.#deps.timers.start(exchange.timer, LATE_WINDOW);
      }
      return;
    }
    this.#release(exchange);
    const waiting = this.#waiting.indexOf(exchange);
    if (waiting >= 0) this.#waiting.splice(waiting, 1);
    attempt.onFailure("timeout", TIMEOUT_TEXT);
    if (connection !== undefined && this.#isLeft(connection)) this.#drop(connection, SILENT);
    else this.#next();
  }

  /**
   * Keeps a connection only for its late responses; queries that are not late move to another one.
   */
  #retire(connection: Connection): void {
    if (connection.closed || this.#retired.has(connection)) return;
    this.#connections.delete(connection);
    this.#retired.add(connection);
    for (const exchange of [...connection.pending.values()]) {
      if (exchange.isLate || exchange.connects++ >= MAX_RECONNECTS) continue;
      connection.pending.delete(exchange.id);
      this.#assign(exchange);
    }
    if (this.#retired.size <= MAX_RETIRED) return;
    const [oldest] = this.#retired;
    this.#drop(oldest, SILENT);
  }

  /** Whether a retired connection has no query left. */
  #isLeft(connection: Connection): boolean {
    return connection.pending.size === 0 && this.#retired.has(connection);
  }

  #fail(exchange: StreamExchange, why: string): void {
    this.#release(exchange);
    exchange.attempt.onFailure("network", why);
  }

  /**
   * Closes a connection; its unanswered queries move to another one, within their reconnect limit.
   */
  #drop(connection: Connection, why: string, isPeer = false): void {
    if (connection.closed) return;
    connection.closed = true;
    this.#connections.delete(connection);
    this.#retired.delete(connection);
    const opened = connection.stream !== undefined;
    try {
      connection.stream?.close();
    } catch {
      // Already closed by the other side.
    }
    const left = [...connection.pending.values()];
    connection.pending.clear();
    if (isPeer && left.length > 0 && connection.answers > 0) this.#oneByOne = true;
    for (const exchange of left) {
      exchange.connection = undefined;
      const goesOn = opened && !this.#closed && !exchange.isLate &&
        exchange.connects++ < MAX_RECONNECTS;
      if (goesOn) this.#assign(exchange);
      else this.#fail(exchange, why);
    }
    this.#next();
  }
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
