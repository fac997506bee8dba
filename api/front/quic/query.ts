/** The one query of a QUIC stream: two octets of length, the message, then the end of the stream (RFC 9250, 4.2). Pure. */
import { ParsedQuery, parseQuery, QUERY_DROP } from "../../../resolver/wire/query.ts";

/** Octets of the length, and room for a query of usual size. */
const HEAD = 2, FIRST_ROOM = 512;

/** The octets of a stream as they come, all into one memory: what a read gives must be what it was given room in. */
export class StreamedQuery {
  #octets: Uint8Array<ArrayBuffer> = new Uint8Array(FIRST_ROOM);
  #length = 0;

  /** Where the next octets may be read to. Room is doubled: what a stream claims to send costs nothing before it comes. */
  get room(): Uint8Array<ArrayBuffer> {
    if (this.#length === this.#octets.length) {
      const larger = new Uint8Array(this.#length * 2);
      larger.set(this.#octets);
      this.#octets = larger;
    }
    return this.#octets.subarray(this.#length);
  }

  /** Takes what was read to the room; false when it is more than one query has. */
  take(read: Uint8Array<ArrayBuffer>): boolean {
    this.#octets = new Uint8Array(read.buffer);
    this.#length += read.length;
    return this.#length < HEAD || this.#length <= this.#whole;
  }

  /** The query once the stream has ended; undefined = its octets are missing. */
  end(): Uint8Array<ArrayBuffer> | undefined {
    return this.#length >= HEAD && this.#length === this.#whole
      ? this.#octets.subarray(HEAD, this.#length)
      : undefined;
  }

  get #whole(): number {
    return HEAD + (this.#octets[0] << 8 | this.#octets[1]);
  }
}

const parsed = new ParsedQuery();

/** Whether a message may come over QUIC: a query, its number is 0, and it does not ask how long to keep alive (RFC 9250, 4.2.1, 5.5.2). */
export function isQuicQuery(query: Uint8Array): boolean {
  if (query.length < 2 || query[0] !== 0 || query[1] !== 0) return false;
  return parseQuery(query, 0, query.length, parsed) !== QUERY_DROP && !parsed.keepalive;
}

/** A response with its length before it. */
export function framed(response: Uint8Array): Uint8Array<ArrayBuffer> {
  const octets = new Uint8Array(HEAD + response.length);
  octets[0] = response.length >> 8;
  octets[1] = response.length;
  octets.set(response, HEAD);
  return octets;
}
