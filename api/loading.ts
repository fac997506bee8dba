/** Rows that a service keeps in memory: read once, by the first who asks, and again when the database was replaced. */

/** When they are there. */
export class Loading {
  readonly #load: () => Promise<void>;
  #loading: Promise<void> | undefined;

  constructor(load: () => Promise<void>) {
    this.#load = load;
  }

  /** Whether somebody asked for them already. */
  get begun(): boolean {
    return this.#loading !== undefined;
  }

  /** Resolves when they are in memory; what failed is tried again by the next who asks. */
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
