/** Who asks: the devices, people and groups behind addresses, known at once since every row is told whose it is (A 2.4, 7.1.5). */
import type { Profile } from "../../../policy/model/household.ts";
import { readScope } from "../../../policy/model/scope.ts";

/** A device as insight names it. */
export interface AskingDevice {
  readonly id: number;
  /** As people call it; "" = it has no name yet. */
  readonly label: string;
  /** Whose it is; 0 = nobody's, or shared. */
  readonly personId: number;
  /** Who share it, sorted; empty unless several do. */
  readonly people: readonly number[];
  /** 0 = none. */
  readonly groupId: number;
}

/** A person as insight names them. */
export interface AskingPerson {
  readonly id: number;
  readonly name: string;
  readonly profile: Profile;
  /** Whether an adult agreed that their names are shown (A 4.4). */
  readonly detailedReports: boolean;
}

/** The household in memory. */
export interface Askers {
  /** The number of the device at an address; 0 = none that is known. */
  deviceAt(address: string): number;
  device(id: number): AskingDevice | undefined;
  person(id: number): AskingPerson | undefined;
  /** The name of a group; undefined = there is none. */
  groupName(id: number): string | undefined;
  devices(): Iterable<AskingDevice>;
  people(): Iterable<AskingPerson>;
}

/** Of whom something is asked: one device, the devices of a person, those of a group. */
export interface AskerScope {
  readonly kind: "device" | "person" | "group";
  readonly id: number;
}

/** Nobody is known until the household is open: what asks meanwhile is known by its address alone. */
export class LateAskers implements Askers {
  #known: Askers | undefined;

  /** From now on these are known. */
  use(known: Askers): void {
    this.#known = known;
  }

  deviceAt(address: string): number {
    return this.#known?.deviceAt(address) ?? 0;
  }

  device(id: number): AskingDevice | undefined {
    return this.#known?.device(id);
  }

  person(id: number): AskingPerson | undefined {
    return this.#known?.person(id);
  }

  groupName(id: number): string | undefined {
    return this.#known?.groupName(id);
  }

  devices(): Iterable<AskingDevice> {
    return this.#known?.devices() ?? [];
  }

  people(): Iterable<AskingPerson> {
    return this.#known?.people() ?? [];
  }
}

/** Reads `device:3`, `person:2` or `group:1`; undefined = it is none of them. */
export function readAskerScope(text: string): AskerScope | undefined {
  const scope = readScope(text);
  if (scope === undefined || scope.kind === "all" || scope.kind === "profile") return undefined;
  return { kind: scope.kind, id: scope.id };
}

/** Whether there is such a device, person or group. */
export function isThere(askers: Askers, { kind, id }: AskerScope): boolean {
  if (kind === "device") return askers.device(id) !== undefined;
  return (kind === "person" ? askers.person(id) : askers.groupName(id)) !== undefined;
}

/** The devices of a scope. A device that several share belongs to none of its people (A 2.4). */
export function devicesOf(askers: Askers, { kind, id }: AskerScope): number[] {
  if (kind === "device") return [id];
  const own = (device: AskingDevice) =>
    (kind === "person" ? device.personId : device.groupId) === id;
  return [...askers.devices()].filter(own).map((device) => device.id);
}

/** The devices that a person shares with others. */
export function sharedDevicesOf(askers: Askers, person: number): number[] {
  return [...askers.devices()].filter(({ people }) => people.includes(person)).map(({ id }) => id);
}

/** Whether what a device asked is kept to itself: an adult who uses it did not agree to detailed reports (A 4.4, 7.1.5). */
export function isPrivate(askers: Pick<Askers, "person">, device: AskingDevice): boolean {
  const people = device.people.length > 0 ? device.people : [device.personId];
  return people.some((id) => isReserved(askers.person(id)));
}

/** Whether somebody is an adult who did not agree to detailed reports. */
export function isReserved(person: AskingPerson | undefined): boolean {
  return person?.profile === "adult" && !person.detailedReports;
}
