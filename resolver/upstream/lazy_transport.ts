/**
 * A transport whose code is loaded with its first query: cryptography libraries cost every thread
 * memory, and few boxes need them.
 */
import { errorText, REMOVED_TEXT, type Transport, type UpstreamAttempt } from "./transport.ts";

/** A proxy for the transport that `load` makes. */
export class LazyTransport implements Transport {
  readonly #load: () => Promise<Transport>;
  #loading: Promise<Transport> | undefined;
  #loaded: Transport | undefined;
  #closed = false;

  constructor(load: () => Promise<Transport>) {
    this.#load = load;
  }

  ask(attempt: UpstreamAttempt): void {
    if (this.#loaded !== undefined) return this.#loaded.ask(attempt);
    this.#loading ??= this.#load().then((transport) => this.#loaded = transport).finally(() =>
      this.#loading = undefined
    );
    this.#loading.then(
      (transport) => {
        // A transport closed in the meantime fails its queries itself, without opening anything.
        if (this.#closed) attempt.onFailure("network", REMOVED_TEXT);
        else transport.ask(attempt);
      },
      (error) => attempt.onFailure("network", errorText(error)),
    );
  }

  sweep(): void {
    this.#loaded?.sweep();
  }

  close(): void {
    this.#closed = true;
    this.#loaded?.close();
  }
}
