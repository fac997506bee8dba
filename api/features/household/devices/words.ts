/** What people do to a device, as changes of its row: name it, give it away, put it into a group, make one of two. */
import { isMachineMac, parseMac, readMac } from "../../../../policy/model/mac.ts";
import { ApiError } from "../../../http/errors.ts";
import { givenName } from "../given_name.ts";
import { madeKnown, mergedPeople, ownedBy, type Owners, ownersOf } from "../owner.ts";
import type { Device, Register } from "../register.ts";
import type { ShownDevice } from "../shown_device.ts";

/** What people say of a device; empty takes it back. */
export interface DeviceWords {
  readonly name?: string | undefined;
  readonly kind?: string | undefined;
  readonly system?: string | undefined;
}

/** Which devices are wanted. */
export interface DeviceFilter {
  /** Of this person, alone or shared; 0 = of nobody. */
  readonly person?: number | undefined;
  /** 0 = in no group. */
  readonly group?: number | undefined;
  /** Part of the label, a hardware address, an address, or the vendor. */
  readonly q?: string | undefined;
}

/** A hardware address as it is kept; refuses with `bad_value` what is none, and what is no machine's: groups, everyone, nobody. */
export function hardwareAddress(text: string): string {
  const mac = readMac(text);
  if (mac === undefined) {
    throw new ApiError("bad_value", "This is no hardware address; write it as aa:bb:cc:dd:ee:ff");
  }
  if (!isMachineMac(parseMac(mac)!)) {
    throw new ApiError("bad_value", `This is the address of no single device: ${mac}`);
  }
  return mac;
}

/** The device with what is said of it. A name says what it is; a kind or a system does not. */
export function worded(device: Device, { name, kind, system }: DeviceWords): Device {
  const said = {
    ...device,
    ...(name === undefined ? {} : { name: name.trim() === "" ? "" : givenName(name) }),
    ...(kind === undefined ? {} : { kind }),
    ...(system === undefined ? {} : { system: system.trim() === "" ? "" : givenName(system) }),
  };
  return name === undefined || said.name === "" ? said : madeKnown(said);
}

/** The device given to people or to nobody. */
export function given(device: Device, owners: Owners, register: Pick<Register, "people">): Device {
  const people = ownersOf(owners, register), owned = ownedBy(device, people);
  return people.length === 0 ? owned : madeKnown(owned);
}

/** The device in a group, 0 = in none. */
export function grouped(
  device: Device,
  groupId: number,
  register: Pick<Register, "groups">,
): Device {
  if (groupId === 0) return { ...device, groupId };
  if (!register.groups.has(groupId)) {
    throw new ApiError("bad_value", `There is no group with the number: ${groupId}`);
  }
  if (device.people.length > 0) {
    throw new ApiError(
      "conflict",
      "A device that several people share is in no group; give it to one person first",
    );
  }
  return madeKnown({ ...device, groupId });
}

/** One device of two: what the first does not say, the other does. Held when somebody held either of them. */
export function merged(kept: Device, other: Device): Device {
  const one = ownedBy(
    { ...kept, groupId: kept.groupId || other.groupId },
    mergedPeople(kept, other),
  );
  const known = kept.known || other.known,
    held = (device: Device) => device.quarantined && (!known || device.known);
  return {
    ...one,
    ...{
      name: kept.name || other.name,
      kind: kept.kind || other.kind,
      system: kept.system || other.system,
    },
    ...{
      macs: [...kept.macs, ...other.macs].sort(),
      created: Math.min(kept.created, other.created),
    },
    ...{ known, quarantined: held(kept) || held(other) },
  };
}

/** Whether a device is of the person and in the group that a filter names. */
export function isOf(
  { personId, people, groupId }: Device,
  { person, group }: DeviceFilter,
): boolean {
  const ofPerson = person === undefined ||
    (people.length === 0 ? personId === person : people.includes(person));
  return ofPerson &&
    (group === undefined || (groupId === group && (group > 0 || people.length === 0)));
}

/** Whether a device can be meant by a text, lower case. */
export function isMeant({ label, vendor, macs, addresses }: ShownDevice, wanted: string): boolean {
  return [label, vendor, ...macs, ...addresses].some((text) => text.toLowerCase().includes(wanted));
}
