/** Loads data once at the first request, and again when the database was replaced. */

/** A value that is loaded on demand. */
export class LazyValue {
  readonly #load: () => Promise<void>;
  #loading: Promise<void> | undefined;

  constructor(load: () => Promise<void>) {
    this.#load = load;
  }

  /** Whether the value was requested. */
  get begun(): boolean {
    return this.#loading !== undefined;
  }

  /** Resolves when the value is loaded; after a failed load the next request retries. */
  ready(): Promise<void> {
    return this.#loading ??= this.#load().catch((error) => {
      this.#loading = undefined;
      throw error;
    });
  }

  /** Loads the value again after the database was replaced. */
  again(): Promise<void> {
    this.#loading = undefined;
    return this.ready();
  }
}
