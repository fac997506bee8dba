/** Bytes of a QUIC stream as they arrive. */

const FIRST_ROOM = 512;

/**
 * Reads a stream into one buffer of our own, which avoids the 64 KB that the runtime otherwise
 * allocates for each read.
 */
export class StreamBytes {
  readonly #reader: ReadableStreamBYOBReader;
  readonly #most: number;
  #bytes: Uint8Array<ArrayBuffer> = new Uint8Array(FIRST_ROOM);
  #start = 0;
  #end = 0;

  /** At most `most` bytes may be buffered. */
  constructor(stream: ReadableStream<Uint8Array<ArrayBuffer>>, most: number) {
    this.#reader = stream.getReader({ mode: "byob" });
    this.#most = most;
  }

  /** The bytes that have arrived and are not consumed, valid until the next `more` or `use`. */
  get waiting(): Uint8Array<ArrayBuffer> {
    return this.#bytes.subarray(this.#start, this.#end);
  }

  /** Consumes this number of buffered bytes. */
  use(count: number): void {
    this.#start += count;
  }

  /**
   * Waits for more bytes; false = the stream has ended. Rejects when it was reset, or when too many
   * bytes are buffered.
   */
  async more(): Promise<boolean> {
    if (this.#start > 0) {
      this.#bytes.copyWithin(0, this.#start, this.#end);
      this.#end -= this.#start;
      this.#start = 0;
    }
    if (this.#end >= this.#most) throw new Error(`more than ${this.#most} bytes at once`);
    if (this.#end === this.#bytes.length) {
      // The buffer doubles, so that announced bytes cost no memory before they arrive.
      const larger = new Uint8Array(Math.min(this.#end * 2, this.#most));
      larger.set(this.#bytes);
      this.#bytes = larger;
    }
    const { value, done } = await this.#reader.read(this.#bytes.subarray(this.#end));
    if (value !== undefined) {
      this.#bytes = new Uint8Array(value.buffer);
      this.#end += value.length;
    }
    return !done;
  }

  /** Cancels the stream. */
  cancel(): void {
    this.#reader.cancel().catch(() => {});
  }
}
