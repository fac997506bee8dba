/** The mapped tables of names that a thread looks into, as octets. */
import { mappedBytes } from "./net/libc.ts";
import type { SnapshotMessage } from "./protocol.ts";

type Mapping = NonNullable<SnapshotMessage["table"]>;

/**
 * The tables of a thread. One that is left is taken from V8 at once: it counts the octets of a mapping as if it had to collect
 * them, and with two tables left behind collects the whole heap, which holds up answers for 10 ms on one core.
 */
export class HeldTables {
  readonly #octets = new Map<bigint, ArrayBuffer>();
  #held: bigint | undefined;

  /** The octets of the table of a snapshot; those of one that stays are the same. */
  open({ table }: SnapshotMessage): ArrayBuffer | undefined {
    if (table === undefined) return undefined;
    const known = this.#octets.get(table.address);
    if (known !== undefined && known.byteLength === table.length) return known;
    const octets = mappedBytes(table);
    this.#octets.set(table.address, octets);
    return octets;
  }

  /** Holds the table opened last from now on, whether or not it is the one of before; whether it is another one. */
  hold(table: Mapping | undefined): boolean {
    const changed = table?.address !== this.#held;
    this.#held = table?.address;
    return changed;
  }

  /** Lets go of all but the table that is held: nothing looks into them any more. */
  release(): void {
    for (const [address, octets] of this.#octets) {
      if (address === this.#held) continue;
      octets.transfer(0);
      this.#octets.delete(address);
    }
  }
}
