/** Queries on a stream, each behind its length in two octets (RFC 1035, 4.2.2; RFC 7766, 8). Nothing is held between queries. */

const NOTHING = new Uint8Array(0);
/** Octets that are held for a query: its length and 65,535. */
const PREFIX = 2;

/** Told of a query, whose octets hold during the call alone; false = no more for now. */
export type TakeQuery = (query: Uint8Array) => boolean;

/** Cuts a stream into queries, which may come in pieces of one octet. */
export class QueryFrames {
  #held: Uint8Array = NOTHING;
  #start = 0;
  #end = 0;

  /** Whether octets wait, for their rest or to be taken. */
  get isHolding(): boolean {
    return this.#end > this.#start;
  }

  /** Takes octets up and hands out each whole query. */
  push(octets: Uint8Array, take: TakeQuery): void {
    if (this.isHolding) this.#append(octets);
    else [this.#held, this.#start, this.#end] = [octets, 0, octets.length];
    this.drain(take);
    // The octets that came are their sender's; what is left of them is kept apart.
    if (this.#held === octets && this.isHolding) this.#keep();
  }

  /** Hands out whole queries that wait. */
  drain(take: TakeQuery): void {
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

  /** Room grows by half, so that a query of many pieces is copied few times, and memory is at most half more than what came. */
  #append(octets: Uint8Array): void {
    const length = this.#end - this.#start, wanted = length + octets.length;
    if (this.#end + octets.length > this.#held.length) {
      const room = wanted <= this.#held.length / 2 ? this.#held.length : wanted + (wanted >> 1);
      const larger = new Uint8Array(room);
      larger.set(this.#held.subarray(this.#start, this.#end));
      [this.#held, this.#start, this.#end] = [larger, 0, length];
    }
    this.#held.set(octets, this.#end);
    this.#end += octets.length;
  }
}
