/**
 * Queries on a stream, each after its length in two bytes (RFC 1035, 4.2.2; RFC 7766, 8). No memory
 * is kept between queries.
 */

const NOTHING = new Uint8Array(0);
/** Buffer size for a query: its length and 65,535 bytes. */
const PREFIX = 2;

/** Receives a query, whose bytes are valid during the call only; false = accept no more for now. */
export type OnQuery = (query: Uint8Array) => boolean;

/** Splits a stream into queries, which may arrive in chunks of one byte. */
export class QueryFrames {
  #held: Uint8Array = NOTHING;
  #start = 0;
  #end = 0;

  /** Whether bytes are buffered, incomplete or not yet taken. */
  get isHolding(): boolean {
    return this.#end > this.#start;
  }

  /** Takes bytes and passes on each complete query. */
  push(bytes: Uint8Array, take: OnQuery): void {
    if (this.isHolding) this.#append(bytes);
    else [this.#held, this.#start, this.#end] = [bytes, 0, bytes.length];
    this.drain(take);
    // The bytes belong to the caller; the rest of them is copied.
    if (this.#held === bytes && this.isHolding) this.#keep();
  }

  /** Passes on complete queries that wait. */
  drain(take: OnQuery): void {
    while (this.#end - this.#start >= PREFIX) {
      const from = this.#start + PREFIX;
      const to = from + (this.#held[this.#start] << 8 | this.#held[this.#start + 1]);
      if (to > this.#end) return;
      this.#start = to;
      if (!take(this.#held.subarray(from, to))) break;
    }
    if (!this.isHolding) this.#held = NOTHING;
  }

  #keep(): void {
    this.#held = this.#held.slice(this.#start, this.#end);
    [this.#start, this.#end] = [0, this.#held.length];
  }

  /**
   * The buffer grows by half: a query in many chunks is copied few times, and at most half of the
   * memory is unused.
   */
  #append(bytes: Uint8Array): void {
    const length = this.#end - this.#start;
    const wanted = length + bytes.length;
    if (this.#end + bytes.length > this.#held.length) {
      const room = wanted <= this.#held.length / 2 ? this.#held.length : wanted + (wanted >> 1);
      const larger = new Uint8Array(room);
      larger.set(this.#held.subarray(this.#start, this.#end));
      [this.#held, this.#start, this.#end] = [larger, 0, length];
    }
    this.#held.set(bytes, this.#end);
    this.#end += bytes.length;
  }
}
