/**
 * Checks whether a machine answers on the network now: the kernel is made to resolve its address
 * (ARP, RFC 826).
 */
import type { NeighbourEntry } from "./service.ts";
import type { Runtime } from "../../../system/runtime.ts";

/** The dependencies of `PresenceProbe`. */
export interface PresenceProbeOptions {
  readonly neighbours: { look(whole?: boolean): void; entries(): readonly NeighbourEntry[] };
  /** Sends an empty datagram to an unused port at an address; a failed send is not an error. */
  readonly nudge: (address: string) => Promise<void> | void;
  readonly runtime: Runtime;
}

/**
 * Number of looks and the time between them: the kernel trusts an old neighbour for five seconds,
 * then probes it three times, a second apart.
 */
const LOOKS = 5;
const APART = 2500;
/** Maximum number of addresses probed per machine: only IPv4, so few. */
const MOST_ADDRESSES = 8;

/** Checks whether machines are present. */
export class PresenceProbe {
  readonly #options: PresenceProbeOptions;
  readonly #waits = new Map<() => void, () => void>();
  #closed = false;

  constructor(options: PresenceProbeOptions) {
    this.#options = options;
  }

  /**
   * Whether one of these hardware addresses answers over IPv4. Takes up to twelve seconds; never
   * rejects.
   */
  async answers(macs: readonly string[]): Promise<boolean> {
    const { neighbours, nudge, runtime } = this.#options;
    const since = runtime.now();
    const isOne = ({ mac, address }: NeighbourEntry) =>
      macs.includes(mac) && !address.includes(":");
    const addresses = neighbours.entries().filter(isOne).slice(-MOST_ADDRESSES).map(({ address }) =>
      address
    );
    if (addresses.length === 0) return false;
    for (let look = 0; look < LOOKS && !this.#closed; look++) {
      for (const address of addresses) await nudge(address);
      await this.#wait();
      neighbours.look(true);
      if (neighbours.entries().some((entry) => isOne(entry) && entry.seenAt >= since)) return true;
    }
    return false;
  }

  /** Cancels waiting checks. */
  close(): void {
    this.#closed = true;
    for (const [done, callOff] of [...this.#waits]) {
      callOff();
      done();
    }
  }

  async #wait(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#waits.set(resolve, this.#options.runtime.after(APART, resolve));
    await promise;
    this.#waits.delete(resolve);
  }
}
