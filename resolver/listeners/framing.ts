/**
 * Messages on a stream, each after its length in two bytes (RFC 1035 4.2.2). Messages may arrive in
 * fragments of any size.
 */

const FIRST_ROOM = 2048;

/**
 * Splits stream bytes into messages. Memory grows with the announced length, to at most 64 KiB plus
 * the length field.
 */
export class Framer {
  #buffer = new Uint8Array(FIRST_ROOM);
  #start = 0;
  #end = 0;

  /** Space to read into, at least one byte. Call `filled` with the number of bytes read. */
  room(): Uint8Array {
    // The memory of one large message is not kept for the life of the connection.
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

  /** Adds `count` bytes that were read into `room()`. */
  filled(count: number): void {
    this.#end += count;
  }

  /** Bytes in use beyond the initial size. */
  get grown(): number {
    return this.#buffer.length - FIRST_ROOM;
  }

  /** Whether an incomplete message is buffered. */
  get hasPartial(): boolean {
    return this.#end > this.#start;
  }

  /**
   * Passes each complete message as a buffer with start and end, valid during the call. Stops when
   * `take` returns false.
   */
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
