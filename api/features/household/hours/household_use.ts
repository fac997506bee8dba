/**
 * Which devices children and teenagers use, counted once for each state of the household: a large
 * one has ten thousand devices, and every page asks for the hours.
 */
import type { CutWhom } from "../../../../policy/model/person_time.ts";
import type { Device, HouseholdRepository, Person } from "../household_repository.ts";
import { isMinor, isMinors, isMinorsShared } from "../minors.ts";

/** The household as it is counted. */
export type CountedHousehold = Pick<HouseholdRepository, "people" | "devices">;

/** The counts of one state of the household. */
export class HouseholdUse {
  /** The children and teenagers. */
  readonly young: readonly Person[];
  /** The devices that children or teenagers share with others. */
  readonly shared: readonly Device[];
  /** The number of devices of each person. */
  readonly #devices = new Map<number, number>();
  readonly #reach: Readonly<Record<CutWhom, { readonly people: number; readonly devices: number }>>;

  constructor({ people, devices }: CountedHousehold) {
    const shared: Device[] = [];
    let ofMinors = 0;
    this.young = [...people.values()].filter(isMinor);
    for (const device of devices.values()) {
      const { personId, people: users, follows } = device;
      this.#count(personId);
      for (const id of users) this.#count(id);
      if (users.length > 1 && isMinorsShared(device, people)) shared.push(device);
      if (isMinors(device, people) || (follows === "child" && !people.has(personId))) ofMinors++;
    }
    this.shared = shared;
    this.#reach = {
      children: { people: this.young.length, devices: ofMinors },
      all: { people: people.size, devices: devices.size },
    };
  }

  /** The number of devices that a person uses, including shared ones. */
  devicesOf(person: number): number {
    return this.#devices.get(person) ?? 0;
  }

  /** The number of people and devices that a cut of the household closes. */
  reachOf(whom: CutWhom): { readonly people: number; readonly devices: number } {
    return this.#reach[whom];
  }

  #count(person: number): void {
    if (person !== 0) this.#devices.set(person, (this.#devices.get(person) ?? 0) + 1);
  }
}
