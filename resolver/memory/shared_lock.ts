/**
 * A lock between threads over two words of shared memory. What it guards takes microseconds, so a holder that keeps it for long
 * has died: then whoever waits takes it over, and what it guards is to be made whole again.
 */

/** Tries before a thread sleeps between them. */
const SPINS = 500;
/** Milliseconds of a sleep, how many of them the same holder may keep it, and how many a thread waits at all. */
const SLEEP = 1;
const DEAD_AFTER = 50;
const PATIENCE = 200;
/** The words: the ticket of the holder, 0 = free, and the ticket given out last. */
const HOLDER = 0;
const LAST = 1;

/** One thread's view of the lock. */
export class SharedLock {
  /** Bytes that it takes. */
  static readonly bytes = 8;
  readonly #words: Int32Array;
  /** Makes whole what the lock guards; called while it is held. */
  readonly #mend: () => void;
  #ticket = 0;

  /** Over the first words of `memory`. */
  constructor(memory: SharedArrayBuffer, mend: () => void) {
    this.#words = new Int32Array(memory, 0, 2);
    this.#mend = mend;
  }

  /** Takes the lock; false when others kept it for too long. */
  take(): boolean {
    const words = this.#words;
    const ticket = this.#ticket = Atomics.add(words, LAST, 1) + 1 | 1 << 30;
    for (let i = 0; i < SPINS; i++) {
      if (Atomics.compareExchange(words, HOLDER, 0, ticket) === 0) return true;
    }
    let holder = 0;
    let same = 0;
    for (let slept = 0; slept < PATIENCE; slept++) {
      const held = Atomics.compareExchange(words, HOLDER, 0, ticket);
      if (held === 0) return true;
      same = held === holder ? same + 1 : 0;
      holder = held;
      if (same >= DEAD_AFTER && Atomics.compareExchange(words, HOLDER, held, ticket) === held) {
        this.#mend();
        return true;
      }
      Atomics.wait(words, HOLDER, held, SLEEP);
    }
    return false;
  }

  /** Gives it back. Whoever finds that it was taken over meanwhile was asleep, not dead, and may have done harm since. */
  release(): void {
    if (Atomics.compareExchange(this.#words, HOLDER, this.#ticket, 0) === this.#ticket) return;
    if (!this.take()) return;
    this.#mend();
    this.release();
  }
}
