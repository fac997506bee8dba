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

/** The subjects of rules in a household; prepared once for several rules. */
export class RuleSubjects {
  readonly #household: HouseholdView;
  /** What scopes have of their own beside rules. */
  readonly #chosen: ReadonlyMap<string, string>;
  readonly #people: ReadonlyMap<number, Person>;
  /** The numbers of devices among the scopes with choices. */
  readonly #chosenDevices: readonly number[];

  constructor(household: HouseholdView, chosen: ReadonlyMap<string, string>) {
    this.#household = household;
    this.#chosen = chosen;
    this.#people = new Map(
      [...household.people].map(([id, { profile }]) => {
        const scope = formatScope("person", id);
        return [id, { id, scope, profile, key: `${profile} ${chosen.get(scope) ?? ""}` }];
      }),
    );
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
    const all = [...this.#people.values()];
    if (kind === "all") return all;
    if (kind === "profile") return all.filter((person) => person.profile === profile);
    const person = kind === "person" ? this.#people.get(id!) : undefined;
    return person === undefined ? [] : [person];
  }

  #devicesIn(
    text: string,
    people: readonly Person[],
    ruled: ReadonlySet<string>,
  ): readonly (readonly [number, DeviceView])[] {
    const { devices } = this.#household;
    const { kind, id } = parseScope(text) ?? {};
    if (kind === "group") return [...devices].filter(([, { groupId }]) => groupId === id);
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
}

function ownersOf({ people, personId }: DeviceView): readonly number[] {
  return people.length > 1 ? people : [personId];
}

function devicesOf(scopes: Iterable<string>): number[] {
  return [...scopes].filter((scope) => scope.startsWith("device:")).map((scope) =>
    parseScope(scope)!.id!
  );
}
