/**
 * The IPv4 addresses that a machine has left. In one network of 256 addresses a machine has one,
 * and moves when it gets another (RFC 2131 4.3.1). The kernel and the box remember the earlier one
 * for long, but the name of the machine must not lead there.
 */

/** Milliseconds for which the kernel may confirm a left address from its memory (RFC 4861 10). */
const REMEMBERED = 60_000;
/**
 * A machine that returns this often within these milliseconds has several addresses: none is left.
 */
const RETURNS = 3;
const RETURNS_WITHIN = 10 * 60_000;

interface Place {
  address: string;
  since: number;
  returns: number;
  several: boolean;
}

/** The addresses of one machine, by network. Times are Unix milliseconds. */
export class CurrentAddresses {
  readonly #places = new Map<string, Place>();
  readonly #left = new Set<string>();

  /** Whether the machine still has an address, as far as is known. */
  has(address: string): boolean {
    return !this.#left.has(address);
  }

  /**
   * Records that the machine uses an address. `isMemory` = the kernel says so, perhaps from memory.
   * Returns whether it moved there.
   */
  use(address: string, at: number, isMemory: boolean): boolean {
    if (address.includes(":")) return false;
    const network = networkOf(address);
    const place = this.#places.get(network);
    if (place === undefined) {
      this.#left.delete(address);
      this.#places.set(network, { address, since: at, returns: 0, several: false });
      return false;
    }
    if (place.address === address || place.several) return false;
    // A query read late: its address may belong to another machine since then.
    const late = place.since - at;
    if (late > 0 && late < REMEMBERED) return false;
    const returns = this.#left.has(address);
    if (returns && isMemory && at - place.since < REMEMBERED) return false;
    const isSoon = returns && at - place.since < RETURNS_WITHIN;
    place.returns = isSoon ? place.returns + 1 : 0;
    place.several = place.returns >= RETURNS;
    this.#left.delete(address);
    if (place.several) this.#forget(network);
    else this.#left.add(place.address);
    place.address = address;
    place.since = at;
    return true;
  }

  /** Takes stored addresses, each with the time of its last use: the last of a network applies. */
  restore(addresses: Iterable<readonly [address: string, at: number]>): void {
    for (const [address] of [...addresses].sort(([, a], [, b]) => b - a)) {
      if (address.includes(":")) continue;
      const network = networkOf(address);
      const place = this.#places.get(network);
      if (place === undefined) {
        // Moves are compared with the time of this start, not with that of an earlier one.
        this.#places.set(network, { address, since: 0, returns: 0, several: false });
      } else if (place.address !== address && !place.several) this.#left.add(address);
    }
  }

  /** Removes an address that is forgotten. */
  delete(address: string): void {
    this.#left.delete(address);
  }

  #forget(network: string): void {
    for (const address of this.#left) {
      if (networkOf(address) === network) this.#left.delete(address);
    }
  }
}

function networkOf(address: string): string {
  return address.slice(0, address.lastIndexOf("."));
}
