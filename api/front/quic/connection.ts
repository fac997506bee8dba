/** One connection of DNS over QUIC: each query has a stream of its own (RFC 9250). */
import { type Address, parseAddress } from "../../../policy/model/address.ts";
import type { OpenConnection } from "../connections.ts";
import type { FrontLimits } from "../limits.ts";
import { isQuicQuery, StreamQuery, withLengthPrefix } from "./query.ts";
import type { ResolverLink } from "../queries/resolver_link.ts";
import type { Runtime } from "../../system/runtime.ts";

/** Codes with which a connection is closed (RFC 9250, 8.4). */
export const DOQ: {
  readonly NO_ERROR: number;
  readonly INTERNAL_ERROR: number;
  readonly PROTOCOL_ERROR: number;
  readonly EXCESSIVE_LOAD: number;
  readonly UNSPECIFIED_ERROR: number;
} = { NO_ERROR: 0, INTERNAL_ERROR: 1, PROTOCOL_ERROR: 2, EXCESSIVE_LOAD: 4, UNSPECIFIED_ERROR: 5 };

/** Dependencies of a connection. */
export interface QuicConnectionDeps {
  readonly resolving: Pick<ResolverLink, "ask">;
  /** Milliseconds of a monotonic clock. */
  readonly now: Runtime["now"];
  readonly limits: FrontLimits;
}

/** A query in progress. */
interface Query {
  readonly since: number;
  /** Whether it is complete. */
  whole: boolean;
}

/** A client, from its first packet on. */
export class QuicConnection implements OpenConnection {
  readonly #conn: Deno.QuicConn;
  readonly #deps: QuicConnectionDeps;
  readonly #queries = new Set<Query>();
  readonly #since: number;
  #idleSince: number;
  #open = false;
  /** Clients may change their address (RFC 9000, 9). */
  #shown = "";
  #address: Address = new Uint8Array(4);

  constructor(conn: Deno.QuicConn, deps: QuicConnectionDeps) {
    this.#conn = conn;
    this.#deps = deps;
    this.#since = this.#idleSince = deps.now();
  }

  /** The client's current address, as text. */
  get remoteAddress(): string {
    return this.#conn.remoteAddr.hostname;
  }

  /** Since when it has no query; undefined while it has one. */
  get idleSince(): number | undefined {
    return this.#queries.size === 0 ? this.#idleSince : undefined;
  }

  /**
   * Whether a time limit has passed: it was idle too long, is too old, or is slow to send a query
   * or read a response.
   */
  isOverdue(): boolean {
    const now = this.#deps.now();
    const { stalled, queries: { idle, life, message } } = this.#deps.limits;
    if (this.#queries.size === 0) return now - this.#idleSince > idle || now - this.#since > life;
    for (const { since, whole } of this.#queries) {
      if (now - since > (whole ? stalled : message)) return true;
    }
    return false;
  }

  /**
   * Answers queries until the connection ends; `opened` is called when the handshake is complete.
   * Never rejects.
   */
  async serve(opened: () => boolean): Promise<void> {
    try {
      // Earlier data could be replayed by an attacker, so none of it is processed yet (RFC 9250,
      // 4.5).
      await this.#conn.handshake;
      this.#open = true;
      if (!opened()) return this.destroy();
      const streams = this.#conn.incomingBidirectionalStreams.getReader();
      for (let next = await streams.read(); !next.done; next = await streams.read()) {
        void this.#serve(next.value);
      }
    } catch {
      // The client is gone, or its handshake failed.
    }
  }

  /** Closes a client that is not allowed, is idle, or takes too long. */
  destroy(): void {
    if (!this.#open) this.close(DOQ.EXCESSIVE_LOAD);
    else this.close(this.#queries.size === 0 ? DOQ.NO_ERROR : DOQ.UNSPECIFIED_ERROR);
  }

  /** Closes with a code; pending queries get no response. */
  close(closeCode: number): void {
    this.#conn.close({ closeCode, reason: "" });
  }

  async #serve(stream: Deno.QuicBidirectionalStream): Promise<void> {
    const state: Query = { since: this.#deps.now(), whole: false };
    this.#queries.add(state);
    try {
      const query = await queryOf(stream.readable);
      // An invalid query has no response, and this runtime cannot reset a stream with a code (Deno
      // 2.9.5).
      if (query === undefined || !isQuicQuery(query)) return this.close(DOQ.PROTOCOL_ERROR);
      state.whole = true;
      const response = await this.#answerTo(query);
      if (response === undefined) return this.close(DOQ.INTERNAL_ERROR);
      const writer = stream.writable.getWriter();
      void writer.write(withLengthPrefix(response)).catch(() => {});
      await writer.close();
    } catch {
      // The client cancels the query (RFC 9250, 4.3.1), or is gone.
      await stream.writable.abort().catch(() => {});
    } finally {
      this.#queries.delete(state);
      this.#idleSince = this.#deps.now();
    }
  }

  #answerTo(query: Uint8Array): Promise<Uint8Array | undefined> {
    const { promise, resolve } = Promise.withResolvers<Uint8Array | undefined>();
    this.#deps.resolving.ask("quic", this.#from(), query, resolve);
    return promise;
  }

  #from(): Address {
    const shown = this.remoteAddress;
    if (shown !== this.#shown) {
      this.#shown = shown;
      this.#address = parseAddress(shown) ?? this.#address;
    }
    return this.#address;
  }
}

/**
 * The query of a stream; undefined = less or more than one. Rejects when the client cancels it.
 * Reading into our own buffer avoids the 64 KB that the runtime otherwise allocates for each read.
 */
async function queryOf(
  stream: ReadableStream<Uint8Array<ArrayBuffer>>,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const query = new StreamQuery();
  const reader = stream.getReader({ mode: "byob" });
  for (;;) {
    const { value, done } = await reader.read(query.room);
    if (value !== undefined && !query.take(value)) return undefined;
    if (done) return query.end();
  }
}
