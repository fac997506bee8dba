/**
 * Keeps the box small between its works: each leaves code of the runtime and garbage behind, and where the next one comes upon both,
 * the box holds most. Given back once a minute, when it has grown, and before what takes much memory for a moment.
 */
import { collectGarbage } from "./garbage.ts";
import { giveBackProgramCode } from "./program_code.ts";

/** Octets of growth that are given back at once, and of garbage that is worth the time of its collection. */
const GROWN = 12 * 1024 * 1024, GARBAGE = 3 * 1024 * 1024;
/** Looks, a second apart, that lie between two times at least and at most; what runs takes its code again within one. */
const SOONEST = 2, LATEST = 60;

/** What is looked at, and what is done. */
export interface MemoryDeps {
  /** Octets that the process holds and the heap of this thread has. */
  readonly held: () => { readonly rss: number; readonly heapTotal: number };
  readonly giveBackCode: () => void;
  readonly collect: () => void;
}

/** What the process holds, seen from its main thread. */
export class Memory {
  readonly #deps: MemoryDeps;
  /** Octets of the heap after it was collected last, of the process once it runs again; 0 and endless = not known yet. */
  #heap = 0;
  #least = Infinity;
  #looks = 0;

  constructor(deps: MemoryDeps) {
    this.#deps = deps;
  }

  /** Gives back what there is, in 1 ms and what collecting takes if there is garbage. */
  giveBack(): void {
    if (this.#deps.held().heapTotal > this.#heap + GARBAGE) {
      this.#deps.collect();
      this.#heap = this.#deps.held().heapTotal;
    }
    this.#deps.giveBackCode();
    this.#least = Infinity;
    this.#looks = 0;
  }

  /** To be called each second. */
  look(): void {
    const { rss } = this.#deps.held();
    this.#looks++;
    this.#least = Math.min(this.#least, rss);
    if (this.#looks >= (rss > this.#least + GROWN ? SOONEST : LATEST)) this.giveBack();
  }
}

/** That of this process. */
export const memory: Memory = new Memory({
  held: () => Deno.memoryUsage(),
  giveBackCode: giveBackProgramCode,
  collect: collectGarbage,
});
