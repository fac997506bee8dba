/** Devices that come and go by themselves: what is met on the network becomes a device, and what nobody touched makes room. */
import { LIMITS } from "../../../../policy/limits.ts";
import { readMac } from "../../../../policy/model/mac.ts";
import { ApiError } from "../../../http/errors.ts";
import type { MetMachine } from "../machine.ts";
import type { Device } from "../register.ts";
import { devicesSaidOf } from "../scoped.ts";
import type { DeviceServiceOptions } from "./service.ts";

/** What arrivals work with. */
export type ArrivalsOptions = Pick<
  DeviceServiceOptions,
  | "db"
  | "register"
  | "machineOf"
  | "own"
  | "holdsNew"
  | "learning"
  | "raise"
  | "changed"
  | "now"
  | "log"
>;

/** The arrivals. */
export class Arrivals {
  readonly #options: ArrivalsOptions;

  constructor(options: ArrivalsOptions) {
    this.#options = options;
  }

  /** A device of a hardware address, with a number of its own; it is kept by whoever writes it. */
  make(mac: string): Device {
    const { register, holdsNew, now } = this.#options, seconds = Math.floor(now() / 1000);
    return {
      ...{
        id: register.newId("devices"),
        name: "",
        kind: "",
        system: "",
        personId: 0,
        people: [],
        groupId: 0,
      },
      ...{ quarantined: holdsNew(), known: false, created: seconds, changed: seconds, macs: [mac] },
    };
  }

  /** Takes up machines that were met: each unknown one becomes a device, told and held as the household wants it. */
  async seen(machines: readonly MetMachine[]): Promise<void> {
    const { register, own, changed, learning, raise } = this.#options;
    await register.ready();
    const isNew = ({ mac }: MetMachine) => register.byMac(mac) === undefined;
    if (!machines.some(isNew)) return;
    await register.alone(async () => {
      const ours = new Set(own().macs),
        byMac = new Map(machines.filter(isNew).map((one) => [one.mac, one]));
      const met = [...byMac.values()].filter(({ mac }) => !ours.has(mac) && readMac(mac) === mac);
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
        raise({ kind: "device.new", deviceId: device.id, name: label, detail: `${mac}|${vendor}` });
      }
    });
  }

  /** Makes room for one more, or refuses. Called within `alone`. */
  async makeRoom(): Promise<void> {
    if (await this.#roomFor(1) > 0) return;
    throw new ApiError(
      "conflict",
      `There can be ${LIMITS.household.devices} devices; forget one first`,
    );
  }

  /** Devices of which nobody ever said anything, neither by name nor by a rule. */
  async untouched(): Promise<Device[]> {
    const { db, register } = this.#options, saidOf = await devicesSaidOf(db);
    return [...register.devices.values()].filter(({ id, known, kind, system }) =>
      !known && kind === "" && system === "" && !saidOf.has(id)
    );
  }

  /** How many of so many devices there is room for, untouched ones that were not seen for longest giving way. */
  async #roomFor(wanted: number): Promise<number> {
    const { register, machineOf, log } = this.#options, most = LIMITS.household.devices;
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
      log("warn", `There can be ${most} devices; new ones are left out: ${wanted - room}`);
    }
    return room;
  }
}
