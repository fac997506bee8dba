/** People of the household: their names, profiles and devices (A 2.4, 4.4). */
import { LIMITS } from "../../../../policy/limits.ts";
import type { Profile } from "../../../../policy/model/household.ts";
import { forgetStatements } from "../../../events/alert_rows.ts";
import { DomainError } from "../../../schema/errors.ts";
import { givenName, givenNameKey } from "../given_name.ts";
import { devicesOfPerson, peopleOf } from "../owner.ts";
import type { HouseholdRepository, Person } from "../household_repository.ts";
import { forgetScope } from "../scoped.ts";
import type { Runtime } from "../../../system/runtime.ts";
import { sentence } from "../../../../policy/model/sentence.ts";

/** The editable fields of a person. */
export interface PersonWords {
  readonly name?: string | undefined;
  readonly profile?: Profile | undefined;
}

/** A person with their devices. */
export interface PersonView extends Person {
  /** Numbers of their own devices, sorted. */
  readonly devices: readonly number[];
  /** Numbers of the devices that they share, sorted. */
  readonly sharedDevices: readonly number[];
}

/**
 * The people. Methods reject with DomainError for invalid user input, DatabaseUnavailableError when the
 * database cannot be used.
 */
export class PeopleService {
  readonly #register: HouseholdRepository;
  /** Unix milliseconds. */
  readonly #now: Runtime["now"];

  constructor(register: HouseholdRepository, now: Runtime["now"]) {
    this.#register = register;
    this.#now = now;
  }

  /** All people, in order of creation. */
  async list(): Promise<PersonView[]> {
    await this.#register.ready();
    const own = new Map<number, number[]>();
    const shared = new Map<number, number[]>();
    const add = (to: Map<number, number[]>, person: number, device: number) => {
      const known = to.get(person);
      if (known === undefined) to.set(person, [device]);
      else known.push(device);
    };
    // One pass over the devices: a company has thousands of them, and hundreds of people.
    for (const { id, personId, people } of this.#register.devices.values()) {
      for (const person of people) add(shared, person, id);
      if (personId !== 0 && !people.includes(personId)) add(own, personId, id);
    }
    const sorted = (ids: number[] = []) => ids.sort((a, b) => a - b);
    return [...this.#register.people.values()].map((person) => ({
      ...person,
      devices: sorted(own.get(person.id)),
      sharedDevices: sorted(shared.get(person.id)),
    }));
  }

  /** A person; undefined = no person has this number. */
  async find(id: number): Promise<PersonView | undefined> {
    await this.#register.ready();
    const person = this.#register.people.get(id);
    return person === undefined ? undefined : this.#view(person);
  }

  /** The name of a person; undefined = no person has this number. */
  async name(id: number): Promise<string | undefined> {
    await this.#register.ready();
    return this.#register.people.get(id)?.name;
  }

  /** A person, from memory. */
  byId(id: number): Person | undefined {
    return this.#register.people.get(id);
  }

  /** Adds a person. */
  add(
    { name, profile }: { readonly name: string; readonly profile: Profile },
  ): Promise<PersonView> {
    return this.#register.alone(async () => {
      if (this.#register.people.size >= LIMITS.household.people) {
        throw new DomainError(
          "conflict",
          sentence`There can be ${LIMITS.household.people} people; remove one first`,
        );
      }
      const now = this.#seconds();
      const said = { name: this.#free(name, 0), profile, detailedReports: false };
      return await this.#keep({
        id: this.#register.newId("people"),
        ...said,
        created: now,
        changed: now,
      });
    });
  }

  /** Changes a person. A person who is no longer an adult loses their consent. */
  change(id: number, { name, profile }: PersonWords): Promise<PersonView> {
    return this.#register.alone(async () => {
      const before = this.#register.person(id);
      const said = {
        ...(name === undefined ? {} : { name: this.#free(name, id) }),
        ...(profile === undefined ? {} : { profile }),
      };
      const after = { ...before, ...said, changed: this.#seconds() };
      return await this.#keep({
        ...after,
        detailedReports: after.detailedReports && after.profile === "adult",
      });
    });
  }

  /**
   * Removes a person with their rules and choices. A device shared by two people becomes the
   * device of the other.
   */
  remove(id: number): Promise<PersonView> {
    return this.#register.alone(async () => {
      const view = this.#view(this.#register.person(id));
      const devices = [...view.devices, ...view.sharedDevices].map((each) => {
        const device = this.#register.device(each);
        return devicesOfPerson(device, peopleOf(device).filter((one) => one !== id));
      });
      await this.#register.write({
        devices,
        gone: { people: [id] },
        // Watched addresses are removed with their person, so alerts about them are too (A 6).
        with: [
          ...forgetScope(`person:${id}`),
          ...forgetStatements({ kind: "breach", personId: id }),
        ],
      });
      return view;
    });
  }

  /**
   * Sets whether an adult agrees to showing the names queried by their shared devices (A 7.1.5).
   * `isTheirs` is checked under the mutex: an account detached from the person meanwhile cannot
   * agree.
   */
  agree(
    id: number,
    detailedReports: boolean,
    isTheirs: () => boolean = () => true,
  ): Promise<PersonView> {
    return this.#register.alone(async () => {
      if (!isTheirs()) throw new DomainError("no_right");
      const person = this.#register.person(id);
      if (person.profile !== "adult") {
        throw new DomainError("no_right", sentence`Only an adult can agree to detailed reports`);
      }
      return await this.#keep({ ...person, detailedReports, changed: this.#seconds() });
    });
  }

  /**
   * Withdraws every consent that an account gave for a person, after the accounts of that person
   * changed. Returns whether there was one.
   */
  endConsents(id: number): Promise<boolean> {
    return this.#register.alone(async () => {
      const person = this.#register.people.get(id);
      if (person === undefined || !person.detailedReports) return false;
      await this.#keep({ ...person, detailedReports: false, changed: this.#seconds() });
      return true;
    });
  }

  /** The name in its stored form; refuses a name that another person has. */
  #free(name: string, self: number): string {
    const said = givenName(name);
    const key = givenNameKey(said);
    const same = [...this.#register.people.values()].find((one) =>
      one.id !== self && givenNameKey(one.name) === key
    );
    if (same !== undefined) {
      throw new DomainError(
        "conflict",
        sentence`There is already a person called ${same.name}; choose another name`,
      );
    }
    return said;
  }

  async #keep(person: Person): Promise<PersonView> {
    await this.#register.write({ people: [person] });
    return this.#view(person);
  }

  #view(person: Person): PersonView {
    const devices: number[] = [];
    const sharedDevices: number[] = [];
    for (const { id, personId, people } of this.#register.devices.values()) {
      if (people.includes(person.id)) sharedDevices.push(id);
      else if (personId === person.id) devices.push(id);
    }
    const sorted = (ids: number[]) => ids.sort((a, b) => a - b);
    return { ...person, devices: sorted(devices), sharedDevices: sorted(sharedDevices) };
  }

  #seconds(): number {
    return Math.floor(this.#now() / 1000);
  }
}
