/** Whom rules, choices and pauses are for, as the household knows them: whether they are there, their names, what covers them. */
import type { Profile } from "../policy/model/household.ts";
import { PROFILES } from "../policy/model/household.ts";
import { EVERYONE } from "../policy/model/personal_rule.ts";
import { lineOf, readScope, type ScopeKind, scopeOf, type Whose } from "../policy/model/scope.ts";

/** A scope with its name. */
export interface NamedScope {
  readonly scope: string;
  readonly kind: ScopeKind;
  /** As people call it; "" = for everyone and for profiles, which each language names itself. */
  readonly name: string;
}

/** A scope with what covers it. */
export interface ScopeFacts extends NamedScope {
  /** Scopes whose choices hold for it, the narrowest first; a line for each person of a device that several share. */
  readonly lines: readonly (readonly string[])[];
  /** Profiles that the lines belong to, in their order; undefined = of nobody. */
  readonly profiles: readonly (Profile | undefined)[];
}

/** A scope as the administration log tells it, long after its name was changed: `Emma (person:2)`. */
export function scopeSaid({ scope, name }: Pick<NamedScope, "scope" | "name">): string {
  return name === "" ? scope : `${name} (${scope})`;
}

/** People, groups and devices in memory, by id. */
export interface HouseholdView {
  /** Resolves when they are in memory; rejects with DatabaseUnavailable. */
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

/** The scopes of a household. Methods reject with DatabaseUnavailable while nothing is known of it. */
export class Scopes {
  readonly #household: HouseholdView;
  readonly #labelOf: (id: number) => string | undefined;

  /** `labelOf` gives the name under which a device is shown that nobody named. */
  constructor(
    household: HouseholdView,
    labelOf: (id: number) => string | undefined = () => undefined,
  ) {
    this.#household = household;
    this.#labelOf = labelOf;
  }

  /** A scope; undefined when it is none, or names nobody. */
  async find(text: string): Promise<ScopeFacts | undefined> {
    const scope = readScope(text);
    if (scope === undefined) return undefined;
    const { kind, id, profile } = scope, { people, groups, devices } = this.#household;
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
      ...{ scope: text, kind, name: this.#nameOf(id, device) },
      ...{
        lines: parts.flatMap(({ lines }) => lines),
        profiles: parts.flatMap(({ profiles }) => profiles),
      },
    };
  }

  /** Scopes whose name holds a text, lower case: everyone and profiles first, then groups, people and known devices by name. */
  async list(text: string, most: number): Promise<NamedScope[]> {
    await this.#household.ready();
    const { people, groups, devices } = this.#household, all: NamedScope[] = [];
    if (text === "") {
      all.push({ scope: EVERYONE, kind: EVERYONE, name: "" });
      for (const profile of PROFILES) {
        all.push({ scope: `profile:${profile}`, kind: "profile", name: "" });
      }
    }
    const named = (
      kind: "group" | "person" | "device",
      names: Iterable<readonly [number, string]>,
    ) => {
      const found = firstByName(names, text, most - all.length);
      for (const [id, name] of found) all.push({ scope: scopeOf(kind, id), kind, name });
    };
    named("group", groups.entries().map(([id, { name }]) => [id, name] as const));
    named("person", people.entries().map(([id, { name }]) => [id, name] as const));
    const known = devices.entries().filter(([, device]) => device.known || device.name !== "");
    named("device", known.map(([id, device]) => [id, this.#nameOf(id, device)] as const));
    return all.slice(0, most);
  }

  /** The names of scopes; of one that is gone, its text. */
  async names(scopes: Iterable<string>): Promise<ReadonlyMap<string, string>> {
    const found = new Map<string, string>();
    for (const scope of scopes) found.set(scope, (await this.find(scope))?.name ?? scope);
    return found;
  }

  #nameOf(id: number, { name, macs }: DeviceView): string {
    return name || this.#labelOf(id) || macs[0] || scopeOf("device", id);
  }

  #person(id: number, around: Whose = {}): Pick<ScopeFacts, "lines" | "profiles"> {
    const profile = this.#household.people.get(id)?.profile,
      person = profile === undefined ? undefined : id;
    return { lines: [lineOf({ ...around, person, profile })], profiles: [profile] };
  }
}

/** So many of the names that hold a text, the first by name, in order: thousands of devices are not sorted for each page. */
function firstByName(
  names: Iterable<readonly [number, string]>,
  text: string,
  most: number,
): readonly (readonly [number, string])[] {
  const first: (readonly [number, string])[] = [];
  for (const entry of names) {
    const name = entry[1];
    if (most <= 0 || (first.length === most && name >= first[most - 1][1])) continue;
    if (text !== "" && !name.toLowerCase().includes(text)) continue;
    let low = 0, high = first.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (first[middle][1] <= name) low = middle + 1;
      else high = middle;
    }
    first.splice(low, 0, entry);
    if (first.length > most) first.pop();
  }
  return first;
}
