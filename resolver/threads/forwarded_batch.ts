/**
 * Packs queries forwarded by another thread, and their responses. A message carries many of them,
 * because a message costs more than its content. Pure; both ends use it.
 */
import type { Address } from "../../policy/model/address.ts";

/**
 * The transport of a forwarded query: TCP from another worker, else the encrypted transport that
 * the front terminated.
 */
export type ForwardedTransport = "tls" | "https" | "quic" | "tcp";

/**
 * Seconds for which a connection of DNS over TLS may be idle; sent to clients that request it (RFC
 * 7828).
 */
export const TLS_IDLE = 30;

const TRANSPORTS: readonly ForwardedTransport[] = ["tls", "https", "quic", "tcp"];
/**
 * Bytes before a query: number, transport, length of the address, the address, length of the query.
 */
const QUERY_HEAD = 4 + 1 + 1 + 16 + 2;
/** Bytes before a response: number, length of the response. */
const RESPONSE_HEAD = 4 + 2;
/** Initial buffer size in bytes, and the size restored after a large batch. */
const FIRST_ROOM = 4096;
const KEPT_ROOM = 1 << 20;

/** A byte buffer that grows as it is written. */
class Packed {
  bytes = new Uint8Array(FIRST_ROOM);
  view = new DataView(this.bytes.buffer);
  length = 0;

  /** Adds room for more bytes and returns their offset. */
  grow(count: number): number {
    const at = this.length;
    this.length += count;
    if (this.length > this.bytes.length) {
      const larger = new Uint8Array(Math.max(this.length, this.bytes.length * 2));
      larger.set(this.bytes.subarray(0, at));
      this.bytes = larger;
      this.view = new DataView(larger.buffer);
    }
    return at;
  }

  /** Returns the written bytes, undefined = none, and empties the buffer. */
  take(): Uint8Array<ArrayBuffer> | undefined {
    if (this.length === 0) return undefined;
    const taken = this.bytes.slice(0, this.length);
    this.length = 0;
    if (this.bytes.length > KEPT_ROOM) {
      this.bytes = new Uint8Array(FIRST_ROOM);
      this.view = new DataView(this.bytes.buffer);
    }
    return taken;
  }
}

/** Packs queries. */
export class ForwardedQueryPacker {
  readonly #packed = new Packed();

  /**
   * Adds a query of at most 65,535 bytes from an address of 4 or 16; `id` = 32 bits that identify
   * its response.
   */
  push(id: number, transport: ForwardedTransport, address: Address, query: Uint8Array): void {
    const packed = this.#packed;
    const at = packed.grow(QUERY_HEAD + query.length);
    packed.view.setUint32(at, id);
    packed.bytes[at + 4] = TRANSPORTS.indexOf(transport);
    packed.bytes[at + 5] = address.length;
    packed.bytes.set(address, at + 6);
    packed.view.setUint16(at + QUERY_HEAD - 2, query.length);
    packed.bytes.set(query, at + QUERY_HEAD);
  }

  /** The message, undefined = no query is pending. */
  take(): Uint8Array<ArrayBuffer> | undefined {
    return this.#packed.take();
  }
}

/**
 * Called for each query: its address is `bytes[at, at + length)`, its bytes are `bytes[start,
 * end)`.
 */
export type QueryVisitor = (
  id: number,
  transport: ForwardedTransport,
  at: number,
  length: number,
  start: number,
  end: number,
) => void;

/** Reads queries that ForwardedQueryPacker packed. */
export function unpackQueries(bytes: Uint8Array, each: QueryVisitor): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  for (let at = 0; at < bytes.length;) {
    const start = at + QUERY_HEAD;
    const end = start + view.getUint16(start - 2);
    each(view.getUint32(at), TRANSPORTS[bytes[at + 4]], at + 6, bytes[at + 5], start, end);
    at = end;
  }
}

/** Packs responses. */
export class ForwardedResponsePacker {
  readonly #packed = new Packed();

  /**
   * Adds the response `bytes[start, start + length)` to a query; length 0 = no response is sent to
   * the client.
   */
  push(id: number, bytes: Uint8Array, start: number, length: number): void {
    const packed = this.#packed;
    const at = packed.grow(RESPONSE_HEAD + length);
    packed.view.setUint32(at, id);
    packed.view.setUint16(at + 4, length);
    packed.bytes.set(bytes.subarray(start, start + length), at + RESPONSE_HEAD);
  }

  /** The message, undefined = no response is pending. */
  take(): Uint8Array<ArrayBuffer> | undefined {
    return this.#packed.take();
  }
}

/**
 * Reads responses that ForwardedResponsePacker packed: `bytes[start, end)` is the response, empty = none.
 */
export function unpackResponses(
  bytes: Uint8Array,
  each: (id: number, start: number, end: number) => void,
): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  for (let at = 0; at < bytes.length;) {
    const start = at + RESPONSE_HEAD;
    const end = start + view.getUint16(start - 2);
    each(view.getUint32(at), start, end);
    at = end;
  }
}
