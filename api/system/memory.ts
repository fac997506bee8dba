/**
 * Keeps the memory of the box small between tasks. Each task leaves code of the runtime and garbage
 * behind, and memory peaks where the next task adds to both. Memory is returned once a minute, when
 * it has grown, and before a task that needs much memory for a moment.
 */
import { collectGarbage } from "./garbage.ts";
import { releaseProgramCode } from "./program_code.ts";

/**
 * Bytes of growth after which memory is returned at once, and bytes of garbage that justify a
 * collection.
 */
const GROWN = 12 * 1024 * 1024;
const GARBAGE = 3 * 1024 * 1024;
/**
 * Least and most checks, a second apart, between two returns of memory; running code is loaded
 * again within one.
 */
const SOONEST = 2;
const LATEST = 60;

/** What is measured, and what is done. */
export interface MemoryDeps {
  /** Bytes of the process and of the heap of this thread. */
  readonly held: () => { readonly rss: number; readonly heapTotal: number };
  readonly giveBackCode: () => void;
  readonly collect: () => void;
}

/** The memory of the process, seen from its main thread. */
export class Memory {
  readonly #deps: MemoryDeps;
  /**
   * Bytes of the heap after the last collection, and of the process once it runs again; 0 and
   * infinite = not known yet.
   */
  #heap = 0;
  #least = Infinity;
  #looks = 0;

  constructor(deps: MemoryDeps) {
    this.#deps = deps;
  }

  /** Returns unused memory, in 1 ms plus the time of a collection if there is garbage. */
  trimMemory(): void {
    if (this.#deps.held().heapTotal > this.#heap + GARBAGE) {
      this.#deps.collect();
      this.#heap = this.#deps.held().heapTotal;
    }
    this.#deps.giveBackCode();
    this.#least = Infinity;
    this.#looks = 0;
  }

  /** Must be called each second. */
  look(): void {
    const { rss } = this.#deps.held();
    this.#looks++;
    this.#least = Math.min(this.#least, rss);
    if (this.#looks >= (rss > this.#least + GROWN ? SOONEST : LATEST)) this.trimMemory();
  }
}

/** That of this process. */
export const memory: Memory = new Memory({
  held: () => Deno.memoryUsage(),
  giveBackCode: releaseProgramCode,
  collect: collectGarbage,
});
