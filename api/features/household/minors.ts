/**
 * Identifies children and teenagers: hours, limits and their notices apply only to them (A 7.1).
 */
import type { Device, Person } from "./members.ts";

/** Whether a person is a child or a teenager. */
export function isMinor(person: Pick<Person, "profile"> | undefined): boolean {
  return person !== undefined && person.profile !== "adult";
}

/** Whether several people share a device and one of them is a child or a teenager. */
export function isMinorsShared(
  { people }: Pick<Device, "people">,
  household: ReadonlyMap<number, Pick<Person, "profile">>,
): boolean {
  return people.some((id) => isMinor(household.get(id)));
}

/** Whether a child or a teenager uses a device, alone or with others. */
export function isMinors(
  device: Pick<Device, "people" | "personId">,
  household: ReadonlyMap<number, Pick<Person, "profile">>,
): boolean {
  return isMinor(household.get(device.personId)) || isMinorsShared(device, household);
}
