/**
 * The household as rows becomes classes of devices (DESIGN 3): for each device the narrowest scope that chose something wins,
 * and devices with equal choices share a class. A device that several people share has one view for each of them.
 */
import {
  byKey,
  type ChoicesByScope,
  type Effective,
  narrowest,
  narrowestCategory,
  narrowestSafeSearch,
} from "../model/effective.ts";
import type { CategoryAction, ChoiceRow, DeviceRow, HouseholdRows, Profile } from "../model/household.ts";
import { hasAction } from "../catalogue/categories.ts";
import { SAFE_SEARCH_ENGINES } from "../catalogue/safe_search.ts";
import { encodeDevices } from "./device_table.ts";
import { usedServices } from "./used_services.ts";
import { type ClassParts, type DeviceParts, HOLDS, type ListInfo, type ServiceInfo } from "./snapshot.ts";

/** What the household is compiled with. */
export interface HouseholdContext {
  readonly lists: readonly ListInfo[];
  /** Whom rules cover, by the number that the compiled rules name (policy/rules/compile.ts). */
  readonly ruleScopes: readonly string[];
  /** When a schedule holds, as instants (policy/model/hours.ts). */
  readonly windowsOf: (grid: string) => readonly (readonly [from: number, to: number])[];
}

/** A class whose version is not given yet, with all that its answers depend on as one text. */
export interface UnversionedClass {
  readonly parts: Omit<ClassParts, "version">;
  readonly key: string;
}

/** The compiled household. Class 0 holds for everything unknown. */
export interface HouseholdPolicy {
  readonly classes: readonly UnversionedClass[];
  readonly devices: DeviceParts;
  readonly services: readonly ServiceInfo[];
}

/** How narrow scopes are, for rules; the greater wins. */
const NARROWNESS = { all: 1, group: 2, person: 3, device: 4 } as const;
const CODES: Readonly<Record<CategoryAction, number>> = {
  allow: HOLDS.off,
  monitor: HOLDS.monitor,
  block: HOLDS.block,
};

/** Compiles a household; pure, and the same rows give the same classes in the same order. */
export function compileHousehold(rows: HouseholdRows, context: HouseholdContext): HouseholdPolicy {
  return new HouseholdCompiler(rows, context).compile();
}

/** Whose view a class is. */
interface View {
  /** The device itself, where it chose something of its own; absent = it follows its person and group. */
  readonly device: string | undefined;
  readonly person: string | undefined;
  readonly profile: Profile | undefined;
  readonly group: string | undefined;
  readonly quarantined: boolean;
}

class HouseholdCompiler {
  readonly #rows: HouseholdRows;
  readonly #context: HouseholdContext;
  readonly #choices: Readonly<Record<ChoiceRow["kind"], ReadonlyMap<string, ChoicesByScope>>>;
  readonly #pauses: ReadonlyMap<string, number>;
  /** Scopes that chose something of their own: a device that did not shares the view of its person and group. */
  readonly #own: ReadonlySet<string>;
  readonly #services: readonly ServiceInfo[];
  readonly #numbers: ReadonlyMap<string, number>;
  readonly #profiles: ReadonlyMap<number, Profile>;
  readonly #classes: UnversionedClass[] = [];
  /** Classes by what they hold, and by whose view they are. */
  readonly #byKey = new Map<string, number>();
  readonly #byView = new Map<string, number>();
  readonly #windows = new Map<string, readonly (readonly [number, number])[]>();
  readonly #ruleScopes: ReadonlyMap<string, number>;

  constructor(rows: HouseholdRows, context: HouseholdContext) {
    this.#rows = rows;
    this.#context = context;
    const { choices, pauses } = rows, of = (kind: ChoiceRow["kind"]) => choices.filter((row) => row.kind === kind);
    this.#choices = {
      category: byKey(of("category")),
      service: byKey(of("service")),
      safe_search: byKey(of("safe_search")),
    };
    this.#pauses = new Map(pauses.map(({ scope, until }) => [scope, until]));
    this.#own = new Set([...context.ruleScopes, ...choices.map(({ scope }) => scope), ...this.#pauses.keys()]);
    this.#services = usedServices(rows);
    this.#numbers = new Map(this.#services.map(({ id }, number) => [id, number]));
    this.#profiles = new Map(rows.people.map(({ id, profile }) => [id, profile]));
    this.#ruleScopes = new Map(context.ruleScopes.map((scope, number) => [scope, number]));
  }

  compile(): HouseholdPolicy {
    this.#classOf({ device: undefined, person: undefined, profile: undefined, group: undefined, quarantined: false });
    const devices = this.#rows.devices.flatMap((device) => {
      const class_ = this.#classOfDevice(device);
      return device.macs.map((mac) => ({ mac, id: device.id, class: class_, name: device.name }));
    });
    return { classes: this.#classes, devices: encodeDevices(devices), services: this.#services };
  }

  #classOfDevice({ id, personId, people, groupId, quarantined }: DeviceRow): number {
    const device = this.#own.has(`device:${id}`) ? `device:${id}` : undefined;
    const view = (person: number, group: number) => ({
      device,
      person: person === 0 ? undefined : `person:${person}`,
      profile: this.#profiles.get(person),
      group: group === 0 ? undefined : `group:${group}`,
      quarantined,
    });
    if (people.length < 2) return this.#classOf(view(people[0] ?? personId, groupId));
    const views = [...new Set(people.map((person) => this.#classOf(view(person, 0))))];
    return views.length === 1 ? views[0] : this.#shared(views);
  }

  /** The class of a device that several people share. */
  #shared(views: readonly number[]): number {
    const lists = new Uint8Array(this.#context.lists.length);
    return this.#add({ lists, tags: [], views }, views.map((view) => this.#classes[view].key).join(" & "));
  }

  #classOf(view: View): number {
    const { device, person, profile, group, quarantined } = view;
    const key = `${device} ${person} ${profile} ${group} ${quarantined}`;
    let known = this.#byView.get(key);
    if (known === undefined) this.#byView.set(key, known = this.#make(view));
    return known;
  }

  #make({ device, person, profile, group, quarantined }: View): number {
    const named = profile === undefined ? undefined : `profile:${profile}`;
    // Narrow scopes first: what the first of them chose holds.
    const chain = [device, person, named, group, "all"].filter((scope) => scope !== undefined);
    const pausedUntil = chain.reduce((last, scope) => Math.max(last, this.#pauses.get(scope) ?? 0), 0);
    const scopes = this.#scopesOf(chain);
    const services = this.#servicesOf(chain, profile), safeSearch = this.#safeSearchOf(chain, profile);
    const parts: Omit<ClassParts, "version"> = {
      lists: this.#listsOf(chain, profile),
      tags: profile === undefined ? [] : [profile === "adult" ? "user_regular" : "user_child"],
      scopes,
      ...(quarantined && { quarantined }),
      ...(pausedUntil > 0 && { pausedUntil }),
      ...(profile !== undefined && profile !== "adult" && { minor: true }),
      ...services,
      ...(safeSearch.length > 0 && { safeSearch }),
    };
    const plain = { ...parts, lists: [...parts.lists], services: [...parts.services ?? []] };
    return this.#add(parts, JSON.stringify(plain));
  }

  #add(parts: Omit<ClassParts, "version">, key: string): number {
    const known = this.#byKey.get(key);
    if (known !== undefined) return known;
    this.#byKey.set(key, this.#classes.length);
    return this.#classes.push({ parts, key }) - 1;
  }

  /** A list holds unless somebody chose otherwise for what it is about. */
  #listsOf(chain: readonly string[], profile: Profile | undefined): Uint8Array {
    return Uint8Array.from(this.#context.lists, ({ kind, category }) => {
      if (kind === "allow" || !hasAction(category)) return HOLDS.block;
      return CODES[this.#category(chain, profile, category, true)];
    });
  }

  #category(chain: readonly string[], profile: Profile | undefined, category: string, fed: boolean): CategoryAction {
    const choices = this.#choices.category.get(category);
    return narrowestCategory(chain, profile, category, choices, fed).value as CategoryAction;
  }

  #scopesOf(chain: readonly string[]): readonly number[] {
    return chain.flatMap((scope) => {
      const number = this.#ruleScopes.get(scope);
      const kind = scope.split(":")[0] as keyof typeof NARROWNESS;
      return number === undefined || NARROWNESS[kind] === undefined ? [] : [number, NARROWNESS[kind]];
    });
  }

  /** What becomes of services: as such where a scope blocks them, else as their category is chosen or set by the profile. */
  #servicesOf(chain: readonly string[], profile: Profile | undefined): Pick<ClassParts, "services" | "windows"> {
    const windows: [number, number, number][] = [];
    const services = Uint8Array.from(this.#services, ({ id, category }) => {
      const choice = narrowest(chain, this.#choices.service.get(id), "");
      if (choice.value === "block") return this.#blocked(id, choice, windows);
      if (choice.value === "allow" || !hasAction(category)) return HOLDS.off;
      const action = this.#category(chain, profile, category, false);
      return action === "block" ? HOLDS.category : CODES[action];
    });
    if (!services.some((code) => code !== HOLDS.off)) return {};
    return windows.length === 0 ? { services } : { services, windows };
  }

  #blocked(id: string, { schedule }: Effective, windows: [number, number, number][]): number {
    if (schedule === "") return HOLDS.block;
    let known = this.#windows.get(schedule);
    if (known === undefined) this.#windows.set(schedule, known = this.#context.windowsOf(schedule));
    for (const [from, to] of known) windows.push([this.#numbers.get(id)!, from, to]);
    return HOLDS.windows;
  }

  #safeSearchOf(chain: readonly string[], profile: Profile | undefined): readonly string[] {
    return SAFE_SEARCH_ENGINES.flatMap(({ id }) => {
      const { value } = narrowestSafeSearch(chain, profile, id, this.#choices.safe_search.get(id));
      return value === "off" ? [] : [value === "on" ? id : `${id}:${value}`];
    });
  }
}
