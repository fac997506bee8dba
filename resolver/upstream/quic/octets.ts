/** Octets of a QUIC stream as they come. */

const FIRST_ROOM = 512;

/** Reads a stream into one memory of our own, which spares the 64 KB that the runtime takes for each read otherwise. */
export class StreamOctets {
  readonly #reader: ReadableStreamBYOBReader;
  readonly #most: number;
  #octets: Uint8Array<ArrayBuffer> = new Uint8Array(FIRST_ROOM);
  #start = 0;
  #end = 0;

  /** `most` octets may wait to be used at once. */
  constructor(stream: ReadableStream<Uint8Array<ArrayBuffer>>, most: number) {
    this.#reader = stream.getReader({ mode: "byob" });
    this.#most = most;
  }

  /** What has come and is not used, valid until the next `more` or `use`. */
  get waiting(): Uint8Array<ArrayBuffer> {
    return this.#octets.subarray(this.#start, this.#end);
  }

  /** Tells that so many of the octets that wait are used. */
  use(count: number): void {
    this.#start += count;
  }

  /** Waits for more; false = the stream has ended. Rejects when it was reset, or when too many octets wait. */
  async more(): Promise<boolean> {
    if (this.#start > 0) {
      this.#octets.copyWithin(0, this.#start, this.#end);
      this.#end -= this.#start;
      this.#start = 0;
    }
    if (this.#end >= this.#most) throw new Error(`more than ${this.#most} octets at once`);
    if (this.#end === this.#octets.length) {
      // Room is doubled: what a stream claims to send costs nothing before it comes.
      const larger = new Uint8Array(Math.min(this.#end * 2, this.#most));
      larger.set(this.#octets);
      this.#octets = larger;
    }
    const { value, done } = await this.#reader.read(this.#octets.subarray(this.#end));
    if (value !== undefined) {
      this.#octets = new Uint8Array(value.buffer);
      this.#end += value.length;
    }
    return !done;
  }

  /** Wants no more of it. */
  cancel(): void {
    this.#reader.cancel().catch(() => {});
  }
}
