/** A SIEM of a test: it collects the syslog lines that it gets over TCP. */
import { freePort } from "./box_process.ts";
import { WAIT, within } from "./whole_box.ts";

/** A listening SIEM. */
export class Siem {
  /** Its port on the loopback. */
  readonly port: number = freePort();
  /** Everything that it got. */
  text = "";
  readonly #listener: Deno.TcpListener;

  /** Listens in the network of this thread. */
  constructor() {
    this.#listener = Deno.listen({ hostname: "127.0.0.1", port: this.port });
    this.#accept().catch(() => {});
  }

  /** The target of an export in the words of `box exports add siem`. */
  get target(): string {
    return `tcp://127.0.0.1:${this.port}`;
  }

  /** The complete and incomplete lines so far. */
  get lines(): readonly string[] {
    return this.text.split(/(?=<\d+>1 )/);
  }

  /** Waits until it got a text; returns whether it did. */
  async got(text: RegExp, limit = WAIT): Promise<boolean> {
    return await within(limit, () => text.test(this.text));
  }

  /** Stops listening. */
  close(): void {
    this.#listener.close();
  }

  async #accept(): Promise<void> {
    for await (const connection of this.#listener) {
      this.#collect(connection).catch(() => {});
    }
  }

  async #collect(connection: Deno.TcpConn): Promise<void> {
    const decoder = new TextDecoder();
    for await (const part of connection.readable) {
      this.text += decoder.decode(part, { stream: true });
    }
  }
}
