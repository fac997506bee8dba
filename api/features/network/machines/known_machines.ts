/** The machines in memory, by hardware address: MachineService writes them, the household reads them for its labels. */
import type { MachineFacts } from "../../household/machine.ts";
import type { Neighbours } from "../neighbours/service.ts";
import type { Machine } from "./machine.ts";
import type { Runtime } from "../../../system/runtime.ts";

/** All known machines. It depends on neighbours alone, so it is made before the household and the discovery. */
export class KnownMachines extends Map<string, Machine> {
  readonly #neighbours: Pick<Neighbours, "macOf">;
  readonly #now: Runtime["now"];

  /** `now` gives Unix milliseconds. */
  constructor(neighbours: Pick<Neighbours, "macOf">, now: Runtime["now"]) {
    super();
    this.#neighbours = neighbours;
    this.#now = now;
  }

  /** The addresses of a machine that no other machine holds now. */
  addressesOf({ mac, addressList }: Machine): string[] {
    return addressList.filter((address) => (this.#neighbours.macOf(address) ?? mac) === mac);
  }

  /** What the household may know about a hardware address; undefined = no such machine was met. */
  factsOf(mac: string): MachineFacts | undefined {
    const machine = this.get(mac);
    if (machine === undefined) return undefined;

    const seconds = (time: number) => Math.max(0, Math.floor(time / 1000));
    return {
      mac,
      name: machine.name,
      vendor: machine.vendor,
      kind: machine.guessedKind,
      system: machine.system,
      addresses: this.addressesOf(machine),
      firstSeen: seconds(machine.firstSeen),
      seenAt: seconds(machine.seenAt),
      presentSince: seconds(machine.presentSince),
      lastQuery: seconds(machine.lastQuery),
      present: machine.isPresent(this.#now()),
    };
  }
}
