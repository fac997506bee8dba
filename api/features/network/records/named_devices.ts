/** The devices that have a name, with their addresses, each read again only when it may differ. */
import { hasSameItems } from "../../../../policy/model/items.ts";
import type { NamedDevice } from "./device_names.ts";

/** A device of the household; a changed one is another object. */
interface HouseholdDevice {
  readonly id: number;
  readonly name: string;
  readonly macs: readonly string[];
}

/** The announced name of a machine, "" = none, and the addresses that its name leads to. */
interface Place {
  readonly name: string;
  readonly addresses: readonly string[];
}

/** What the devices are read from. */
export interface NamedDevicesOptions {
  readonly devices: () => Iterable<HouseholdDevice>;
  /** The place of a hardware address; undefined = the machine is unknown. */
  readonly placeOf: (mac: string) => Place | undefined;
  /** The number of known machines. */
  readonly machines: () => number;
}

interface Known {
  readonly device: HouseholdDevice;
  readonly named: NamedDevice;
}

/**
 * The named devices. A company has thousands of them, and a change touches one: all others stay the
 * same objects.
 */
export class NamedDevices {
  readonly #options: NamedDevicesOptions;
  #known = new Map<number, Known>();
  #machines = -1;
  #mayHaveMoved = true;

  constructor(options: NamedDevicesOptions) {
    this.#options = options;
  }

  /** Machines may have moved or announced another name: all places are read again. */
  moved(): void {
    this.#mayHaveMoved = true;
  }

  /** The devices that have a name, oldest first. */
  all(): readonly NamedDevice[] {
    const devices = [...this.#options.devices()].sort((a, b) => a.id - b.id);
    const machines = this.#options.machines();
    const isPlaced = !this.#mayHaveMoved && machines === this.#machines;
    this.#mayHaveMoved = false;
    this.#machines = machines;
    const named: NamedDevice[] = [];
    for (const device of devices) {
      const known = this.#known.get(device.id);
      const isKept = isPlaced && known?.device === device;
      const one = isKept ? known.named : this.#read(device, known?.named);
      if (!isKept) this.#known.set(device.id, { device, named: one });
      if (one.name !== "") named.push(one);
    }
    if (this.#known.size > devices.length) this.#forgetAllBut(devices);
    return named;
  }

  /** The device as it is now; `known` if nothing of it differs. */
  #read({ name, macs }: HouseholdDevice, known: NamedDevice | undefined): NamedDevice {
    const found = macs.map(this.#options.placeOf).filter((one) => one !== undefined);
    const announced = name === "" ? found.find((one) => one.name !== "")?.name ?? "" : "";
    const addresses = found.length === 1
      ? found[0].addresses
      : found.flatMap((one) => one.addresses);
    const read = name === ""
      ? { name: announced, announced: true, addresses }
      : { name, announced: false, addresses };
    const isSame = known !== undefined && known.name === read.name &&
      known.announced === read.announced && hasSameItems(known.addresses, read.addresses);
    return isSame ? known : read;
  }

  #forgetAllBut(devices: readonly HouseholdDevice[]): void {
    const ids = new Set(devices.map(({ id }) => id));
    for (const id of this.#known.keys()) if (!ids.has(id)) this.#known.delete(id);
  }
}
