/** Devices of the household: what they are, whose, in which group, held in quarantine or not (A 2.4, 3.5, 4.4). */
import { LIMITS } from "../../../../policy/limits.ts";
import type { DeviceRow, PauseRow, PersonRow } from "../../../../policy/model/household.ts";
import type { Raise } from "../../../events/alert_kinds.ts";
import { ApiError } from "../../../http/errors.ts";
import type { Log } from "../../../log.ts";
import type { Database } from "../../../store/database.ts";
import type { MachineOf, MetMachine } from "../machine.ts";
import { madeKnown, type Owners } from "../owner.ts";
import type { Device, HouseholdChange, Register } from "../register.ts";
import { acknowledgeNew, forgetScope, moveDevice, moveUsage } from "../scoped.ts";
import { labelOf, type Pauses, type ShownDevice, shownDevice } from "../shown_device.ts";
import { Arrivals } from "./arrivals.ts";
import {
  type DeviceFilter,
  type DeviceWords,
  given,
  grouped,
  hardwareAddress,
  isMeant,
  isOf,
  merged,
  worded,
} from "./words.ts";

export type { MachineFacts, MachineOf, MetMachine } from "../machine.ts";
export type { Owners } from "../owner.ts";
export type { Device, HouseholdChange } from "../register.ts";
export type { DeviceFilter, DeviceWords } from "./words.ts";

/** What a device is to whoever meets a query of it. */
export interface DeviceFacts {
  readonly id: number;
  readonly label: string;
  /** As people corrected it, "" = they did not. */
  readonly kind: string;
  /** 0 = nobody's alone. */
  readonly personId: number;
  /** Who shares it, sorted; empty unless several do. */
  readonly people: readonly number[];
  /** 0 = in no group. */
  readonly groupId: number;
}

/** What the service works with. */
export interface DeviceServiceOptions {
  /** box.db. */
  readonly db: Database;
  readonly register: Register;
  readonly machineOf: MachineOf;
  /** Hardware and IP addresses of the box itself, which is never held in quarantine. */
  readonly own: () => { readonly macs: readonly string[]; readonly addresses: readonly string[] };
  /** Whether a new device is held until somebody says what it is. */
  readonly holdsNew: () => boolean;
  /** Whether the box still learns the household: new devices are told all at once at its end. */
  readonly learning: () => boolean;
  /** Pauses that last, until Unix milliseconds. */
  readonly pauses: () => Promise<readonly PauseRow[]>;
  readonly raise: Raise;
  /** Called when devices came by themselves: publish. */
  readonly changed: () => void;
  /** Unix milliseconds. */
  readonly now: () => number;
  readonly log: Log;
}

/** The devices. Methods reject with ApiError for what a person did wrong, DatabaseUnavailable without database. */
export class DeviceService {
  readonly #options: DeviceServiceOptions;
  readonly #register: Register;
  readonly #arrivals: Arrivals;

  constructor(options: DeviceServiceOptions) {
    this.#options = options;
    this.#register = options.register;
    this.#arrivals = new Arrivals(options);
  }

  /** People and devices for the snapshot, and whether a machine is held before it is one of them, as it will be once it was met. */
  async rows(): Promise<{ people: PersonRow[]; devices: DeviceRow[]; holdsNew: boolean }> {
    await this.#register.ready();
    const { people, devices } = this.#register;
    return {
      // Who finds no room would never become a device that somebody could let go.
      holdsNew: this.#options.holdsNew() && devices.size < LIMITS.household.devices,
      people: [...people.values()].map(({ id, profile }) => ({ id, profile })),
      devices: [...devices.values()].map((
        { id, name, macs, personId, people, groupId, quarantined },
      ) => ({
        ...{ id, name: name.toLowerCase(), macs, personId, people, groupId, quarantined },
      })),
    };
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

  /** Tells of every change of the household that was made; the function given back ends it. */
  onChange(listener: (change: HouseholdChange) => void): () => void {
    return this.#register.onChange(listener);
  }

  /** Devices by number, after one. */
  async page(filter: DeviceFilter, limit: number, after = 0): Promise<ShownDevice[]> {
    await this.#register.ready();
    const pauses = await this.#pauses(),
      found: ShownDevice[] = [],
      wanted = filter.q?.trim().toLowerCase() ?? "";
    const ids = [...this.#register.devices.keys()].filter((id) => id > after).sort((a, b) => a - b);
    for (const id of ids) {
      const device = this.#register.devices.get(id)!;
      if (!isOf(device, filter)) continue;
      const shown = this.#shown(device, pauses);
      if (wanted !== "" && !isMeant(shown, wanted)) continue;
      found.push(shown);
      if (found.length === limit) break;
    }
    return found;
  }

  /** One device. */
  async get(id: number): Promise<ShownDevice> {
    await this.#register.ready();
    return this.#shown(this.#register.device(id), await this.#pauses());
  }

  /** Adds a device before it is seen. */
  add(mac: string, words: DeviceWords): Promise<ShownDevice> {
    return this.#register.alone(async () => {
      const address = hardwareAddress(mac), there = this.#register.byMac(address);
      if (there !== undefined) {
        const label = labelOf(there, this.#options.machineOf);
        throw new ApiError(
          "conflict",
          `There is a device with this hardware address already: ${label}`,
        );
      }
      await this.#arrivals.makeRoom();
      return await this.#keep(madeKnown(worded(this.#arrivals.make(address), words)));
    });
  }

  /** Says what a device is. */
  change(id: number, words: DeviceWords): Promise<ShownDevice> {
    return this.#changing(id, (device) => worded(device, words));
  }

  /** Forgets a device with all that was said of it; seen again, it is new. */
  remove(id: number): Promise<ShownDevice> {
    return this.#register.alone(async () => {
      const shown = this.#shown(this.#register.device(id), await this.#pauses());
      await this.#register.write({ gone: { devices: [id] }, with: forgetScope(`device:${id}`) });
      return shown;
    });
  }

  /** Makes one device of two: the first stays, with the machines, rules, choices, pause and alerts of the other. */
  merge(id: number, otherId: number): Promise<{ kept: ShownDevice; other: ShownDevice }> {
    return this.#register.alone(async () => {
      const kept = this.#register.device(id), other = this.#register.device(otherId);
      if (id === otherId) throw new ApiError("bad_value", "A device cannot be merged with itself");
      const shown = this.#shown(other, await this.#pauses());
      const moves = { before: [moveUsage(otherId, id)], with: moveDevice(otherId, id) };
      const moved = { ...moves, gone: { devices: [otherId] }, moved: { from: otherId, into: id } };
      return { kept: await this.#keep(merged(kept, other), moved), other: shown };
    });
  }

  /** Gives a device to one person, to several who share it, or to nobody. */
  setPeople(id: number, owners: Owners): Promise<ShownDevice> {
    return this.#changing(id, (device) => given(device, owners, this.#register));
  }

  /** Puts a device into a group, 0 = none. */
  setGroup(id: number, groupId: number): Promise<ShownDevice> {
    return this.#changing(id, (device) => grouped(device, groupId, this.#register));
  }

  /** Gives the device of a hardware address away; a machine that is known on the network becomes a device by it. */
  assign(
    mac: string,
    to: Owners & { readonly group_id?: number | undefined },
  ): Promise<ShownDevice> {
    return this.#register.alone(async () => {
      const address = hardwareAddress(mac), { group_id, ...owners } = to;
      const said = [owners.person_id, owners.people, group_id].filter((one) => one !== undefined);
      if (said.length !== 1) {
        throw new ApiError("bad_value", "Give one of person_id, people and group_id");
      }
      const there = this.#register.byMac(address);
      if (there === undefined && this.#options.machineOf(address) === undefined) {
        throw new ApiError("not_found", `Nothing with this hardware address was seen: ${address}`);
      }
      if (there === undefined) await this.#arrivals.makeRoom();
      const device = there ?? this.#arrivals.make(address), register = this.#register;
      return await this.#keep(
        group_id === undefined
          ? given(device, owners, register)
          : grouped(device, group_id, register),
      );
    });
  }

  /** Holds a device in quarantine or lets it out. The box itself is refused. */
  setQuarantine(id: number, on: boolean): Promise<ShownDevice> {
    return this.#changing(id, (device) => {
      if (on && this.#isBox(device)) {
        throw new ApiError("bad_value", "This is the box itself; it cannot be put in quarantine");
      }
      return { ...device, quarantined: on, known: true };
    });
  }

  /** Takes up machines that were met: each unknown one becomes a device, told and held as the household wants it. */
  async seen(machines: readonly MetMachine[]): Promise<void> {
    await this.#arrivals.seen(machines);
  }

  /** Removes devices of which nobody ever said anything (maintenance `network`, A 7.11); how many. */
  forgetUntouched(): Promise<number> {
    return this.#register.alone(async () => {
      const devices = (await this.#arrivals.untouched()).map(({ id }) => id);
      if (devices.length > 0) await this.#register.write({ gone: { devices } });
      return devices.length;
    });
  }

  #changing(id: number, change: (device: Device) => Device): Promise<ShownDevice> {
    return this.#register.alone(async () => await this.#keep(change(this.#register.device(id))));
  }

  async #keep(device: Device, more: HouseholdChange = {}): Promise<ShownDevice> {
    const now = this.#options.now(), kept = { ...device, changed: Math.floor(now / 1000) };
    const isTold = device.known && this.#register.devices.get(device.id)?.known === false;
    const also = [...more.with ?? [], ...isTold ? [acknowledgeNew(now, device.id)] : []];
    await this.#register.write({ ...more, devices: [kept], with: also });
    return this.#shown(kept, await this.#pauses());
  }

  #isBox({ macs }: Device): boolean {
    const own = this.#options.own();
    const addresses = macs.flatMap((mac) => this.#options.machineOf(mac)?.addresses ?? []);
    return macs.some((mac) => own.macs.includes(mac)) ||
      addresses.some((address) => own.addresses.includes(address));
  }

  #shown(device: Device, pauses: Pauses): ShownDevice {
    return shownDevice(device, this.#register, this.#options.machineOf, pauses);
  }

  async #pauses(): Promise<Pauses> {
    const rows = await this.#options.pauses();
    return new Map(rows.map(({ scope, until }) => [scope, Math.ceil(until / 1000)]));
  }

  #factsOf(device: Device): DeviceFacts {
    const { id, kind, personId, people, groupId } = device;
    return { id, label: labelOf(device, this.#options.machineOf), kind, personId, people, groupId };
  }
}
