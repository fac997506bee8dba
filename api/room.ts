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
export interface RoomDeps {
  /** Octets that the process holds and the heap of this thread has. */
  readonly memory: () => { readonly rss: number; readonly heapTotal: number };
  readonly giveBackCode: () => void;
  readonly collect: () => void;
}

/** The room of the process, seen from its main thread. */
export class Room {
  readonly #deps: RoomDeps;
  /** Octets of the heap after it was collected last, of the process once it runs again; 0 and endless = not known yet. */
  #heap = 0;
  #least = Infinity;
  #looks = 0;

  constructor(deps: RoomDeps) {
    this.#deps = deps;
  }

  /** Gives back what there is, in 1 ms and what collecting takes if there is garbage. */
  make(): void {
    if (this.#deps.memory().heapTotal > this.#heap + GARBAGE) {
      this.#deps.collect();
      this.#heap = this.#deps.memory().heapTotal;
    }
    this.#deps.giveBackCode();
    this.#least = Infinity;
    this.#looks = 0;
  }

  /** To be called each second. */
  look(): void {
    const { rss } = this.#deps.memory();
    this.#looks++;
    this.#least = Math.min(this.#least, rss);
    if (this.#looks >= (rss > this.#least + GROWN ? SOONEST : LATEST)) this.make();
  }
}

/** That of this process. */
export const room: Room = new Room({
  memory: () => Deno.memoryUsage(),
  giveBackCode: giveBackProgramCode,
  collect: collectGarbage,
});
