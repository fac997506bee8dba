/**
 * The one query of a QUIC stream: two bytes of length, the message, then the end of the stream (RFC
 * 9250, 4.2). Pure.
 */
import { ParsedQuery, parseQuery, QUERY_DROP } from "../../../resolver/wire/query.ts";

/** Bytes of the length, and room for a query of usual size. */
const HEAD = 2;
const FIRST_ROOM = 512;

/**
 * The bytes of a stream, all read into one buffer: a read must return the buffer that it was given.
 */
export class StreamQuery {
  #bytes: Uint8Array<ArrayBuffer> = new Uint8Array(FIRST_ROOM);
  #length = 0;

  /**
   * The buffer for the next bytes. It doubles: what a stream claims to send costs nothing before it
   * arrives.
   */
  get room(): Uint8Array<ArrayBuffer> {
    if (this.#length === this.#bytes.length) {
      const larger = new Uint8Array(this.#length * 2);
      larger.set(this.#bytes);
      this.#bytes = larger;
    }
    return this.#bytes.subarray(this.#length);
  }

  /** Takes the bytes read into the buffer; false when they exceed one query. */
  take(read: Uint8Array<ArrayBuffer>): boolean {
    this.#bytes = new Uint8Array(read.buffer);
    this.#length += read.length;
    return this.#length < HEAD || this.#length <= this.#whole;
  }

  /** The query once the stream has ended; undefined = it is incomplete. */
  end(): Uint8Array<ArrayBuffer> | undefined {
    return this.#length >= HEAD && this.#length === this.#whole
      ? this.#bytes.subarray(HEAD, this.#length)
      : undefined;
  }

  get #whole(): number {
    return HEAD + (this.#bytes[0] << 8 | this.#bytes[1]);
  }
}

const parsed = new ParsedQuery();

/**
 * Whether a message is allowed over QUIC: a query with id 0 and without the keepalive option (RFC
 * 9250, 4.2.1, 5.5.2).
 */
export function isQuicQuery(query: Uint8Array): boolean {
  if (query.length < 2 || query[0] !== 0 || query[1] !== 0) return false;
  return parseQuery(query, 0, query.length, parsed) !== QUERY_DROP && !parsed.keepalive;
}

/** A response with its length before it. */
export function withLengthPrefix(response: Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(HEAD + response.length);
  bytes[0] = response.length >> 8;
  bytes[1] = response.length;
  bytes.set(response, HEAD);
  return bytes;
}
