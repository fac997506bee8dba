/**
 * The devices, people and groups behind client addresses. Look-ups are immediate, because every
 * row records its client (A 2.4, 7.1.5).
 */
import type { Profile } from "../../../policy/model/household.ts";
import { parseScope } from "../../../policy/model/scope.ts";

/** A device as insight names it. */
export interface ClientDevice {
  readonly id: number;
  /** The name given by the user; "" = none yet. */
  readonly label: string;
  /** The only owner; 0 = no owner, or shared. */
  readonly personId: number;
  /** The people who share it, sorted; empty unless it is shared. */
  readonly people: readonly number[];
  /** 0 = none. */
  readonly groupId: number;
}

/** A person as insight names them. */
export interface ClientPerson {
  readonly id: number;
  readonly name: string;
  readonly profile: Profile;
  /** Whether an adult agreed to showing their names (A 4.4). */
  readonly detailedReports: boolean;
}

/** The household in memory. */
export interface ClientDirectory {
  /** The number of the device at an address; 0 = no known device. */
  deviceAt(address: string): number;
  device(id: number): ClientDevice | undefined;
  person(id: number): ClientPerson | undefined;
  /** The name of a group; undefined = no such group. */
  groupName(id: number): string | undefined;
  /**
   * Unix seconds until when the queries of a device stay private, regardless of its present
   * users; 0 = none are private.
   */
  privateUntil(device: number): { readonly log: number; readonly reports: number };
  /** The devices with private queries, including some that no longer exist. */
  privateDevices(): Iterable<number>;
  devices(): Iterable<ClientDevice>;
  people(): Iterable<ClientPerson>;
}

/** Whose queries are selected: those of one device, of the devices of a person, or of a group. */
export interface ClientScope {
  readonly kind: "device" | "person" | "group";
  readonly id: number;
}

/** Parses `device:3`, `person:2` or `group:1`; undefined = none of them. */
export function readClientScope(text: string): ClientScope | undefined {
  const scope = parseScope(text);
  if (scope === undefined || scope.kind === "all" || scope.kind === "profile") return undefined;
  return { kind: scope.kind, id: scope.id };
}

/** Whether the device, person or group exists. */
export function scopeExists(askers: ClientDirectory, { kind, id }: ClientScope): boolean {
  if (kind === "device") return askers.device(id) !== undefined;
  return (kind === "person" ? askers.person(id) : askers.groupName(id)) !== undefined;
}

/** The devices of a scope. A shared device belongs to none of its people (A 2.4). */
export function devicesOf(askers: ClientDirectory, { kind, id }: ClientScope): number[] {
  if (kind === "device") return [id];
  const found: number[] = [];
  for (const device of askers.devices()) {
    if ((kind === "person" ? device.personId : device.groupId) === id) found.push(device.id);
  }
  return found;
}

/** The people who use a device: its owner, or all who share it. */
export function usersOf(askers: Pick<ClientDirectory, "device">, id: number): readonly number[] {
  const device = askers.device(id);
  if (device === undefined) return [];
  if (device.people.length > 0) return device.people;
  return device.personId === 0 ? [] : [device.personId];
}

/** The devices that a person shares with others. */
export function sharedDevicesOf(askers: ClientDirectory, person: number): number[] {
  const found: number[] = [];
  for (const { id, people } of askers.devices()) if (people.includes(person)) found.push(id);
  return found;
}

/**
 * Whether the queries of a device are private: an adult who uses it did not agree to detailed
 * reports (A 4.4, 7.1.5).
 */
export function isPrivate(askers: Pick<ClientDirectory, "person">, device: ClientDevice): boolean {
  const people = device.people.length > 0 ? device.people : [device.personId];
  return people.some((id) => isReserved(askers.person(id)));
}

/** Whether a person is an adult who did not agree to detailed reports. */
export function isReserved(person: ClientPerson | undefined): boolean {
  return person?.profile === "adult" && !person.detailedReports;
}
