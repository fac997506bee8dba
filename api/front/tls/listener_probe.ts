/**
 * Checks whether a listener of node:net still accepts connections. The accept loop of the runtime
 * ends silently when there is no descriptor for a client (Deno 2.9.5). A listener without new
 * connections is therefore tested with a connection of our own.
 */
import { connect, type Socket } from "node:net";

/** Milliseconds that a listener has to accept a connection of our own. */
const PATIENCE = 2000;
/** The loopback address by which a listener on all addresses is reached. */
const LOOPBACK = new Map([["::", "::1"], ["0.0.0.0", "127.0.0.1"]]);
/** Codes that say nothing about the listener: there is no descriptor to connect with. */
const NO_DESCRIPTOR = /^(EMFILE|ENFILE|ENOBUFS|ENOMEM)$/;

/** Checks one listener. */
export class ListenerProbe {
  readonly #host: string;
  readonly #port: number;
  #answered = false;
  /** Source ports of our own connections, with the callback for when one is accepted. */
  readonly #own = new Map<number, () => void>();

  /** `host` is the listening address: `::` and `0.0.0.0` are tested over the loopback. */
  constructor(host: string, port: number) {
    this.#host = LOOPBACK.get(host) ?? host;
    this.#port = port;
  }

  /** Records a connection; true when it is one of our own, which is closed and not a client. */
  hears(socket: Socket): boolean {
    this.#answered = true;
    const own = this.#own.get(socket.remotePort ?? 0);
    if (own === undefined) return false;
    socket.on("error", () => {});
    socket.destroy();
    own();
    return true;
  }

  /**
   * Whether no connection arrived since the last check, and one of our own is not accepted either.
   * Never rejects.
   */
  async isDeaf(): Promise<boolean> {
    const answered = this.#answered;
    this.#answered = false;
    if (answered) return false;
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const socket = connect({ port: this.#port, host: this.#host });
    const timer = setTimeout(() => resolve(true), PATIENCE);
    let from = 0;
    socket.on(
      "error",
      (error: { code?: string }) => resolve(!NO_DESCRIPTOR.test(error.code ?? "")),
    );
    socket.once("connect", () => this.#own.set(from = socket.localPort ?? 0, () => resolve(false)));
    const deaf = await promise && !this.#answered;
    clearTimeout(timer);
    this.#own.delete(from);
    socket.destroy();
    return deaf;
  }
}
