/**
 * User actions on a device as changes of its row: name it, assign it, put it into a group, merge
 * two devices.
 */
import { isMachineMac, normalizeMac, parseMac } from "../../../../policy/model/mac.ts";
import { DomainError } from "../../../schema/errors.ts";
import { givenName } from "../given_name.ts";
import { assignOwners, devicesOfPerson, mergedPeople, type Owners, ownersOf } from "../owner.ts";
import type { Device, HouseholdRepository } from "../household_repository.ts";
import type { DeviceResponse } from "../device_response.ts";
import { sentence } from "../../../../policy/model/sentence.ts";

/** The editable fields of a device; an empty value removes the field. */
export interface DeviceWords {
  readonly name?: string | undefined;
  readonly kind?: string | undefined;
  readonly system?: string | undefined;
}

/** The filter of a device list. */
export interface DeviceFilter {
  /** Devices of this person, sole or shared; 0 = devices without an owner. */
  readonly person?: number | undefined;
  /** 0 = no group. */
  readonly group?: number | undefined;
  /** Part of the label, a hardware address, an address, or the vendor. */
  readonly q?: string | undefined;
  /** Only devices with these numbers. */
  readonly ids?: readonly number[] | undefined;
}

/**
 * A hardware address in its stored form. Refuses with `bad_value` malformed addresses and those
 * that belong to no single machine: multicast, broadcast and all zeros.
 */
export function hardwareAddress(text: string): string {
  const mac = normalizeMac(text);
  if (mac === undefined) {
    throw new DomainError(
      "bad_value",
      sentence`This is not a hardware address; write it as aa:bb:cc:dd:ee:ff`,
    );
  }
  if (!isMachineMac(parseMac(mac)!)) {
    throw new DomainError(
      "bad_value",
      sentence`This hardware address belongs to no single device: ${mac}`,
    );
  }
  return mac;
}

/** A name as it is stored; "" for a blank one. */
function optionalName(text: string): string {
  return text.trim() === "" ? "" : givenName(text);
}

/** The device with the entered fields. A name makes it known; a kind or a system does not. */
export function withWords(device: Device, { name, kind, system }: DeviceWords): Device {
  const changed = {
    ...device,
    ...(name === undefined ? {} : { name: optionalName(name) }),
    ...(kind === undefined ? {} : { kind }),
    ...(system === undefined ? {} : { system: optionalName(system) }),
  };
  return name === undefined || changed.name === "" ? changed : assignOwners(changed);
}

/** The device with its new owners, or without any. */
export function givenWords(
  device: Device,
  owners: Owners,
  register: Pick<HouseholdRepository, "people">,
): Device {
  const people = ownersOf(owners, register);
  const owned = devicesOfPerson(device, people);
  return people.length === 0 ? owned : assignOwners({ ...owned, follows: "" });
}

/** The device in a group, 0 = in none. */
export function withGroup(
  device: Device,
  groupId: number,
  register: Pick<HouseholdRepository, "groups">,
): Device {
  if (groupId === 0) return { ...device, groupId };
  if (!register.groups.has(groupId)) {
    throw new DomainError("bad_value", sentence`There is no group with the number: ${groupId}`);
  }
  if (device.people.length > 0) {
    throw new DomainError(
      "conflict",
      sentence`A shared device cannot be in a group; assign it to one person first`,
    );
  }
  return assignOwners({ ...device, groupId, follows: groupId === 0 ? device.follows : "" });
}

/**
 * Merges two devices. Values missing in the first come from the second. The result is quarantined
 * if a user quarantined either of them.
 */
export function mergedDevice(kept: Device, other: Device): Device {
  const one = devicesOfPerson(
    { ...kept, groupId: kept.groupId || other.groupId },
    mergedPeople(kept, other),
  );
  const known = kept.known || other.known;
  const held = (device: Device) => device.quarantined && (!known || device.known);
  return {
    ...one,
    name: kept.name || other.name,
    kind: kept.kind || other.kind,
    system: kept.system || other.system,
    macs: [...kept.macs, ...other.macs].sort(),
    created: Math.min(kept.created, other.created),
    follows: kept.follows === "" || other.follows === "" ? "" : kept.follows,
    known,
    quarantined: held(kept) || held(other),
  };
}

/** Whether a device matches the person and the group of a filter. */
export function isOwnedBy(
  { personId, people, groupId }: Device,
  { person, group }: DeviceFilter,
): boolean {
  const ofPerson = person === undefined ||
    (people.length === 0 ? personId === person : people.includes(person));
  return ofPerson &&
    (group === undefined || (groupId === group && (group > 0 || people.length === 0)));
}

/** Whether a device matches a search text in lower case. */
export function matchesFilter(
  { label, vendor, macs, addresses }: DeviceResponse,
  wanted: string,
): boolean {
  return [label, vendor, ...macs, ...addresses].some((text) => text.toLowerCase().includes(wanted));
}
