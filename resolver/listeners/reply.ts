/** Sends a response back to the client, over any transport. */
import type { QueryTransport } from "../protocol.ts";

/**
 * The destination of one response, valid during the call that receives it. `detach` returns one
 * that remains valid.
 */
export interface Reply {
  readonly transport: QueryTransport;
  /** Maximum length of a response in bytes: 65,535 on streams, at most 1,232 over UDP. */
  readonly room: number;
  /** The buffer for the response, from the offset that `open` returns. */
  readonly buffer: Uint8Array;
  /** Makes room for a response and returns its offset in `buffer`. */
  open(): number;
  /** Sends the `length` bytes written since `open`. */
  commit(length: number): void;
  /** Called when no response will be sent. */
  drop(): void;
  /** A reply to the same query that may be used later, once. */
  detach(): Reply;
}

/** The source of a query: the bytes of the client's address. */
export interface QuerySource {
  /** Contains the address at `at`, `length` bytes (4 or 16). */
  readonly bytes: Uint8Array;
  readonly at: number;
  readonly length: number;
}

/** Receives queries from listeners. */
export interface Receiver {
  /**
   * Processes the query in `bytes[start, end)`. The bytes and the source are valid during the call
   * only.
   */
  receive(bytes: Uint8Array, start: number, end: number, source: QuerySource, reply: Reply): void;
}
