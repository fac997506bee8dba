/**
 * The machines in memory, by hardware address: MachineService writes them, and the household reads
 * their names.
 */
import type { MachineFacts } from "../../household/machine.ts";
import type { Neighbours } from "../neighbours/service.ts";
import type { Machine } from "./machine.ts";
import type { Runtime } from "../../../system/runtime.ts";

/** Where a machine is found, and how it calls itself. */
export type MachinePlace = Pick<MachineFacts, "name" | "addresses">;

/**
 * All known machines. It depends only on neighbours, so it is created before the household and the
 * discovery.
 */
export class KnownMachines extends Map<string, Machine> {
  readonly #neighbours: Pick<Neighbours, "macOf">;
  readonly #now: Runtime["now"];

  /** `now` gives Unix milliseconds. */
  constructor(neighbours: Pick<Neighbours, "macOf">, now: Runtime["now"]) {
    super();
    this.#neighbours = neighbours;
    this.#now = now;
  }

  /** Returns the addresses of a machine that no other machine uses now. */
  addressesOf({ mac, addressList }: Machine): string[] {
    return addressList.filter((address) => (this.#neighbours.macOf(address) ?? mac) === mac);
  }

  /** Returns the announced name of a machine and the addresses that its name leads to. */
  placeOf(mac: string): MachinePlace | undefined {
    const machine = this.get(mac);
    if (machine === undefined) return undefined;
    const addresses = machine.currentAddresses.filter((address) =>
      (this.#neighbours.macOf(address) ?? mac) === mac
    );
    return { name: machine.name, addresses };
  }

  /** Returns the facts about a hardware address for the household; undefined = unknown machine. */
  factsOf(mac: string): MachineFacts | undefined {
    const machine = this.get(mac);
    if (machine === undefined) return undefined;

    const seconds = (time: number) => Math.max(0, Math.floor(time / 1000));
    const addresses = () => this.addressesOf(machine);
    return {
      mac,
      name: machine.name,
      vendor: machine.vendor,
      kind: machine.guessedKind,
      system: machine.system,
      // Lists of thousands of devices need the other facts only.
      get addresses() {
        return addresses();
      },
      firstSeen: seconds(machine.firstSeen),
      seenAt: seconds(machine.seenAt),
      presentSince: seconds(machine.presentSince),
      lastQuery: seconds(machine.lastQuery),
      present: machine.isPresent(this.#now()),
    };
  }
}
