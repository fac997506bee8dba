/**
 * Whether a listener of node:net still takes connections: the accept loop of the runtime ends without a word when there is no
 * descriptor for a client (Deno 2.9.5), so that a silent listener is tried with a connection of our own.
 */
import { connect, type Socket } from "node:net";

/** Milliseconds that a listener has to take a connection of our own. */
const PATIENCE = 2000;
/** Codes that say nothing of the listener: there is no descriptor to connect with. */
const NO_DESCRIPTOR = /^(EMFILE|ENFILE|ENOBUFS|ENOMEM)$/;

/** The ear of one listener. */
export class Hearing {
  readonly #host: string;
  readonly #port: number;
  #heard = false;
  /** Source ports of connections of our own, with what is done when one is taken. */
  readonly #own = new Map<number, () => void>();

  /** `host` is what is listened on: `::` and `0.0.0.0` are tried over the loopback. */
  constructor(host: string, port: number) {
    this.#host = host === "::" ? "::1" : host === "0.0.0.0" ? "127.0.0.1" : host;
    this.#port = port;
  }

  /** Takes note of a connection; true when it is one of our own, which is closed and no client. */
  hears(socket: Socket): boolean {
    this.#heard = true;
    const own = this.#own.get(socket.remotePort ?? 0);
    if (own === undefined) return false;
    socket.on("error", () => {});
    socket.destroy();
    own();
    return true;
  }

  /** Whether nobody was heard since the last look, and a connection of our own is not taken either. Never rejects. */
  async isDeaf(): Promise<boolean> {
    const heard = this.#heard;
    this.#heard = false;
    if (heard) return false;
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const socket = connect({ port: this.#port, host: this.#host });
    const timer = setTimeout(() => resolve(true), PATIENCE);
    let from = 0;
    socket.on(
      "error",
      (error: { code?: string }) => resolve(!NO_DESCRIPTOR.test(error.code ?? "")),
    );
    socket.once("connect", () => this.#own.set(from = socket.localPort ?? 0, () => resolve(false)));
    const deaf = await promise && !this.#heard;
    clearTimeout(timer);
    this.#own.delete(from);
    socket.destroy();
    return deaf;
  }
}
