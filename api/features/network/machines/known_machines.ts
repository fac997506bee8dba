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

    return new KnownFacts(this, machine, this.#now());
  }
}

/** The facts about one machine. A class, because a page reads those of thousands of devices. */
class KnownFacts implements MachineFacts {
  readonly #machines: KnownMachines;
  readonly #machine: Machine;
  readonly mac: string;
  readonly name: string;
  readonly vendor: string;
  readonly kind: string;
  readonly system: string;
  readonly firstSeen: number;
  readonly seenAt: number;
  readonly presentSince: number;
  readonly lastQuery: number;
  readonly present: boolean;

  constructor(machines: KnownMachines, machine: Machine, now: number) {
    this.#machines = machines;
    this.#machine = machine;
    this.mac = machine.mac;
    this.name = machine.name;
    this.vendor = machine.vendor;
    this.kind = machine.guessedKind;
    this.system = machine.system;
    this.firstSeen = seconds(machine.firstSeen);
    this.seenAt = seconds(machine.seenAt);
    this.presentSince = seconds(machine.presentSince);
    this.lastQuery = seconds(machine.lastQuery);
    this.present = machine.isPresent(now);
  }

  /** Lists of thousands of devices need the other facts only. */
  get addresses(): readonly string[] {
    return this.#machines.addressesOf(this.#machine);
  }
}

function seconds(time: number): number {
  return Math.max(0, Math.floor(time / 1000));
}
