/** The devices of a snapshot by hardware address: octets that a worker searches as they are, whatever their number. */
import { MAC_OCTETS, parseMac } from "../model/mac.ts";
import type { DeviceParts } from "./snapshot.ts";

/** Octets of an entry. */
export const DEVICE_OCTETS = 16;
const ID_AT = 8, CLASS_AT = 12;

/** No devices. */
export const NO_DEVICES: DeviceParts = { octets: new Uint8Array(0), names: [] };

/** A device as the snapshot knows it. */
export interface DeviceEntry {
  readonly id: number;
  /** Index in `Snapshot.classes`. */
  readonly class: number;
  /** Lower case, "" = none. */
  readonly name: string;
}

/** One entry before it is written. */
export interface DeviceToWrite extends DeviceEntry {
  /** `aa:bb:cc:dd:ee:ff`; what is none is left out. */
  readonly mac: string;
}

/** Writes devices in the order of their addresses. */
export function encodeDevices(devices: readonly DeviceToWrite[]): DeviceParts {
  const known = devices.flatMap((device) => {
    const mac = parseMac(device.mac);
    return mac === undefined ? [] : [{ ...device, octets: mac }];
  }).sort((a, b) => a.mac < b.mac ? -1 : a.mac > b.mac ? 1 : 0);
  const octets = new Uint8Array(known.length * DEVICE_OCTETS), view = new DataView(octets.buffer);
  known.forEach(({ octets: mac, id, class: class_ }, i) => {
    octets.set(mac, i * DEVICE_OCTETS);
    view.setUint32(i * DEVICE_OCTETS + ID_AT, id, true);
    view.setUint32(i * DEVICE_OCTETS + CLASS_AT, class_, true);
  });
  return { octets, names: known.map(({ name }) => name) };
}

/** Looks devices up. Throws a RangeError when the parts do not fit together or speak of a class that is not there. */
export class DeviceTable {
  readonly #octets: Uint8Array;
  readonly #view: DataView;
  readonly #names: readonly string[];
  readonly #scopes: ReadonlyMap<string, number>;
  /** The class of machines of the network that are no devices yet; undefined = they follow what holds for everybody. */
  readonly newcomers: number | undefined;

  constructor({ octets, names, scopes = {}, newcomers }: DeviceParts, classes: number) {
    if (octets.length !== names.length * DEVICE_OCTETS) {
      throw new RangeError(`devices of ${octets.length} octets`);
    }
    this.#octets = octets;
    this.#view = new DataView(octets.buffer, octets.byteOffset, octets.byteLength);
    this.#names = names;
    this.#scopes = new Map(Object.entries(scopes));
    this.newcomers = newcomers;
    if (newcomers !== undefined && !(newcomers < classes)) {
      throw new RangeError("newcomers of a class that is not there");
    }
    for (const class_ of this.#scopes.values()) {
      if (!(class_ < classes)) throw new RangeError("a scope of a class that is not there");
    }
    for (let at = CLASS_AT; at < octets.length; at += DEVICE_OCTETS) {
      if (this.#view.getUint32(at, true) >= classes) {
        throw new RangeError("a device of a class that is not there");
      }
    }
  }

  /** How many hardware addresses there are. */
  get size(): number {
    return this.#names.length;
  }

  /** The device of a hardware address (6 octets), undefined when it is none of the household's. */
  find(mac: Uint8Array): DeviceEntry | undefined {
    let low = 0, high = this.#names.length - 1;
    while (low <= high) {
      const middle = low + high >> 1, order = this.#compare(mac, middle * DEVICE_OCTETS);
      if (order === 0) return this.#entry(middle);
      if (order < 0) high = middle - 1;
      else low = middle + 1;
    }
    return undefined;
  }

  /** What `device:3`, `person:2`, `group:1` or `all` follows, 0 = no device; undefined = nothing of the kind is known. */
  ofScope(scope: string): DeviceEntry | undefined {
    if (scope === "all") return { id: 0, class: 0, name: "" };
    const known = this.#scopes.get(scope);
    if (known !== undefined) return { id: 0, class: known, name: "" };
    for (let i = 0; i < this.#names.length; i++) {
      const entry = this.#entry(i);
      if (scope === `device:${entry.id}`) return entry;
    }
    return undefined;
  }

  #entry(index: number): DeviceEntry {
    const at = index * DEVICE_OCTETS;
    return {
      id: this.#view.getUint32(at + ID_AT, true),
      class: this.#view.getUint32(at + CLASS_AT, true),
      name: this.#names[index],
    };
  }

  #compare(mac: Uint8Array, at: number): number {
    for (let i = 0; i < MAC_OCTETS; i++) {
      if (mac[i] !== this.#octets[at + i]) return mac[i] - this.#octets[at + i];
    }
    return 0;
  }
}
