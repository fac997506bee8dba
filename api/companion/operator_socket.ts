/** The local socket of the operator, mode 0600. Services on one data directory share one socket. */
import { libc } from "../../resolver/net/libc.ts";
import { HttpListener, type HttpListenerDeps } from "./http_listener.ts";

/**
 * Opens the socket. Without it the service works too, so that opening is repeated each minute: a
 * folder may be missing, or the service that had the socket may end.
 */
export class OperatorSocket {
  readonly #path: string;
  readonly #deps: HttpListenerDeps;
  #listener: HttpListener | undefined;

  constructor(path: string, deps: HttpListenerDeps) {
    this.#path = path;
    this.#deps = deps;
  }

  /** Display texts of the open socket. */
  get shown(): readonly string[] {
    return this.#listener === undefined ? [] : [this.#listener.shown];
  }

  /** Opens the socket unless another service answers there. Rejects when that is impossible. */
  async open(): Promise<void> {
    if (this.#listener !== undefined || await isServed(this.#path)) return;
    try {
      const folder = this.#path.slice(0, Math.max(0, this.#path.lastIndexOf("/")));
      if (folder !== "") await Deno.mkdir(folder, { recursive: true, mode: 0o700 });
      await Deno.remove(this.#path).catch(ignoreMissing);
      this.#listener = await this.#listen();
    } catch (error) {
      throw new Error(
        `The local socket ${this.#path} cannot be opened: ${(error as Error).message}`,
      );
    }
  }

  async #listen(): Promise<HttpListener> {
    // The mode holds from the creation of the socket on.
    const before = libc.umask(0o177);
    try {
      return await HttpListener.open({ path: this.#path }, this.#deps);
    } finally {
      libc.umask(before);
    }
  }

  /** Closes the socket after running calls. */
  async close(): Promise<void> {
    const listener = this.#listener;
    if (listener === undefined) return;
    this.#listener = undefined;
    await listener.close();
    await Deno.remove(this.#path).catch(ignoreMissing);
  }
}

/** Whether a service accepts connections there. */
async function isServed(path: string): Promise<boolean> {
  try {
    (await Deno.connect({ transport: "unix", path })).close();
    return true;
  } catch {
    return false;
  }
}

function ignoreMissing(error: unknown): void {
  if (!(error instanceof Deno.errors.NotFound)) throw error;
}
