/**
 * Queues items in memory and writes them when the database is available: bounded, in order, and
 * with a count of lost items.
 */
import { DatabaseUnavailableError } from "../store/database.ts";
import type { Runtime } from "../system/runtime.ts";

/** Dependencies of a queue. */
export interface WriteBehindOptions<T> {
  /**
   * Writes some items in one transaction. When it rejects with DatabaseUnavailableError, it is
   * called again later with the same items.
   */
  readonly write: (items: readonly T[]) => Promise<void>;
  readonly runtime: Runtime;
  /** Maximum queued items; further ones are lost. */
  readonly most: number;
  /** Called with the reason why an item can never be written. */
  readonly refused: (error: Error, item: T) => void;
}

/**
 * Milliseconds between attempts while the database is unavailable, and maximum items of one
 * attempt.
 */
const RETRY = 5000;
const AT_ONCE = 500;

/** A queue in front of a table. Putting never throws and never waits. */
export class WriteBehind<T> {
  readonly #options: WriteBehindOptions<T>;
  #waiting: T[] = [];
  #running: Promise<void> | undefined;
  #cancelRetry: (() => void) | undefined;
  #lost = 0;

  constructor(options: WriteBehindOptions<T>) {
    this.#options = options;
  }

  /** The number of queued items. */
  get waiting(): number {
    return this.#waiting.length;
  }

  /** The number of items lost since the last call. */
  takeLost(): number {
    const lost = this.#lost;
    this.#lost = 0;
    return lost;
  }

  /** Adds an item, or counts it as lost when the queue is full; returns whether it was added. */
  put(item: T): boolean {
    if (this.#waiting.length >= this.#options.most) {
      this.#lost++;
      return false;
    }
    this.#waiting.push(item);
    if (this.#cancelRetry === undefined) void this.#run();
    return true;
  }

  /** Resolves when the queue was written, or when the database was unavailable. */
  async settled(): Promise<void> {
    await this.#running;
  }

  /** Tries immediately, also during a pause; resolves like `settled`. */
  async flush(): Promise<void> {
    this.#cancelRetry?.();
    this.#cancelRetry = undefined;
    await this.#run();
  }

  /** Removes queued items. */
  drop(which: (item: T) => boolean): void {
    this.#waiting = this.#waiting.filter((item) => !which(item));
  }

  /** Writes the queue and stops. */
  async close(): Promise<void> {
    await this.flush();
    this.#cancelRetry?.();
    this.#cancelRetry = undefined;
  }

  #run(): Promise<void> {
    return this.#running ??= this.#writeAll().finally(() => {
      this.#running = undefined;
      // Items added between the last check and this one.
      if (this.#waiting.length > 0 && this.#cancelRetry === undefined) void this.#run();
    });
  }

  async #writeAll(): Promise<void> {
    let atOnce = AT_ONCE;
    while (this.#waiting.length > 0) {
      const items = this.#waiting.slice(0, atOnce);
      const written = new Set(items);
      try {
        await this.#options.write(items);
      } catch (error) {
        if (error instanceof DatabaseUnavailableError) return this.#later();
        // One invalid item must not prevent writing the others.
        if (items.length > 1) {
          atOnce = 1;
          continue;
        }
        this.#lost++;
        this.#options.refused(error as Error, items[0]);
      }
      this.#waiting = this.#waiting.filter((item) => !written.has(item));
    }
  }

  #later(): void {
    this.#cancelRetry ??= this.#options.runtime.after(RETRY, () => {
      this.#cancelRetry = undefined;
      void this.#run();
    });
  }
}
