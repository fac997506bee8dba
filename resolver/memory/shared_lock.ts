/**
 * A lock between threads in two words of shared memory. The protected work takes microseconds, so a
 * holder that keeps the lock for long has died. The next waiter then takes the lock over and
 * repairs the protected data.
 */

/** Attempts before the thread sleeps between them. */
const SPINS = 500;
/**
 * Milliseconds of one sleep, sleeps after which an unchanged holder counts as dead, and sleeps
 * until a thread gives up.
 */
const SLEEP = 1;
const DEAD_AFTER = 50;
const PATIENCE = 200;
/** Words: the ticket of the holder (0 = free) and the last issued ticket. */
const HOLDER = 0;
const LAST = 1;

/** One thread's view of the lock. */
export class SharedLock {
  /** Size of the lock in bytes. */
  static readonly bytes = 8;
  readonly #words: Int32Array;
  /** Repairs the protected data. Called while the lock is held. */
  readonly #mend: () => void;
  #ticket = 0;

  /** A view of the first words of `memory`. */
  constructor(memory: SharedArrayBuffer, mend: () => void) {
    this.#words = new Int32Array(memory, 0, 2);
    this.#mend = mend;
  }

  /** Acquires the lock; false when others held it for too long. */
  acquire(): boolean {
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

  /**
   * Releases the lock. If another thread took it over meanwhile, this one was only asleep and may
   * have damaged the data, so it repairs them.
   */
  release(): void {
    if (Atomics.compareExchange(this.#words, HOLDER, this.#ticket, 0) === this.#ticket) return;
    if (!this.acquire()) return;
    this.#mend();
    this.release();
  }
}
