/**
 * A connection of the runtime as a stream of node:http. The sockets of node:net close the
 * descriptor of a Unix connection or listener twice. The second time, the descriptor may belong to
 * any other file: a socket of the resolver was once closed that way. Once no descriptor was free,
 * their listeners silently stop accepting connections (Deno 2.9.5).
 */
import { Duplex } from "node:stream";

const ROOM = 16_384;

/** The stream over one connection, which it closes once. */
export class ConnectionStream extends Duplex {
  readonly #connection: Deno.Conn;
  /** The remote address; absent over a Unix socket. */
  readonly remoteAddress: string | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #limit = 0;

  constructor(connection: Deno.Conn) {
    super({ allowHalfOpen: true });
    this.#connection = connection;
    const from = connection.remoteAddr;
    this.remoteAddress = "hostname" in from ? from.hostname : undefined;
  }

  /**
   * Emits `timeout` after this many milliseconds without a byte in either direction, as the sockets
   * of node:net do; 0 = never.
   */
  setTimeout(limit: number, onTimeout?: () => void): this {
    this.#limit = limit;
    if (onTimeout !== undefined) this.once("timeout", onTimeout);
    this.#moved();
    return this;
  }

  /** Sends small responses at once; Unix sockets have no delay to turn off. */
  setNoDelay(on = true): this {
    if ("setNoDelay" in this.#connection) (this.#connection as Deno.TcpConn).setNoDelay(on);
    return this;
  }

  /** The time limits of the server detect a client that is gone. */
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

  override _write(
    chunk: Uint8Array,
    _encoding: string,
    done: (error?: Error | null) => void,
  ): void {
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
    if (this.#limit > 0 && !this.destroyed) {
      this.#timer = setTimeout(() => this.emit("timeout"), this.#limit);
    }
  }
}
