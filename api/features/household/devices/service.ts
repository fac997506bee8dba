/**
 * Devices of the household: what they are, their owners, group and quarantine (A 2.4, 3.5, 4.4).
 */
import { LIMITS } from "../../../../policy/limits.ts";
import type {
  DeviceRow,
  NewDeviceMode,
  PauseRow,
  PersonRow,
} from "../../../../policy/model/household.ts";
import { DomainError } from "../../../schema/errors.ts";
import type { NewMachine } from "../machine.ts";
import { assignOwners, type Owners } from "../owner.ts";
import type { Device, HouseholdChange, HouseholdRepository } from "../household_repository.ts";
import { acknowledgeNew, forgetScope, moveDevice, moveUsage } from "../scoped.ts";
import {
  type DeviceResponse,
  deviceResponse,
  type DeviceSummary,
  labelOf,
  type PauseEnds,
  summarizeDevice,
} from "../device_response.ts";
import { DeviceDiscovery, type DeviceDiscoveryOptions } from "./device_discovery.ts";
import {
  type DeviceFilter,
  type DeviceWords,
  givenWords,
  hardwareAddress,
  isOwnedBy,
  matchesFilter,
  mergedDevice,
  withGroup,
  withWords,
} from "./words.ts";
import { programSentence, sentence } from "../../../../policy/model/sentence.ts";

export type { MachineFacts, MachineOf, NewMachine } from "../machine.ts";
export type { Owners } from "../owner.ts";
export type { Device, HouseholdChange } from "../household_repository.ts";
export type { DeviceFilter, DeviceWords } from "./words.ts";

/** The facts about a device that query handling needs. */
export interface DeviceFacts {
  readonly id: number;
  readonly label: string;
  /** The value corrected by the user, "" = not corrected. */
  readonly kind: string;
  /** The only owner; 0 = no single owner. */
  readonly personId: number;
  /** The people who share it, sorted; empty unless it is shared. */
  readonly people: readonly number[];
  /** 0 = no group. */
  readonly groupId: number;
}

/** Dependencies of the service. */
export interface DeviceServiceOptions extends DeviceDiscoveryOptions {
  /** Active pauses, with their ends in Unix milliseconds. */
  readonly pauses: () => Promise<readonly PauseRow[]>;
}

/** A device after a change of its quarantine. */
export interface QuarantineChange {
  readonly device: DeviceResponse;
  /** Whether its quarantine differs from before. */
  readonly isChanged: boolean;
}

/**
 * The devices. Methods reject with DomainError for invalid user input, DatabaseUnavailableError when the
 * database cannot be used.
 */
export class DeviceService {
  readonly #options: DeviceServiceOptions;
  readonly #register: HouseholdRepository;
  readonly #arrivals: DeviceDiscovery;

  constructor(options: DeviceServiceOptions) {
    this.#options = options;
    this.#register = options.register;
    this.#arrivals = new DeviceDiscovery(options);
  }

  /**
   * People and devices for the snapshot, and what becomes of a machine before it is a device. The
   * answer is the same as after it was seen.
   */
  async rows(): Promise<{ people: PersonRow[]; devices: DeviceRow[]; newDevices: NewDeviceMode }> {
    await this.#register.ready();
    const { people, devices } = this.#register;
    return {
      // When the household is full, a new machine cannot become a device, so it could never be
      // released from quarantine.
      newDevices: devices.size < LIMITS.household.devices ? this.#options.newDevices() : "open",
      people: [...people.values()].map(({ id, profile }) => ({ id, profile })),
      devices: [...devices.values()].map(rowOf),
    };
  }

  /** The numbers of the devices in quarantine, in order. */
  async quarantined(): Promise<number[]> {
    await this.#register.ready();
    return [...this.#register.devices.values()].filter(({ quarantined }) => quarantined)
      .map(({ id }) => id);
  }

  /** The device of a hardware address, from memory. */
  deviceOf(mac: string): DeviceFacts | undefined {
    const device = this.#register.byMac(mac);
    return device === undefined ? undefined : this.#factsOf(device);
  }

  /** The device of a number, from memory. */
  byId(id: number): DeviceFacts | undefined {
    const device = this.#register.devices.get(id);
    return device === undefined ? undefined : this.#factsOf(device);
  }

  /** Registers a listener for every change of the household; the returned function removes it. */
  onChange(listener: (change: HouseholdChange) => void): () => void {
    return this.#register.onChange(listener);
  }

  /** Devices by number, starting after `after`. */
  async page(filter: DeviceFilter, limit: number, after = 0): Promise<DeviceResponse[]> {
    await this.#register.ready();
    const pauses = await this.#pauses();
    const found: DeviceResponse[] = [];
    const wanted = filter.q?.trim().toLowerCase() ?? "";
    for (const device of this.#selected(filter, after)) {
      const shown = this.#shown(device, pauses);
      if (wanted !== "" && !matchesFilter(shown, wanted)) continue;
      found.push(shown);
      if (found.length === limit) break;
    }
    return found;
  }

  /** The devices of an owner or of a list after a number, in order. */
  #selected(filter: DeviceFilter, after: number): Device[] {
    const { devices } = this.#register;
    const selected: Device[] = [];
    const all = filter.ids === undefined
      ? devices.values()
      : new Set(filter.ids).values().map((id) => devices.get(id));
    for (const device of all) {
      if (device === undefined || device.id <= after || !isOwnedBy(device, filter)) continue;
      selected.push(device);
    }
    return selected.sort((a, b) => a.id - b.id);
  }

  /** All devices in short, by number. */
  async summaries(): Promise<DeviceSummary[]> {
    await this.#register.ready();
    return [...this.#register.devices.values()]
      .map((device) => summarizeDevice(device, this.#options.machineOf))
      .sort((a, b) => a.id - b.id);
  }

  /** One device. */
  async get(id: number): Promise<DeviceResponse> {
    await this.#register.ready();
    return this.#shown(this.#register.device(id), await this.#pauses());
  }

  /** Adds a device before it is seen. */
  add(mac: string, words: DeviceWords): Promise<DeviceResponse> {
    return this.#register.alone(async () => {
      const address = hardwareAddress(mac);
      const there = this.#register.byMac(address);
      if (there !== undefined) {
        const label = labelOf(there, this.#options.machineOf);
        throw new DomainError(
          "conflict",
          sentence`There is already a device with this hardware address: ${label}`,
        );
      }
      await this.#arrivals.makeRoom();
      return await this.#keep(assignOwners(withWords(this.#arrivals.make(address), words)));
    });
  }

  /** Changes the user-entered data of a device. */
  change(id: number, words: DeviceWords): Promise<DeviceResponse> {
    return this.#changing(id, (device) => withWords(device, words));
  }

  /** Deletes a device with everything stored about it. If seen again, it is a new device. */
  remove(id: number): Promise<DeviceResponse> {
    return this.#register.alone(async () => {
      const shown = this.#shown(this.#register.device(id), await this.#pauses());
      await this.#register.write({ gone: { devices: [id] }, with: forgetScope(`device:${id}`) });
      return shown;
    });
  }

  /**
   * Merges two devices. The first remains and takes over the machines, rules, choices, pause and
   * alerts of the other.
   */
  merge(id: number, otherId: number): Promise<{ kept: DeviceResponse; other: DeviceResponse }> {
    return this.#register.alone(async () => {
      const kept = this.#register.device(id);
      const other = this.#register.device(otherId);
      if (id === otherId) {
        throw new DomainError("bad_value", sentence`A device cannot be merged with itself`);
      }
      const shown = this.#shown(other, await this.#pauses());
      const moves = { before: [moveUsage(otherId, id)], with: moveDevice(otherId, id) };
      const moved = { ...moves, gone: { devices: [otherId] }, moved: { from: otherId, into: id } };
      return { kept: await this.#keep(mergedDevice(kept, other), moved), other: shown };
    });
  }

  /** Gives a device to one person, to several who share it, or to no person. */
  setPeople(id: number, owners: Owners): Promise<DeviceResponse> {
    return this.#changing(id, (device) => givenWords(device, owners, this.#register));
  }

  /** Puts a device into a group, 0 = none. */
  setGroup(id: number, groupId: number): Promise<DeviceResponse> {
    return this.#changing(id, (device) => withGroup(device, groupId, this.#register));
  }

  /**
   * Assigns the device of a hardware address. A machine known on the network thereby becomes a
   * device.
   */
  assign(
    mac: string,
    to: Owners & { readonly group_id?: number | undefined },
  ): Promise<DeviceResponse> {
    return this.#register.alone(async () => {
      const address = hardwareAddress(mac);
      const { group_id, ...owners } = to;
      const said = [owners.person_id, owners.people, group_id].filter((one) => one !== undefined);
      if (said.length !== 1) {
        throw new DomainError(
          "bad_value",
          programSentence`Give one of person_id, people and group_id`,
        );
      }
      const there = this.#register.byMac(address);
      if (there === undefined && this.#options.machineOf(address) === undefined) {
        throw new DomainError(
          "not_found",
          sentence`Nothing with this hardware address was seen: ${address}`,
        );
      }
      if (there === undefined) await this.#arrivals.makeRoom();
      const device = there ?? this.#arrivals.make(address);
      const register = this.#register;
      return await this.#keep(
        group_id === undefined
          ? givenWords(device, owners, register)
          : withGroup(device, group_id, register),
      );
    });
  }

  /**
   * Puts a device in quarantine or releases it. A device that was held until approved is put there
   * by hand. The box itself is refused.
   */
  setQuarantine(id: number, on: boolean): Promise<QuarantineChange> {
    return this.#register.alone(async () => {
      const device = this.#register.device(id);
      if (on && this.#isBox(device)) {
        throw new DomainError(
          "bad_value",
          sentence`This is the box itself, which cannot be put in quarantine`,
        );
      }
      const isChanged = device.quarantined !== on || on && !device.known;
      if (!isChanged && device.known) {
        return { device: this.#shown(device, await this.#pauses()), isChanged };
      }
      return { device: await this.#keep({ ...device, quarantined: on, known: true }), isChanged };
    });
  }

  /** Lets a device do what everyone may: it leaves quarantine, and follows no profile. */
  approve(id: number): Promise<DeviceResponse> {
    return this.#changing(id, (device) => ({
      ...device,
      quarantined: false,
      follows: "",
      known: true,
    }));
  }

  /**
   * Records machines seen on the network. Each unknown machine becomes a device, which is
   * reported and quarantined according to the household settings.
   */
  async seen(machines: readonly NewMachine[]): Promise<void> {
    await this.#arrivals.seen(machines);
  }

  /**
   * Removes devices that no user has edited (maintenance `network`, A 7.11). Returns their
   * number.
   */
  forgetUntouched(): Promise<number> {
    return this.#register.alone(async () => {
      const devices = (await this.#arrivals.untouched()).map(({ id }) => id);
      if (devices.length > 0) await this.#register.write({ gone: { devices } });
      return devices.length;
    });
  }

  #changing(id: number, change: (device: Device) => Device): Promise<DeviceResponse> {
    return this.#register.alone(async () => await this.#keep(change(this.#register.device(id))));
  }

  async #keep(device: Device, more: HouseholdChange = {}): Promise<DeviceResponse> {
    const now = this.#options.runtime.now();
    const kept = { ...device, changed: Math.floor(now / 1000) };
    const isAcknowledged = device.known && this.#register.devices.get(device.id)?.known === false;
    const also = [...more.with ?? [], ...isAcknowledged ? [acknowledgeNew(now, device.id)] : []];
    await this.#register.write({ ...more, devices: [kept], with: also });
    return this.#shown(kept, await this.#pauses());
  }

  #isBox({ macs }: Device): boolean {
    const own = this.#options.own();
    const addresses = macs.flatMap((mac) => this.#options.machineOf(mac)?.addresses ?? []);
    return macs.some((mac) => own.macs.includes(mac)) ||
      addresses.some((address) => own.addresses.includes(address));
  }

  #shown(device: Device, pauses: PauseEnds): DeviceResponse {
    return deviceResponse(device, this.#register, this.#options.machineOf, pauses);
  }

  async #pauses(): Promise<PauseEnds> {
    const rows = await this.#options.pauses();
    return new Map(rows.map(({ scope, until }) => [scope, Math.ceil(until / 1000)]));
  }

  #factsOf(device: Device): DeviceFacts {
    const { id, kind, personId, people, groupId } = device;
    return { id, label: labelOf(device, this.#options.machineOf), kind, personId, people, groupId };
  }
}

/** The row of each device: a changed device is another object, so most rows are made once. */
const rows = new WeakMap<Device, DeviceRow>();

function rowOf(device: Device): DeviceRow {
  let row = rows.get(device);
  if (row === undefined) {
    const { id, name, macs, personId, people, groupId, quarantined, follows } = device;
    row = {
      id,
      name: name.toLowerCase(),
      macs,
      personId,
      people,
      groupId,
      quarantined,
      ...(follows !== "" && { follows }),
    };
    rows.set(device, row);
  }
  return row;
}
