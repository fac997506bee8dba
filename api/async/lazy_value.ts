/**
 * Rows that a service caches in memory: read once, at the first request, and again when the
 * database was replaced.
 */

/** The rows, once they are read. */
export class LazyValue {
  readonly #load: () => Promise<void>;
  #loading: Promise<void> | undefined;

  constructor(load: () => Promise<void>) {
    this.#load = load;
  }

  /** Whether they were requested already. */
  get begun(): boolean {
    return this.#loading !== undefined;
  }

  /** Resolves when they are in memory; a failed read is repeated at the next request. */
  ready(): Promise<void> {
    return this.#loading ??= this.#load().catch((error) => {
      this.#loading = undefined;
      throw error;
    });
  }

  /** Reads them again: the database was replaced. */
  again(): Promise<void> {
    this.#loading = undefined;
    return this.ready();
  }
}
