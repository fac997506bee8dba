/**
 * Identifies children and teenagers, to whom alone hours, limits and their notices apply (A 7.1), and
 * the devices of adults, which are never restricted (A 7.2.5).
 */
import type { Device, Person } from "./members.ts";
import { peopleOf } from "./owner.ts";

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

/** Whether an adult uses a device, alone or with others. */
export function isAdults(
  device: Device,
  household: ReadonlyMap<number, Pick<Person, "profile">>,
): boolean {
  return peopleOf(device).some((id) => household.get(id)?.profile === "adult");
}
