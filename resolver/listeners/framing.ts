/** Messages on a stream: each behind its length in two bytes (RFC 1035 4.2.2); a message may come in pieces of one byte. */

const FIRST_ROOM = 2048;

/** Collects stream bytes into messages. Memory grows with the message announced, at most 64 KiB and its length. */
export class Framer {
  #buffer = new Uint8Array(FIRST_ROOM);
  #start = 0;
  #end = 0;

  /** Room to read into: at least one byte. Tell with `filled` how many came. */
  room(): Uint8Array {
    // What one large message took is not kept for as long as the connection lasts.
    if (this.#start === this.#end && this.grown > 0) this.#buffer = new Uint8Array(FIRST_ROOM);
    if (this.#start > 0 && (this.#start === this.#end || this.#end === this.#buffer.length)) {
      this.#buffer.copyWithin(0, this.#start, this.#end);
      this.#end -= this.#start;
      this.#start = 0;
    }
    if (this.#end === this.#buffer.length) {
      const larger = new Uint8Array(Math.min(this.#buffer.length * 4, 0x10001 + FIRST_ROOM));
      larger.set(this.#buffer.subarray(0, this.#end));
      this.#buffer = larger;
    }
    return this.#buffer.subarray(this.#end);
  }

  /** Tells that `count` bytes were read into `room()`. */
  filled(count: number): void {
    this.#end += count;
  }

  /** Bytes that it takes beyond those that it begins with. */
  get grown(): number {
    return this.#buffer.length - FIRST_ROOM;
  }

  /** Whether part of a message waits for its rest. */
  get partial(): boolean {
    return this.#end > this.#start;
  }

  /** Hands out each whole message: the buffer with its start and end, valid during the call. Stops when `take` gives false. */
  drain(take: (bytes: Uint8Array, start: number, end: number) => boolean): void {
    while (this.#end - this.#start >= 2) {
      const length = this.#buffer[this.#start] << 8 | this.#buffer[this.#start + 1];
      const end = this.#start + 2 + length;
      if (end > this.#end) return;
      const start = this.#start + 2;
      this.#start = end;
      if (!take(this.#buffer, start, end)) return;
    }
  }
}
