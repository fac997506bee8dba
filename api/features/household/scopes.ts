/**
 * The scopes of rules, choices and pauses in the household: whether they exist, their names, and
 * the scopes that cover them.
 */
import type { Profile } from "../../../policy/model/household.ts";
import { PROFILES } from "../../../policy/model/household.ts";
import { EVERYONE } from "../../../policy/model/personal_rule.ts";
import {
  formatScope,
  parseScope,
  scopeChainOf,
  type ScopeKind,
  type ScopeSubject,
} from "../../../policy/model/scope.ts";

/** A scope with its name. */
export interface NamedScope {
  readonly scope: string;
  readonly kind: ScopeKind;
  /**
   * The name given by the user; "" = for everyone and for profiles, which each language names
   * itself.
   */
  readonly name: string;
}

/** A scope with the scopes that cover it. */
export interface ScopeFacts extends NamedScope {
  /**
   * Scopes whose choices apply to it, the narrowest first; one line for each person of a shared
   * device.
   */
  readonly lines: readonly (readonly string[])[];
  /** Profiles that the lines belong to, in order; undefined = no person. */
  readonly profiles: readonly (Profile | undefined)[];
}

/**
 * A scope as written to the administration log, readable even after a rename: `Emma (person:2)`.
 */
export function scopeText({ scope, name }: Pick<NamedScope, "scope" | "name">): string {
  return name === "" ? scope : `${name} (${scope})`;
}

/** People, groups and devices in memory, by id. */
export interface HouseholdView {
  /** Resolves when they are in memory; rejects with DatabaseUnavailableError. */
  ready(): Promise<void>;
  readonly people: ReadonlyMap<number, { readonly name: string; readonly profile: Profile }>;
  readonly groups: ReadonlyMap<number, { readonly name: string }>;
  readonly devices: ReadonlyMap<number, DeviceView>;
}

/** A device as scopes need it. */
export interface DeviceView {
  readonly name: string;
  readonly personId: number;
  readonly people: readonly number[];
  readonly groupId: number;
  readonly known: boolean;
  readonly macs: readonly string[];
}

/**
 * The scopes of a household. Methods reject with DatabaseUnavailableError while the household is not
 * loaded.
 */
export class Scopes {
  readonly #household: HouseholdView;
  readonly #labelOf: (id: number) => string | undefined;

  /** `labelOf` returns the label shown for a device without a given name. */
  constructor(
    household: HouseholdView,
    labelOf: (id: number) => string | undefined = () => undefined,
  ) {
    this.#household = household;
    this.#labelOf = labelOf;
  }

  /** Finds a scope; undefined when the text is malformed or refers to nothing. */
  async find(text: string): Promise<ScopeFacts | undefined> {
    const scope = parseScope(text);
    if (scope === undefined) return undefined;
    const { kind, id, profile } = scope;
    const { people, groups, devices } = this.#household;
    if (kind === "all") {
      return { scope: text, kind, name: "", lines: [[EVERYONE]], profiles: [undefined] };
    }
    if (kind === "profile") {
      return { scope: text, kind, name: "", lines: [[text, EVERYONE]], profiles: [profile] };
    }
    await this.#household.ready();
    if (kind === "group") {
      const group = groups.get(id);
      return group &&
        { scope: text, kind, name: group.name, lines: [[text, EVERYONE]], profiles: [undefined] };
    }
    if (kind === "person") {
      const person = people.get(id);
      return person && { scope: text, kind, name: person.name, ...this.#person(id) };
    }
    const device = devices.get(id);
    if (device === undefined) return undefined;
    const group = device.groupId === 0 ? undefined : device.groupId;
    const owners = device.people.length > 1 ? device.people : [device.personId];
    const parts = owners.map((person) => this.#person(person, { device: id, group }));
    return {
      scope: text,
      kind,
      name: this.#nameOf(id, device),
      lines: parts.flatMap(({ lines }) => lines),
      profiles: parts.flatMap(({ profiles }) => profiles),
    };
  }

  /**
   * Scopes whose name contains a text in lower case: everyone and profiles first, then groups,
   * people and known devices by name.
   */
  async list(text: string, most: number): Promise<NamedScope[]> {
    await this.#household.ready();
    const { people, groups, devices } = this.#household;
    const all: NamedScope[] = [];
    if (text === "") {
      all.push({ scope: EVERYONE, kind: EVERYONE, name: "" });
      for (const profile of PROFILES) {
        all.push({ scope: `profile:${profile}`, kind: "profile", name: "" });
      }
    }
    const named = <T>(
      kind: "group" | "person" | "device",
      members: ReadonlyMap<number, T>,
      nameOf: (member: T, id: number) => string | undefined,
    ) => {
      const found = firstByName(members, nameOf, text, most - all.length);
      for (const [id, name] of found) all.push({ scope: formatScope(kind, id), kind, name });
    };
    named("group", groups, ({ name }) => name);
    named("person", people, ({ name }) => name);
    named("device", devices, (device, id) => {
      const isShown = device.known || device.name !== "";
      return isShown ? this.#nameOf(id, device) : undefined;
    });
    return all.slice(0, most);
  }

  /** The names of scopes; for a removed scope, its text. */
  async names(scopes: Iterable<string>): Promise<ReadonlyMap<string, string>> {
    const found = new Map<string, string>();
    for (const scope of scopes) found.set(scope, (await this.find(scope))?.name ?? scope);
    return found;
  }

  #nameOf(id: number, { name, macs }: DeviceView): string {
    return name || this.#labelOf(id) || macs[0] || formatScope("device", id);
  }

  #person(id: number, around: ScopeSubject = {}): Pick<ScopeFacts, "lines" | "profiles"> {
    const profile = this.#household.people.get(id)?.profile;
    const person = profile === undefined ? undefined : id;
    return { lines: [scopeChainOf({ ...around, person, profile })], profiles: [profile] };
  }
}

/**
 * The first `most` names that contain a text, in order; members without a name are left out. It
 * avoids sorting thousands of devices for each page, and makes nothing for most of them.
 */
function firstByName<T>(
  members: ReadonlyMap<number, T>,
  nameOf: (member: T, id: number) => string | undefined,
  text: string,
  most: number,
): readonly (readonly [number, string])[] {
  const first: (readonly [number, string])[] = [];
  if (most <= 0) return first;
  members.forEach((member, id) => {
    const name = nameOf(member, id);
    if (name === undefined || (first.length === most && name >= first[most - 1][1])) return;
    if (text !== "" && !name.toLowerCase().includes(text)) return;
    let low = 0;
    let high = first.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (first[middle][1] <= name) low = middle + 1;
      else high = middle;
    }
    first.splice(low, 0, [id, name]);
    if (first.length > most) first.pop();
  });
  return first;
}
