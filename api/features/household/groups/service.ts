/** Groups of devices that are treated alike, such as an office or the devices of a room. */
import { LIMITS } from "../../../../policy/limits.ts";
import { DomainError } from "../../../schema/errors.ts";
import { givenName, givenNameKey } from "../given_name.ts";
import type { Group, HouseholdRepository } from "../household_repository.ts";
import { forgetScope } from "../scoped.ts";
import type { Runtime } from "../../../system/runtime.ts";
import { sentence } from "../../../../policy/model/sentence.ts";

/** The editable fields of a group. */
export interface GroupWords {
  readonly name?: string | undefined;
  /** A device kind that represents the group, "" = none. */
  readonly kind?: string | undefined;
}

/** A group with its devices. */
export interface GroupView extends Group {
  /** Numbers, sorted. */
  readonly devices: readonly number[];
}

/**
 * The groups. Methods reject with DomainError for invalid user input, DatabaseUnavailableError when the
 * database cannot be used.
 */
export class GroupService {
  readonly #register: HouseholdRepository;
  /** Unix milliseconds. */
  readonly #now: Runtime["now"];

  constructor(register: HouseholdRepository, now: Runtime["now"]) {
    this.#register = register;
    this.#now = now;
  }

  /** All groups, by name. */
  async list(): Promise<GroupView[]> {
    await this.#register.ready();
    const { groups, devices } = this.#register;
    // In one pass: a household has many groups and thousands of devices.
    const inside = new Map<number, number[]>(groups.keys().map((id) => [id, []]));
    for (const { id, groupId } of devices.values()) inside.get(groupId)?.push(id);
    const views = [...groups.values()].map((group) => ({
      ...group,
      devices: inside.get(group.id)!.sort((a, b) => a - b),
    }));
    return views.sort((a, b) => a.name.localeCompare(b.name) || a.id - b.id);
  }

  /** Adds a group. */
  add({ name, kind = "" }: GroupWords & { readonly name: string }): Promise<GroupView> {
    return this.#register.alone(async () => {
      if (this.#register.groups.size >= LIMITS.household.groups) {
        throw new DomainError(
          "conflict",
          sentence`There can be ${LIMITS.household.groups} groups; remove one first`,
        );
      }
      const now = this.#seconds();
      const said = this.#free(name, 0);
      return await this.#keep({
        id: this.#register.newId("groups"),
        name: said,
        kind,
        created: now,
        changed: now,
      });
    });
  }

  /** Changes a group. */
  change(id: number, { name, kind }: GroupWords): Promise<GroupView> {
    return this.#register.alone(async () => {
      const group = this.#register.group(id);
      const said = {
        ...(name === undefined ? {} : { name: this.#free(name, id) }),
        ...(kind === undefined ? {} : { kind }),
      };
      return await this.#keep({ ...group, ...said, changed: this.#seconds() });
    });
  }

  /** Removes a group with its rules and choices; its devices remain, without a group. */
  remove(id: number): Promise<GroupView> {
    return this.#register.alone(async () => {
      const view = this.#view(this.#register.group(id));
      const devices = view.devices.map((each) => ({ ...this.#register.device(each), groupId: 0 }));
      await this.#register.write({
        devices,
        gone: { groups: [id] },
        with: forgetScope(`group:${id}`),
      });
      return view;
    });
  }

  /** The name in its stored form; refuses a name that another group has. */
  #free(name: string, self: number): string {
    const said = givenName(name);
    const key = givenNameKey(said);
    const same = [...this.#register.groups.values()].find((group) =>
      group.id !== self && givenNameKey(group.name) === key
    );
    if (same !== undefined) {
      throw new DomainError(
        "conflict",
        sentence`There is already a group called ${same.name}; choose another name`,
      );
    }
    return said;
  }

  async #keep(group: Group): Promise<GroupView> {
    await this.#register.write({ groups: [group] });
    return this.#view(group);
  }

  #view(group: Group): GroupView {
    const devices = [...this.#register.devices.values()].filter(({ groupId }) =>
      groupId === group.id
    );
    return { ...group, devices: devices.map(({ id }) => id).sort((a, b) => a - b) };
  }

  #seconds(): number {
    return Math.floor(this.#now() / 1000);
  }
}
