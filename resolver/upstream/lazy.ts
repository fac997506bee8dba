/** A transport whose code is loaded with its first question: libraries of cryptography cost every thread memory, and few boxes need them. */
import { errorText, REMOVED, type Transport, type Try } from "./transport.ts";

/** Stands before the transport that `load` makes. */
export class LazyTransport implements Transport {
  readonly #load: () => Promise<Transport>;
  #loading: Promise<Transport> | undefined;
  #loaded: Transport | undefined;
  #closed = false;

  constructor(load: () => Promise<Transport>) {
    this.#load = load;
  }

  ask(attempt: Try): void {
    if (this.#loaded !== undefined) return this.#loaded.ask(attempt);
    this.#loading ??= this.#load().then((transport) => this.#loaded = transport).finally(() =>
      this.#loading = undefined
    );
    this.#loading.then(
      (transport) => {
        // What was closed meanwhile says so itself, after it has opened nothing.
        if (this.#closed) attempt.failed("network", REMOVED);
        else transport.ask(attempt);
      },
      (error) => attempt.failed("network", errorText(error)),
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
