/**
 * Items accepted in memory and written when the database is available: bounded, in order, and
 * losses are counted.
 */
import { DatabaseUnavailable } from "../store/database.ts";
import type { Runtime } from "../system/runtime.ts";

/** Dependencies of a queue. */
export interface WriteBehindOptions<T> {
  /** Writes some items as one; rejects with DatabaseUnavailable to be called again later with the same ones. */
  readonly write: (items: readonly T[]) => Promise<void>;
  readonly runtime: Runtime;
  /** Most queued items; more are lost. */
  readonly most: number;
  /** Called with the reason why an item can never be written. */
  readonly refused: (error: Error, item: T) => void;
}

/** Milliseconds between attempts while the database cannot be used, and items of one attempt. */
const RETRY = 5000;
const AT_ONCE = 200;

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

  /** Queued items. */
  get waiting(): number {
    return this.#waiting.length;
  }

  /** Items lost since it was last asked. */
  takeLost(): number {
    const lost = this.#lost;
    this.#lost = 0;
    return lost;
  }

  /** Accepts an item, or counts it as lost when too many wait; whether it was accepted. */
  put(item: T): boolean {
    if (this.#waiting.length >= this.#options.most) {
      this.#lost++;
      return false;
    }
    this.#waiting.push(item);
    if (this.#cancelRetry === undefined) void this.#run();
    return true;
  }

  /** Resolves when the queue was written, or the database refused it for now. */
  async settled(): Promise<void> {
    await this.#running;
  }

  /** Tries at once, also in the middle of a wait; resolves as `settled`. */
  async flush(): Promise<void> {
    this.#cancelRetry?.();
    this.#cancelRetry = undefined;
    await this.#run();
  }

  /** Forgets items that wait. */
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
        if (error instanceof DatabaseUnavailable) return this.#later();
        // One item that can never be written must not take the others with it.
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
