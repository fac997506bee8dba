/**
 * One client of DNS over TLS: pipelined queries, responses in any order, limits of time and memory
 * (RFC 7858, RFC 7766).
 */
import type { TLSSocket } from "node:tls";
import { type Address, parseAddress } from "../../../policy/model/address.ts";
import type { OpenConnection } from "../connections.ts";
import type { FrontLimits } from "../limits.ts";
import type { FrontPeer } from "../protocol.ts";
import { QueryFrames } from "./query_frames.ts";
import type { ResolverLink } from "./resolver_link.ts";
import { StallCheck } from "../stall_check.ts";
import type { Runtime } from "../../system/runtime.ts";

/** Dependencies of a connection. */
export interface QueryConnectionDeps {
  readonly resolving: Pick<ResolverLink, "ask">;
  /** Milliseconds of a monotonic clock. */
  readonly now: Runtime["now"];
  readonly limits: FrontLimits;
}

/**
 * Bytes of the header of a message, and the bit of its third byte that says response (RFC 1035,
 * 4.1.1).
 */
const HEADER = 12;
const RESPONSE = 0x80;

/** A client after its TLS handshake. */
export class QueryConnection implements OpenConnection {
  readonly #socket: TLSSocket;
  readonly #address: Address;
  readonly #deps: QueryConnectionDeps;
  readonly #frames = new QueryFrames();
  readonly #since: number;
  /** When it last had an unanswered query; before the first query, time of the handshake. */
  #idleSince: number;
  /** When the incomplete query began to arrive. */
  #partialSince: number | undefined = undefined;
  readonly #stall: StallCheck;
  #inFlight = 0;
  /** Responses of this turn, which are written together. */
  #unwritten: Uint8Array[] = [];
  #paused = false;
  #ended = false;

  constructor(socket: TLSSocket, peer: FrontPeer, deps: QueryConnectionDeps) {
    this.#socket = socket;
    this.#stall = new StallCheck(socket);
    this.#address = parseAddress(peer.address)!;
    this.#deps = deps;
    this.#since = this.#idleSince = deps.now();
    socket.on("data", (bytes: Uint8Array) => {
      this.#frames.push(bytes, this.#take);
      this.#watch();
    });
    socket.on("end", () => this.#end());
    socket.on("drain", () => this.#settle());
    socket.on("error", () => this.close());
  }

  get idleSince(): number | undefined {
    return this.#inFlight === 0 ? this.#idleSince : undefined;
  }

  /** Disconnects the client. */
  close(): void {
    this.#socket.destroy();
  }

  isOverdue(): boolean {
    const now = this.#deps.now();
    const { stalled, queries: { idle, life, message } } = this.#deps.limits;
    const over = (since: number | undefined, limit: number) =>
      since !== undefined && now - since > limit;
    if (
      this.#stall.isLonger(stalled, now) || over(this.#since, life) ||
      over(this.#partialSince, message)
    ) return true;
    return this.#inFlight === 0 && over(this.#idleSince, idle);
  }

  readonly #take = (query: Uint8Array): boolean => {
    this.#partialSince = undefined;
    if (query.length < HEADER || (query[2] & RESPONSE) !== 0) {
      this.close();
      return false;
    }
    this.#inFlight++;
    this.#deps.resolving.ask("tls", this.#address, query, this.#answered);
    return !this.#isFull && !this.#socket.destroyed;
  };

  readonly #answered = (response: Uint8Array<ArrayBuffer> | undefined): void => {
    this.#inFlight--;
    this.#idleSince = this.#deps.now();
    if (this.#socket.destroyed) return;
    // Without a response the connection is closed: the client asks again, on another connection.
    if (response === undefined) return this.close();
    if (this.#unwritten.push(response) === 1) queueMicrotask(this.#write);
  };

  /** Writes the responses of this turn in one write, which TLS encrypts together. */
  readonly #write = (): void => {
    const responses = this.#unwritten;
    this.#unwritten = [];
    const all = new Uint8Array(responses.reduce((sum, { length }) => sum + 2 + length, 0));
    let at = 0;
    for (const response of responses) {
      all[at] = response.length >> 8;
      all[at + 1] = response.length & 0xff;
      all.set(response, at + 2);
      at += 2 + response.length;
    }
    if (this.#socket.destroyed) return;
    this.#socket.write(all);
    this.#settle();
  };

  /** Whether it has reached its limits: more queries wait in the socket. */
  get #isFull(): boolean {
    const { inFlight, unsent } = this.#deps.limits.queries;
    return this.#inFlight >= inFlight || this.#socket.writableLength > unsent;
  }

  /** Continues with queries that waited for capacity, and closes when the client sends no more. */
  #settle(): void {
    if (this.#paused && !this.#isFull) {
      this.#paused = false;
      this.#frames.drain(this.#take);
      this.#watch();
      if (!this.#paused && !this.#ended) this.#socket.resume();
    }
    if (this.#ended && this.#inFlight === 0 && !this.#paused && this.#unwritten.length === 0) {
      this.#socket.end();
    }
  }

  /** Pauses reading at the limits; an incomplete query has a time limit. */
  #watch(): void {
    if (this.#isFull) {
      this.#paused = true;
      this.#partialSince = undefined;
      this.#socket.pause();
    } else if (!this.#frames.isHolding) this.#partialSince = undefined;
    else this.#partialSince ??= this.#deps.now();
  }

  /** The client sends no more: pending queries are still answered. */
  #end(): void {
    this.#ended = true;
    this.#settle();
  }
}
