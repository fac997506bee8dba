/**
 * The devices of a snapshot by hardware address. Workers search the bytes directly, so opening the
 * table does not depend on their number.
 */
import { MAC_BYTES, parseMac } from "../model/mac.ts";
import { hasSameItems } from "../model/items.ts";
import { createSharedBytes } from "./sections.ts";
import type { DeviceParts } from "./snapshot_parts.ts";

/** Size of an entry in bytes. */
export const DEVICE_BYTES = 16;
const ID_AT = 8;
const CLASS_AT = 12;

/** A table without devices. */
export const NO_DEVICES: DeviceParts = { bytes: new Uint8Array(0), names: [] };

/** A device in the snapshot. */
export interface DeviceEntry {
  readonly id: number;
  /** Index in `Snapshot.classes`. */
  readonly class: number;
  /** Lower case, "" = none. */
  readonly name: string;
}

/** An entry to be encoded. */
export interface DeviceRecord extends DeviceEntry {
  /** `aa:bb:cc:dd:ee:ff`; entries with invalid addresses are skipped. */
  readonly mac: string;
}

/** Encodes devices, sorted by address. */
export function encodeDevices(devices: readonly DeviceRecord[]): DeviceParts {
  const encoder = new DeviceEncoder();
  for (const { mac, id, class: class_, name } of devices) {
    encoder.add({ id, name, macs: [mac] }, class_);
  }
  return encoder.encode();
}

/** A device with its addresses. */
interface EncodedDevice {
  readonly id: number;
  readonly name: string;
  readonly macs: readonly string[];
}

/** The valid addresses of a device as numbers, so that thousands are sorted quickly. */
const addressNumbers = new WeakMap<EncodedDevice, readonly number[]>();

function numbersOf(device: EncodedDevice): readonly number[] {
  let numbers = addressNumbers.get(device);
  if (numbers === undefined) {
    numbers = device.macs.flatMap((mac) =>
      parseMac(mac)?.reduce((number, byte) => number * 256 + byte, 0) ?? []
    );
    addressNumbers.set(device, numbers);
  }
  return numbers;
}

/**
 * Encodes devices, sorted by address. It makes no object for a device, because it works for each
 * change of a household with thousands.
 */
export class DeviceEncoder {
  readonly #devices: EncodedDevice[] = [];
  readonly #classes: number[] = [];
  readonly #numbers: number[] = [];
  #order: Uint32Array = new Uint32Array(0);
  #names: readonly string[] = [];

  /** Adds a device of this class; invalid addresses are skipped. */
  add(device: EncodedDevice, class_: number): void {
    for (const number of numbersOf(device)) {
      this.#devices.push(device);
      this.#classes.push(class_);
      this.#numbers.push(number);
    }
  }

  /** All devices; `before` are those of the last time. */
  encode(before?: DeviceEncoder): DeviceParts {
    const numbers = this.#numbers;
    const isSame = before !== undefined && hasSameItems(numbers, before.#numbers);
    const order = isSame ? before.#order : sortedPlaces(numbers);
    const bytes = createSharedBytes(order.length * DEVICE_BYTES);
    const view = new DataView(bytes.buffer);
    const names = new Array<string>(order.length);
    order.forEach((index, place) => {
      const at = place * DEVICE_BYTES;
      view.setUint16(at, numbers[index] / 2 ** 32);
      view.setUint32(at + 2, numbers[index] % 2 ** 32);
      view.setUint32(at + ID_AT, this.#devices[index].id, true);
      view.setUint32(at + CLASS_AT, this.#classes[index], true);
      names[place] = this.#devices[index].name;
    });
    this.#order = order;
    this.#names = before !== undefined && hasSameItems(names, before.#names)
      ? before.#names
      : names;
    return { bytes, names: this.#names };
  }
}

function sortedPlaces(numbers: readonly number[]): Uint32Array {
  const order = Uint32Array.from(numbers, (_, index) => index);
  return order.sort((a, b) => numbers[a] - numbers[b]);
}

/**
 * Looks up devices. The constructor throws a RangeError if the parts are inconsistent or refer to a
 * missing class.
 */
export class DeviceTable {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  readonly #names: readonly string[];
  readonly #scopes: ReadonlyMap<string, number>;
  /**
   * The class of machines in the network that are not devices yet; undefined = they follow the
   * policy for everyone.
   */
  readonly newcomers: number | undefined;

  constructor({ bytes: bytes, names, scopes = {}, newcomers }: DeviceParts, classes: number) {
    if (bytes.length !== names.length * DEVICE_BYTES) {
      throw new RangeError(`devices of ${bytes.length} bytes`);
    }
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#names = names;
    this.#scopes = new Map(Object.entries(scopes));
    this.newcomers = newcomers;
    if (newcomers !== undefined && !(newcomers < classes)) {
      throw new RangeError("newcomers of a class that is not there");
    }
    for (const class_ of this.#scopes.values()) {
      if (!(class_ < classes)) throw new RangeError("a scope of a class that is not there");
    }
    for (let at = CLASS_AT; at < bytes.length; at += DEVICE_BYTES) {
      if (this.#view.getUint32(at, true) >= classes) {
        throw new RangeError("a device of a class that is not there");
      }
    }
  }

  /** Number of hardware addresses. */
  get size(): number {
    return this.#names.length;
  }

  /** The device with this hardware address (6 bytes), or undefined. */
  find(mac: Uint8Array): DeviceEntry | undefined {
    let low = 0;
    let high = this.#names.length - 1;
    while (low <= high) {
      const middle = low + high >> 1;
      const order = this.#compare(mac, middle * DEVICE_BYTES);
      if (order === 0) return this.#entry(middle);
      if (order < 0) high = middle - 1;
      else low = middle + 1;
    }
    return undefined;
  }

  /**
   * The entry that applies to `device:3`, `person:2`, `profile:child`, `group:1` or `all`, device 0 = no device;
   * undefined = the scope is unknown.
   */
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
    const at = index * DEVICE_BYTES;
    return {
      id: this.#view.getUint32(at + ID_AT, true),
      class: this.#view.getUint32(at + CLASS_AT, true),
      name: this.#names[index],
    };
  }

  #compare(mac: Uint8Array, at: number): number {
    for (let i = 0; i < MAC_BYTES; i++) {
      if (mac[i] !== this.#bytes[at + i]) return mac[i] - this.#bytes[at + i];
    }
    return 0;
  }
}
