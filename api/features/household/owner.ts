/**
 * The owners of a device (one person, several people, or none) and the effects on its group and
 * quarantine (A 2.4, 4.4).
 */
import { LIMITS } from "../../../policy/limits.ts";
import { DomainError } from "../../schema/errors.ts";
import type { Device, Person } from "./members.ts";
import { programSentence, sentence } from "../../../policy/model/sentence.ts";

/** The owners to set: one person (0 = none) or several; never both. */
export interface Owners {
  readonly person_id?: number | undefined;
  readonly people?: readonly number[] | undefined;
}

/**
 * The selected people, sorted. Refuses both fields at once, neither field, duplicates, too many
 * people, and unknown people.
 */
export function ownersOf(
  { person_id, people }: Owners,
  register: { readonly people: ReadonlyMap<number, Person> },
): number[] {
  if ((person_id === undefined) === (people === undefined)) {
    throw new DomainError(
      "bad_value",
      programSentence`Give either person_id (0 for nobody) or people, not both`,
    );
  }
  const ids = people ?? (person_id === 0 ? [] : [person_id!]);
  const most = LIMITS.sharedDevices.people;
  if (ids.length > most) {
    throw new DomainError("bad_value", sentence`A device can be shared by at most ${most} people`);
  }
  if (new Set(ids).size < ids.length) {
    throw new DomainError("bad_value", programSentence`people lists the same person twice`);
  }
  const unknown = ids.find((id) => !register.people.has(id));
  if (unknown !== undefined) {
    throw new DomainError("bad_value", sentence`There is no person with the number: ${unknown}`);
  }
  return ids.toSorted((a, b) => a - b);
}

/**
 * The device with its new owners: sorted, and all of them existing. A shared device has no group.
 */
export function devicesOfPerson(device: Device, people: readonly number[]): Device {
  const shared = people.length > 1;
  return {
    ...device,
    personId: shared ? 0 : people[0] ?? 0,
    people: shared ? people : [],
    groupId: shared ? 0 : device.groupId,
  };
}

/** All owners of a device, sorted. */
export function peopleOf({ personId, people }: Device): readonly number[] {
  return personId === 0 ? people : [personId];
}

/**
 * The device after a user has said what it is. It leaves quarantine if it was quarantined only
 * until then.
 */
export function assignOwners(device: Device): Device {
  return { ...device, known: true, quarantined: device.quarantined && device.known };
}

/** The owners of two merged devices. Refuses when different people share them. */
export function mergedPeople(kept: Device, other: Device): readonly number[] {
  const mine = peopleOf(kept);
  const theirs = peopleOf(other);
  if (mine.length === 0 || theirs.length === 0) return mine.length === 0 ? theirs : mine;
  if (mine.length === 1 && theirs.length === 1) return mine;
  const [wide, narrow] = mine.length >= theirs.length ? [mine, theirs] : [theirs, mine];
  const within = narrow.every((id) => wide.includes(id));
  if (within && (narrow.length === 1 || narrow.length === wide.length)) return wide;
  throw new DomainError(
    "conflict",
    sentence`These two devices have different owners; assign them first`,
  );
}
