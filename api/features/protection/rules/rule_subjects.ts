/** The people and devices in the scope of a rule, grouped by what decides about a name for them. */
import type { Profile } from "../../../../policy/model/household.ts";
import { formatScope, parseScope } from "../../../../policy/model/scope.ts";
import type { DeviceView, HouseholdView } from "../../household/scopes.ts";

interface Person {
  readonly id: number;
  readonly scope: string;
  readonly profile: Profile;
  /** The same for people for whom the same choices hold. */
  readonly key: string;
}

type Numbered = readonly [id: number, device: DeviceView];

/** The subjects of rules in a household; prepared once for several rules. */
export class RuleSubjects {
  readonly #household: HouseholdView;
  /** What scopes have of their own beside rules. */
  readonly #chosen: ReadonlyMap<string, string>;
  readonly #people: ReadonlyMap<number, Person>;
  readonly #everyone: readonly Person[];
  /** The numbers of devices among the scopes with choices. */
  readonly #chosenDevices: readonly number[];
  /** The devices of each group, gathered for the first rule of a group. */
  #byGroup: ReadonlyMap<number, readonly Numbered[]> | undefined;

  constructor(household: HouseholdView, chosen: ReadonlyMap<string, string>) {
    this.#household = household;
    this.#chosen = chosen;
    this.#everyone = Array.from(household.people, ([id, { profile }]) => {
      const scope = formatScope("person", id);
      return { id, scope, profile, key: `${profile} ${chosen.get(scope) ?? ""}` };
    });
    this.#people = new Map(this.#everyone.map((person) => [person.id, person]));
    this.#chosenDevices = devicesOf(chosen.keys());
  }

  /**
   * The people and devices in a scope, by one of those with the same result. Devices count only
   * where they may differ from their person. `ruled` are the scopes with a rule for the name.
   */
  alike(scope: string, ruled: ReadonlySet<string>): ReadonlyMap<string, readonly string[]> {
    const byKey = new Map<string, string[]>();
    const add = (key: string, subject: string) => {
      const group = byKey.get(key);
      if (group === undefined) byKey.set(key, [subject]);
      else group.push(subject);
    };
    const people = this.#peopleIn(scope);
    for (const person of people) add(this.#personKey(person, ruled), person.scope);
    for (const [id, device] of this.#devicesIn(scope, people, ruled)) {
      const subject = formatScope("device", id);
      add(this.#deviceKey(subject, device, ruled), subject);
    }
    return new Map([...byKey.values()].map((group) => [group[0], group]));
  }

  #personKey({ scope, key }: Person, ruled: ReadonlySet<string>): string {
    return ruled.has(scope) ? scope : key;
  }

  #deviceKey(scope: string, device: DeviceView, ruled: ReadonlySet<string>): string {
    if (ruled.has(scope)) return scope;
    const keys = ownersOf(device).map((id) => {
      const person = this.#people.get(id);
      return person === undefined ? "" : this.#personKey(person, ruled);
    });
    const own = this.#chosen.get(scope) ?? "";
    return `${own} of ${keys.sort().join()} in ${device.groupId}`;
  }

  #peopleIn(text: string): readonly Person[] {
    const { kind, id, profile } = parseScope(text) ?? {};
    if (kind === "all") return this.#everyone;
    if (kind === "profile") return this.#everyone.filter((person) => person.profile === profile);
    const person = kind === "person" ? this.#people.get(id!) : undefined;
    return person === undefined ? [] : [person];
  }

  #devicesIn(
    text: string,
    people: readonly Person[],
    ruled: ReadonlySet<string>,
  ): readonly Numbered[] {
    const { devices } = this.#household;
    const { kind, id } = parseScope(text) ?? {};
    if (kind === "group") return this.#devicesOfGroup(id!);
    const numbers = kind === "device"
      ? [id!]
      : [...new Set([...this.#chosenDevices, ...devicesOf(ruled)])].sort((a, b) => a - b);
    const covered = new Set(people.map((person) => person.id));
    return numbers.flatMap((number) => {
      const device = devices.get(number);
      if (device === undefined) return [];
      const isIn = kind === "device" || kind === "all" ||
        ownersOf(device).some((owner) => covered.has(owner));
      return isIn ? [[number, device] as const] : [];
    });
  }

  #devicesOfGroup(group: number): readonly Numbered[] {
    this.#byGroup ??= gatherGroups(this.#household.devices);
    return this.#byGroup.get(group) ?? [];
  }
}

/** Devices by their groups. */
function gatherGroups(
  devices: ReadonlyMap<number, DeviceView>,
): ReadonlyMap<number, readonly Numbered[]> {
  const groups = new Map<number, Numbered[]>();
  devices.forEach((device, id) => {
    const { groupId } = device;
    if (groupId === 0) return;
    const group = groups.get(groupId);
    if (group === undefined) groups.set(groupId, [[id, device]]);
    else group.push([id, device]);
  });
  return groups;
}

function ownersOf({ people, personId }: DeviceView): readonly number[] {
  return people.length > 1 ? people : [personId];
}

function devicesOf(scopes: Iterable<string>): number[] {
  return [...scopes].filter((scope) => scope.startsWith("device:")).map((scope) =>
    parseScope(scope)!.id!
  );
}
