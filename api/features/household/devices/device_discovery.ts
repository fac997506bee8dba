/**
 * Automatic discovery and removal of devices. A machine seen on the network becomes a device;
 * devices that no user has edited make room for new ones.
 */
import { LIMITS } from "../../../../policy/limits.ts";
import type { NewDeviceMode } from "../../../../policy/model/household.ts";
import { isRandomMac, normalizeMac } from "../../../../policy/model/mac.ts";
import { DomainError } from "../../../schema/errors.ts";
import type { RaiseAlert } from "../../../events/alert_kinds.ts";
import type { Database } from "../../../store/database.ts";
import type { MachineOf, NewMachine } from "../machine.ts";
import type { Device, HouseholdRepository } from "../household_repository.ts";
import { devicesText } from "../scoped.ts";
import type { Runtime } from "../../../system/runtime.ts";
import { sentence } from "../../../../policy/model/sentence.ts";

/** The dependencies of `DeviceDiscovery`: its host, and what the household itself adds. */
export interface DeviceDiscoveryOptions extends DeviceHost {
  readonly register: HouseholdRepository;
  /** Whether the box still learns the household: new devices are then reported together at its end. */
  readonly learning: () => boolean;
}

/** What devices need from the rest of the box. */
export interface DeviceHost {
  /** box.db. */
  readonly db: Database;
  readonly machineOf: MachineOf;
  /** Hardware and IP addresses of the box itself, which is never held in quarantine. */
  readonly own: () => { readonly macs: readonly string[]; readonly addresses: readonly string[] };
  /** What becomes of a new device until a user says what it is. */
  readonly newDevices: () => NewDeviceMode;
  readonly raise: RaiseAlert;
  /** Called when devices were added or removed automatically; it publishes the policy. */
  readonly changed: () => void;
  readonly runtime: Runtime;
}

/** Adds devices seen on the network and removes those that no user has edited. */
export class DeviceDiscovery {
  readonly #options: DeviceDiscoveryOptions;

  constructor(options: DeviceDiscoveryOptions) {
    this.#options = options;
  }

  /** A device with this hardware address and a number of its own. The caller stores it. */
  make(mac: string): Device {
    const { register, newDevices, runtime } = this.#options;
    const mode = newDevices();
    const seconds = Math.floor(runtime.now() / 1000);
    return {
      id: register.newId("devices"),
      name: "",
      kind: "",
      system: "",
      personId: 0,
      people: [],
      groupId: 0,
      quarantined: mode === "held",
      known: false,
      follows: mode === "child" ? "child" : "",
      created: seconds,
      changed: seconds,
      macs: [mac],
    };
  }

  /**
   * Records machines seen on the network. Each unknown machine becomes a device, which is
   * reported and quarantined according to the household settings.
   */
  async seen(machines: readonly NewMachine[]): Promise<void> {
    const { register, own, changed, learning, raise } = this.#options;
    await register.ready();
    const isNew = ({ mac }: NewMachine) => register.byMac(mac) === undefined;
    if (!machines.some(isNew)) return;
    await register.alone(async () => {
      const ours = new Set(own().macs);
      const byMac = new Map(machines.filter(isNew).map((one) => [one.mac, one]));
      const met = [...byMac.values()].filter(({ mac }) =>
        !ours.has(mac) && normalizeMac(mac) === mac
      );
      const room = await this.#roomFor(met.length);
      const added = met.slice(0, room).map((machine) => ({
        machine,
        device: this.make(machine.mac),
      }));
      if (added.length === 0) return;
      await register.write({ devices: added.map(({ device }) => device) });
      changed();
      if (learning()) return;
      for (const { machine: { mac, vendor, label }, device } of added) {
        const random = isRandomMac(mac) ? ["random"] : [];
        const detail = [mac, vendor, this.#options.newDevices(), ...random].join("|");
        raise({ kind: "device.new", deviceId: device.id, name: label, detail });
      }
    });
  }

  /** Makes room for one more device, or refuses. Call it only within `alone`. */
  async makeRoom(): Promise<void> {
    if (await this.#roomFor(1) > 0) return;
    throw new DomainError(
      "conflict",
      sentence`There can be ${LIMITS.household.devices} devices; forget one first`,
    );
  }

  /** Devices that no user has named or configured with a rule. */
  async untouched(): Promise<Device[]> {
    const { db, register } = this.#options;
    const saidOf = await devicesText(db);
    return [...register.devices.values()].filter(({ id, known, kind, system }) =>
      !known && kind === "" && system === "" && !saidOf.has(id)
    );
  }

  /**
   * How many of the wanted devices fit, after removing the untouched devices not seen for the
   * longest time.
   */
  async #roomFor(wanted: number): Promise<number> {
    const { register, machineOf, runtime } = this.#options;
    const most = LIMITS.household.devices;
    const free = most - register.devices.size;
    if (free >= wanted) return wanted;
    const seenAt = ({ created, macs }: Device) =>
      Math.max(created, ...macs.map((mac) => machineOf(mac)?.seenAt ?? 0));
    const oldest = (await this.untouched()).sort((a, b) => seenAt(a) - seenAt(b)).slice(
      0,
      wanted - free,
    );
    if (oldest.length > 0) await register.write({ gone: { devices: oldest.map(({ id }) => id) } });
    const room = Math.min(wanted, free + oldest.length);
    if (room < wanted) {
      runtime.log(
        "warn",
        `The limit of ${most} devices is reached; new devices not added: ${wanted - room}`,
      );
    }
    return room;
  }
}
