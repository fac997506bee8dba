/** Sends a response back to the client, over any transport. */
import type { Transport } from "../protocol.ts";

/**
 * The destination of one response. Valid during the call that receives it; `detach` makes one that
 * outlives it.
 */
export interface Reply {
  readonly transport: Transport;
  /** Bytes that one response may have: 65,535 on streams, at most 1,232 by UDP. */
  readonly room: number;
  /** The buffer to write the response into, from the offset that `open` gives. */
  readonly buffer: Uint8Array;
  /** Makes room for a response and gives its offset in `buffer`. */
  open(): number;
  /** Sends the `length` bytes written since `open`. */
  commit(length: number): void;
  /** Called when there will be no response. */
  drop(): void;
  /** A reply to the same query that may be used later, once. */
  detach(): Reply;
}

/** Where a query came from: bytes of the client's address, and how. */
export interface Source {
  /** Holds the address from `at`, `length` bytes (4 or 16). */
  readonly bytes: Uint8Array;
  readonly at: number;
  readonly length: number;
}

/** Receives queries from listeners. */
export interface Receiver {
  /** Takes the query in `bytes[start, end)`; the bytes and the source are valid during the call only. */
  receive(bytes: Uint8Array, start: number, end: number, source: Source, reply: Reply): void;
}
