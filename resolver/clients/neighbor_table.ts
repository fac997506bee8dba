/**
 * Finds hardware addresses in a worker: from the entries that the main thread sends, else by one
 * lookup in the kernel's neighbour table. So a new IPv6 address of a child is filtered at once.
 */
import type { Address } from "../../policy/model/address.ts";
import { MAC_BYTES } from "../../policy/model/mac.ts";

/**
 * Size of an entry from the main thread in bytes: 1 for the address length, 16 for the address, 6
 * for the hardware address.
 */
export const NEIGHBOR_ENTRY_BYTES = 1 + 16 + MAC_BYTES;
/** Maximum number of addresses, more than a large company has. */
const MOST = 65_536;

/** Lookups in the kernel's neighbour table (resolver/net/netlink.ts). */
export interface KernelNeighborTable {
  lookup(address: Uint8Array): Uint8Array | undefined;
  /** Whether an address is on a network of this machine. */
  onLink(address: Uint8Array): boolean;
  /** Whether the kernel knows a machine there that is not a container. */
  isOnNetwork(address: Uint8Array): boolean;
  /** Reads the networks of this machine again. */
  refresh(): void;
}

/** The neighbours of the box, as one worker knows them. */
export class NeighborTable {
  readonly #known = new Map<string, Uint8Array>();
  readonly #kernel: KernelNeighborTable | undefined;

  /** Without a `kernel` table, only entries from the main thread are used. */
  constructor(kernel?: KernelNeighborTable) {
    this.#kernel = kernel;
  }

  /** Applies entries from the main thread. A hardware address of zeros removes the entry. */
  take(entries: Uint8Array): void {
    for (let at = 0; at + NEIGHBOR_ENTRY_BYTES <= entries.length; at += NEIGHBOR_ENTRY_BYTES) {
      const length = entries[at] === 4 ? 4 : 16;
      const key = keyOf(entries.subarray(at + 1, at + 1 + length));
      const mac = entries.slice(at + 17, at + NEIGHBOR_ENTRY_BYTES);
      this.#known.delete(key);
      if (mac.some((byte) => byte !== 0)) this.#known.set(key, mac);
      if (this.#known.size > MOST) this.#known.delete(this.#known.keys().next().value!);
    }
  }

  /**
   * Applies changes that the kernel reports. An address that another machine took is read from the
   * kernel until the main thread sends it. Returns whether there was one.
   */
  applyKernelChanges(
    changed: readonly { readonly address: Address; readonly mac?: Uint8Array }[],
  ): boolean {
    let moved = false;
    for (const { address, mac } of changed) {
      const key = keyOf(address);
      const known = this.#known.get(key);
      if (mac === undefined || known === undefined || isSame(known, mac)) continue;
      this.#known.delete(key);
      moved = true;
    }
    return moved;
  }

  /** The hardware address at an address of 4 or 16 bytes. */
  find(address: Address): Uint8Array | undefined {
    return this.#known.get(keyOf(address)) ?? this.#kernel?.lookup(address);
  }

  /** Whether the machine at an address is on the link but not known yet. */
  isUndiscovered(address: Address): boolean {
    return this.#kernel?.onLink(address) === true && this.find(address) === undefined;
  }

  /**
   * Whether the machine at an address is on the network and not a container. The main thread sends
   * no containers; the kernel table includes them.
   */
  isOnNetwork(address: Address): boolean {
    return this.#known.has(keyOf(address)) || this.#kernel?.isOnNetwork(address) === true;
  }

  /** Reads the networks of this machine again. */
  refresh(): void {
    this.#kernel?.refresh();
  }
}

/** Encodes entries for a worker. An absent hardware address removes the entry. */
export function encodeNeighbors(
  entries: readonly { readonly address: Address; readonly mac: Uint8Array | undefined }[],
): Uint8Array {
  const bytes = new Uint8Array(entries.length * NEIGHBOR_ENTRY_BYTES);
  entries.forEach(({ address, mac }, i) => {
    const at = i * NEIGHBOR_ENTRY_BYTES;
    bytes[at] = address.length;
    bytes.set(address, at + 1);
    if (mac !== undefined) bytes.set(mac, at + 17);
  });
  return bytes;
}

function isSame(a: Uint8Array, b: Uint8Array): boolean {
  return a.every((byte, i) => byte === b[i]);
}

function keyOf(address: Address): string {
  return String.fromCharCode(...address);
}
