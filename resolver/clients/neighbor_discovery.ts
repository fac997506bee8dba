/**
 * A first question from an address of the link whose machine the kernel does not know yet waits some milliseconds until it does:
 * without that, every new IPv6 address of a child would get one free answer. Whoever does not say who they are in
 * that time follows what holds for everybody.
 */
import type { Address } from "../../policy/model/address.ts";

/** What it needs. */
export interface IntroductionsOptions {
  /** Whether the machine at an address is known by now. */
  readonly isMet: (address: Address) => boolean;
  /** Has the network asked who sits at an address. */
  readonly nudge: (address: Address) => void;
  /** Timers of the thread, in milliseconds. */
  readonly after: (milliseconds: number, then: () => void) => unknown;
}

/** Milliseconds after which is looked again: machines on a cable answer at once, phones on Wi-Fi in a few milliseconds. */
const LOOKS = [2, 6, 20, 60] as const;
/** Questions that wait at once: whoever makes up addresses of the link fills no memory. */
const MOST = 256;

/** Questions that wait until it is known who asks. */
export class NeighborDiscovery {
  readonly #options: IntroductionsOptions;
  readonly #waiting = new Map<string, (() => void)[]>();
  #count = 0;

  constructor(options: IntroductionsOptions) {
    this.#options = options;
  }

  /** Whether another question may wait. */
  get hasRoom(): boolean {
    return this.#count < MOST;
  }

  /** Has a question wait; `then` goes on with it once, whether its machine is known by then or not. */
  wait(address: Address, then: () => void): void {
    const key = String(address);
    const waiting = this.#waiting.get(key);
    this.#count++;
    if (waiting !== undefined) return void waiting.push(then);
    this.#waiting.set(key, [then]);
    this.#options.nudge(address);
    this.#look(key, address, 0);
  }

  #look(key: string, address: Address, look: number): void {
    this.#options.after(LOOKS[look] - (LOOKS[look - 1] ?? 0), () => {
      if (look + 1 < LOOKS.length && !this.#options.isMet(address)) {
        return this.#look(key, address, look + 1);
      }
      const waiting = this.#waiting.get(key) ?? [];
      this.#waiting.delete(key);
      this.#count -= waiting.length;
      for (const then of waiting) then();
    });
  }
}
