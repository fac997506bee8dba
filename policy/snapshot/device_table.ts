/**
 * The devices of a snapshot by hardware address. Workers search the bytes directly, so opening the
 * table does not depend on their number.
 */
import { MAC_BYTES, parseMac } from "../model/mac.ts";
import { hasSameItems } from "../model/items.ts";
import { createSharedBytes, wordsOf } from "./sections.ts";
import type { DeviceParts } from "./snapshot_parts.ts";

/** Size of an entry in bytes. */
export const DEVICE_BYTES = 16;
const ID_AT = 8;
const CLASS_AT = 12;
const DEVICE_WORDS = DEVICE_BYTES / 4;

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
  const rows = devices.map(({ mac, id, name }) => ({ id, name, macs: [mac] }));
  const { bytes, names } = encodeDeviceRows(rows, devices.map((device) => device.class));
  return { bytes, names };
}

/** A device with its addresses. */
interface DeviceAddresses {
  readonly id: number;
  readonly name: string;
  readonly macs: readonly string[];
}

/** Encoded devices, as they are needed to encode them again. */
export interface EncodedDevices extends DeviceParts {
  readonly rows: readonly DeviceAddresses[];
  /** The row of each entry. */
  readonly places: Uint32Array;
}

/** The valid addresses of a device as numbers, so that thousands are sorted quickly. */
const addressNumbers = new WeakMap<DeviceAddresses, readonly number[]>();

function numbersOf(device: DeviceAddresses): readonly number[] {
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
 * Encodes devices of these classes, sorted by address; invalid addresses are skipped. While the
 * devices and addresses are those of `before`, only classes and names are written, as most changes
 * of a household touch those.
 */
export function encodeDeviceRows(
  rows: readonly DeviceAddresses[],
  classes: ArrayLike<number>,
  before?: EncodedDevices,
): EncodedDevices {
  if (before === undefined || !hasSameAddresses(rows, before.rows)) {
    return encodeRows(rows, classes, before);
  }
  const bytes = withClasses(before, classes);
  const isSame = bytes === before.bytes && hasSameItems(rows, before.rows);
  return isSame ? before : { ...before, rows, bytes, names: withNames(before, rows) };
}

/** Whether the entries of these rows are at the same places and of the same devices. */
function hasSameAddresses(
  rows: readonly DeviceAddresses[],
  before: readonly DeviceAddresses[],
): boolean {
  if (rows.length !== before.length) return false;
  for (let at = 0; at < rows.length; at++) {
    const row = rows[at];
    const old = before[at];
    if (row !== old && (row.id !== old.id || !hasSameItems(row.macs, old.macs))) return false;
  }
  return true;
}

/** The entries with these classes; the same bytes if no class differs. */
function withClasses(
  { places, bytes: before }: EncodedDevices,
  classes: ArrayLike<number>,
): Uint8Array {
  const old = wordsOf(before);
  const isSame = places.every((row, place) =>
    old[place * DEVICE_WORDS + CLASS_AT / 4] === classes[row]
  );
  if (isSame) return before;
  const bytes = createSharedBytes(before.length);
  bytes.set(before);
  const words = wordsOf(bytes);
  places.forEach((row, place) => words[place * DEVICE_WORDS + CLASS_AT / 4] = classes[row]);
  return bytes;
}

/** The names of the entries of these rows; the same array if none differs. */
function withNames(
  { places, names: before }: EncodedDevices,
  rows: readonly DeviceAddresses[],
): readonly string[] {
  let names: string[] | undefined;
  for (let place = 0; place < places.length; place++) {
    const { name } = rows[places[place]];
    if (name === before[place]) continue;
    names ??= [...before];
    names[place] = name;
  }
  return names ?? before;
}

function encodeRows(
  rows: readonly DeviceAddresses[],
  classes: ArrayLike<number>,
  before: EncodedDevices | undefined,
): EncodedDevices {
  const numbers: number[] = [];
  const owners: number[] = [];
  for (const [row, device] of rows.entries()) {
    for (const number of numbersOf(device)) {
      numbers.push(number);
      owners.push(row);
    }
  }
  const order = Uint32Array.from(numbers, (_, index) => index);
  order.sort((a, b) => numbers[a] - numbers[b]);
  const bytes = createSharedBytes(order.length * DEVICE_BYTES);
  const view = new DataView(bytes.buffer);
  const names = new Array<string>(order.length);
  order.forEach((index, place) => {
    const at = place * DEVICE_BYTES;
    const row = owners[index];
    view.setUint16(at, numbers[index] / 2 ** 32);
    view.setUint32(at + 2, numbers[index] % 2 ** 32);
    view.setUint32(at + ID_AT, rows[row].id, true);
    view.setUint32(at + CLASS_AT, classes[row], true);
    names[place] = rows[row].name;
  });
  return {
    rows,
    places: order.map((index) => owners[index]),
    bytes,
    names: before !== undefined && hasSameItems(names, before.names) ? before.names : names,
  };
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
    const id = Number(scope.slice("device:".length));
    if (scope !== `device:${id}`) return undefined;
    for (let i = 0; i < this.#names.length; i++) {
      if (this.#view.getUint32(i * DEVICE_BYTES + ID_AT, true) === id) return this.#entry(i);
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
