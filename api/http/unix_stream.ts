/**
 * A connection over a Unix socket as a stream of node:http. The sockets of node:net close the descriptor of a Unix connection
 * or listener twice (Deno 2.9.5), and the second time it may belong to anybody: a socket of the resolver was seen to go.
 */
import { Duplex } from "node:stream";

const ROOM = 16_384;

/** The stream over one connection, which it closes once. */
export class UnixStream extends Duplex {
  readonly #connection: Deno.UnixConn;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #limit = 0;

  constructor(connection: Deno.UnixConn) {
    super({ allowHalfOpen: true });
    this.#connection = connection;
  }

  /** Emits `timeout` after so many milliseconds without an octet in either direction, as the sockets of node:net do; 0 = never. */
  setTimeout(limit: number, told?: () => void): this {
    this.#limit = limit;
    if (told !== undefined) this.once("timeout", told);
    this.#moved();
    return this;
  }

  /** Unix sockets have no delay to turn off. */
  setNoDelay(): this {
    return this;
  }

  /** Unix sockets notice by themselves that the other side is gone. */
  setKeepAlive(): this {
    return this;
  }

  override _read(): void {
    const room = new Uint8Array(ROOM);
    this.#connection.read(room).then((count) => {
      this.#moved();
      this.push(count === null ? null : room.subarray(0, count));
    }, (error) => this.destroy(error));
  }

  override _write(chunk: Uint8Array, _encoding: string, done: (error?: Error | null) => void): void {
    this.#writeAll(chunk).then(() => done(), done);
  }

  override _final(done: (error?: Error | null) => void): void {
    this.#connection.closeWrite().then(() => done(), () => done());
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    clearTimeout(this.#timer);
    this.#connection.close();
    done(error);
  }

  async #writeAll(chunk: Uint8Array): Promise<void> {
    for (let at = 0; at < chunk.length;) {
      at += await this.#connection.write(chunk.subarray(at));
      this.#moved();
    }
  }

  #moved(): void {
    clearTimeout(this.#timer);
    if (this.#limit > 0 && !this.destroyed) this.#timer = setTimeout(() => this.emit("timeout"), this.#limit);
  }
}
