/**
 * Delays the first query from an on-link address until the kernel knows its machine, for some
 * milliseconds. Otherwise a child would get one unfiltered answer for every new IPv6 address. After
 * that time the query gets the default policy.
 */
import type { Address } from "../../policy/model/address.ts";

/** Functions that neighbour discovery needs. */
export interface NeighborDiscoveryOptions {
  /** Whether the machine at an address is known. */
  readonly isKnown: (address: Address) => boolean;
  /** Starts address resolution (ARP, NDP) for an address. */
  readonly probe: (address: Address) => void;
  /** Starts a timer of the thread, in milliseconds. */
  readonly after: (milliseconds: number, then: () => void) => unknown;
}

/**
 * Milliseconds between checks. Wired machines answer at once, phones on Wi-Fi within a few
 * milliseconds.
 */
const LOOKS = [2, 6, 20, 60] as const;
/** Maximum number of waiting queries, so that forged on-link addresses cannot fill memory. */
const MOST = 256;

/** Queries that wait until their client is known. */
export class NeighborDiscovery {
  readonly #options: NeighborDiscoveryOptions;
  readonly #waiting = new Map<string, (() => void)[]>();
  #count = 0;

  constructor(options: NeighborDiscoveryOptions) {
    this.#options = options;
  }

  /** Whether another query may wait. */
  get hasRoom(): boolean {
    return this.#count < MOST;
  }

  /** Delays a query. `then` runs once, when the machine is known or the time is over. */
  wait(address: Address, then: () => void): void {
    const key = String(address);
    const waiting = this.#waiting.get(key);
    this.#count++;
    if (waiting !== undefined) return void waiting.push(then);
    this.#waiting.set(key, [then]);
    this.#options.probe(address);
    this.#look(key, address, 0);
  }

  #look(key: string, address: Address, look: number): void {
    this.#options.after(LOOKS[look] - (LOOKS[look - 1] ?? 0), () => {
      if (look + 1 < LOOKS.length && !this.#options.isKnown(address)) {
        return this.#look(key, address, look + 1);
      }
      const waiting = this.#waiting.get(key) ?? [];
      this.#waiting.delete(key);
      this.#count -= waiting.length;
      for (const then of waiting) then();
    });
  }
}
