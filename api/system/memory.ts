/**
 * Keeps the memory of the box small between tasks. Each task leaves runtime code and garbage in
 * memory, and usage peaks where the next task adds to both. Memory is returned once a minute, when
 * it has grown, and before a task that briefly needs much memory.
 */
import { collectGarbage, type Flavor } from "./garbage.ts";
import { releaseProgramCode } from "./program_code.ts";

/**
 * Bytes of growth after which memory is returned early, and bytes of garbage that justify a
 * collection.
 */
const GROWN = 12 * 1024 * 1024;
const GARBAGE = 3 * 1024 * 1024;
/**
 * A heap of 80 MB takes 170 ms to collect, in which no request is answered. Its garbage justifies
 * that only at a quarter of its size, shortly before V8 collects step by step. It is collected once:
 * a second and a third time take as long again and free 0.2 MB.
 */
const GARBAGE_SHARE = 0.25;
/** Heaps below this are collected for any garbage above `GARBAGE`, and until nothing is left. */
const SMALL_HEAP = 40 * 1024 * 1024;
/**
 * Minimum and maximum number of checks, a second apart, between two returns of memory; running code
 * is loaded again within one.
 */
const SOONEST = 2;
const LATEST = 60;

/** Dependencies of Memory. */
export interface MemoryDeps {
  /** Resident bytes of the process, and bytes of this thread's heap. */
  readonly held: () => { readonly rss: number; readonly heapTotal: number };
  readonly releaseCode: () => void;
  readonly collect: (flavor: Flavor) => void;
}

/** Manages the memory of the process from its main thread. */
export class Memory {
  readonly #deps: MemoryDeps;
  /**
   * Bytes of the heap after the last collection, and the least resident bytes of the process since;
   * 0 and Infinity = not known yet.
   */
  #heap = 0;
  #least = Infinity;
  #looks = 0;

  constructor(deps: MemoryDeps) {
    this.#deps = deps;
  }

  /** Returns unused memory; takes 1 ms plus the time of a collection if there is garbage. */
  trimMemory(): void {
    const isSmall = this.#heap < SMALL_HEAP;
    const least = isSmall ? GARBAGE : this.#heap * GARBAGE_SHARE;
    if (this.#deps.held().heapTotal > this.#heap + least) {
      this.#deps.collect(isSmall ? "last-resort" : "regular");
      this.#heap = this.#deps.held().heapTotal;
    }
    this.#deps.releaseCode();
    this.#least = Infinity;
    this.#looks = 0;
  }

  /** Checks the memory; must be called each second. */
  look(): void {
    const { rss } = this.#deps.held();
    this.#looks++;
    this.#least = Math.min(this.#least, rss);
    if (this.#looks >= (rss > this.#least + GROWN ? SOONEST : LATEST)) this.trimMemory();
  }
}

/** The memory of this process. */
export const memory: Memory = new Memory({
  held: () => Deno.memoryUsage(),
  releaseCode: releaseProgramCode,
  collect: collectGarbage,
});
