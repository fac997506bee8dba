/**
 * Address -> hardware address in a worker: what main tells of the network, and for an address on the link that main did not
 * tell of yet, one look-up in the table of the kernel, so that a child is not free at each new IPv6 address.
 */
import type { Address } from "../../policy/model/address.ts";
import { MAC_BYTES } from "../../policy/model/mac.ts";

/** Bytes of an entry as main sends it: 1 of the length of the address, 16 of the address, 6 of the hardware address. */
export const NEIGHBOUR_BYTES = 1 + 16 + MAC_BYTES;
/** Addresses kept; more than a large company has. */
const MOST = 65_536;

/** Looks in the table of the kernel (resolver/net/netlink.ts). */
export interface KernelTable {
  lookup(address: Uint8Array): Uint8Array | undefined;
  /** Whether an address lies on a network of this machine. */
  onLink(address: Uint8Array): boolean;
  /** Whether a machine is known there that is no container. */
  ofHome(address: Uint8Array): boolean;
  /** Reads anew which networks there are. */
  refresh(): void;
}

/** The neighbours of the box, as one worker knows them. */
export class Neighbours {
  readonly #known = new Map<string, Uint8Array>();
  readonly #kernel: KernelTable | undefined;

  /** Without a `kernel` table there is only what main tells. */
  constructor(kernel?: KernelTable) {
    this.#kernel = kernel;
  }

  /** Takes entries as main sends them; a hardware address of zeros = the address is nobody's any more. */
  take(entries: Uint8Array): void {
    for (let at = 0; at + NEIGHBOUR_BYTES <= entries.length; at += NEIGHBOUR_BYTES) {
      const length = entries[at] === 4 ? 4 : 16;
      const key = keyOf(entries.subarray(at + 1, at + 1 + length));
      const mac = entries.slice(at + 17, at + NEIGHBOUR_BYTES);
      this.#known.delete(key);
      if (mac.some((byte) => byte !== 0)) this.#known.set(key, mac);
      if (this.#known.size > MOST) this.#known.delete(this.#known.keys().next().value!);
    }
  }

  /** The hardware address at an address of 4 or 16 bytes. */
  find(address: Address): Uint8Array | undefined {
    return this.#known.get(keyOf(address)) ?? this.#kernel?.lookup(address);
  }

  /** Whether the machine at an address could be known and is not: it lies on a network of this machine. */
  isUnmet(address: Address): boolean {
    return this.#kernel?.onLink(address) === true && this.find(address) === undefined;
  }

  /** Whether the machine at an address is one of the network: main passes over containers, the table of the kernel does not. */
  isOfHome(address: Address): boolean {
    return this.#known.has(keyOf(address)) || this.#kernel?.ofHome(address) === true;
  }

  /** Takes new networks of this machine. */
  refresh(): void {
    this.#kernel?.refresh();
  }
}

/** Entries as a worker takes them; an absent hardware address takes the address away. */
export function encodeNeighbours(
  entries: readonly { readonly address: Address; readonly mac: Uint8Array | undefined }[],
): Uint8Array {
  const bytes = new Uint8Array(entries.length * NEIGHBOUR_BYTES);
  entries.forEach(({ address, mac }, i) => {
    const at = i * NEIGHBOUR_BYTES;
    bytes[at] = address.length;
    bytes.set(address, at + 1);
    if (mac !== undefined) bytes.set(mac, at + 17);
  });
  return bytes;
}

function keyOf(address: Address): string {
  return String.fromCharCode(...address);
}
