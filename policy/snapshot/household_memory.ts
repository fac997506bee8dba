/**
 * What compiling a household came to, kept for the next compilation: a change of a household with
 * thousands of devices touches a few classes, and the others stay the same objects.
 */
import { hasSameItems } from "../model/items.ts";
import { formatScope, narrownessOf, parseScope, type ScopeSubject } from "../model/scope.ts";
import { type Profile, PROFILES } from "../model/household.ts";
import type { EncodedDevices } from "./device_table.ts";
import type { ClassTime } from "./person_time.ts";
import type { Restriction } from "./restrictions.ts";
import type { ClassParts } from "./snapshot_parts.ts";

/** A class without its version, with a text key of everything that its answers depend on. */
export interface UnversionedClass {
  readonly parts: Omit<ClassParts, "version">;
  readonly key: string;
}

/**
 * The subject of a class. The device is part of it only if the device has choices of its own;
 * otherwise person and group apply.
 */
export interface View extends ScopeSubject {
  readonly quarantined: boolean;
  /** The device that this person shares with others; its time is counted separately. */
  readonly shared?: number;
  /** Restricted mode of the device or the group; absent = off, or suspended. */
  readonly restriction?: Restriction | undefined;
}

/** The result of choices, with a text key of all of it. */
export interface Chosen {
  readonly parts: Pick<
    ClassParts,
    | "lists"
    | "listWindows"
    | "services"
    | "serviceNarrowness"
    | "windows"
    | "safeSearch"
    | "closedCategories"
  >;
  readonly key: string;
  /** Whether it depends on the time of the compilation. */
  readonly timed: boolean;
}

/** Everything that the class of a view is made of, besides what its key says. */
export interface ViewInput {
  readonly profile: Profile | undefined;
  readonly chain: readonly string[];
  readonly pausedUntil: number;
  readonly time: ClassTime;
  readonly limited: readonly string[];
  readonly chosen: Chosen;
  /** The map of what equal choices came to. */
  readonly choices: ReadonlyMap<string, Chosen>;
  /** The numbers and the narrowness of the scopes that have rules, and the scopes that have some. */
  readonly scopes: readonly number[];
  readonly ruleScopes: readonly string[];
  readonly lines: string | undefined;
  /** The number of its upstreams. */
  readonly upstreams: number | undefined;
  readonly restriction: Restriction | undefined;
}

/** A view with the class that was made for it. */
export interface KnownView extends ViewInput {
  readonly made: UnversionedClass;
}

/** Whether all of a view is still what is kept of it, so that it need not be kept anew. */
export function isKeptWhole(known: KnownView, input: ViewInput): boolean {
  return known.choices === input.choices && known.chosen === input.chosen &&
    known.ruleScopes === input.ruleScopes && hasSameItems(known.limited, input.limited) &&
    hasSameInput(known, input);
}

/** Whether a class made for one input is that of another. */
export function hasSameInput(a: ViewInput, b: ViewInput): boolean {
  return a.profile === b.profile && a.pausedUntil === b.pausedUntil &&
    a.time.key === b.time.key && a.chosen.key === b.chosen.key && a.lines === b.lines &&
    a.upstreams === b.upstreams && hasSameItems(a.scopes, b.scopes) &&
    isSameRestriction(a.restriction, b.restriction);
}

/** The numbers of the lists of domains change with those of other devices. */
function isSameRestriction(a: Restriction | undefined, b: Restriction | undefined): boolean {
  return a?.key === b?.key &&
    hasSameItems(a?.parts.restricted ?? [], b?.parts.restricted ?? []);
}

/** Numbers and narrowness of the scopes that have rules, by scope. */
export type RuleScopes = ReadonlyMap<string, readonly [number: number, narrowness: number]>;

/** The classes of scopes as they were compiled, with what they were compiled for. */
interface KnownScopes {
  readonly people: readonly number[];
  readonly groups: readonly number[];
  readonly classes: readonly number[];
  readonly byScope: Readonly<Record<string, number>>;
}

/** The memory of one household. */
export class HouseholdMemory {
  #input = "";
  #chosen = new Map<string, Chosen>();
  /** The views of the last compilation, by their keys. */
  views: ReadonlyMap<number | string, KnownView> = new Map();
  /** The classes of the last compilation that several people share, by their keys. */
  shared: ReadonlyMap<string, UnversionedClass> = new Map();
  /** The devices of the last compilation. */
  devices: EncodedDevices | undefined;
  #scopes: KnownScopes = { people: [], groups: [], classes: [], byScope: {} };
  #rules: { readonly scopes: readonly string[]; readonly known: RuleScopes } = {
    scopes: [],
    known: new Map(),
  };

  /**
   * The classes of profiles, people and groups, in this order; the same object while they are
   * those of the last compilation.
   */
  scopesOf(
    people: readonly number[],
    groups: readonly number[],
    classes: readonly number[],
  ): Readonly<Record<string, number>> {
    const before = this.#scopes;
    const isSame = hasSameItems(before.people, people) && hasSameItems(before.groups, groups) &&
      hasSameItems(before.classes, classes);
    if (isSame) return before.byScope;
    const byScope: Record<string, number> = {};
    let at = 0;
    for (const profile of PROFILES) byScope[`profile:${profile}`] = classes[at++];
    for (const id of people) byScope[formatScope("person", id)] = classes[at++];
    for (const id of groups) byScope[formatScope("group", id)] = classes[at++];
    this.#scopes = { people, groups, classes, byScope };
    return byScope;
  }

  /** The scopes that have rules; the same map for the same array. */
  ruleScopesOf(scopes: readonly string[]): RuleScopes {
    if (scopes !== this.#rules.scopes) {
      const known = new Map<string, readonly [number, number]>();
      for (const [number, scope] of scopes.entries()) {
        const kind = parseScope(scope)?.kind;
        if (kind !== undefined) known.set(scope, [number, narrownessOf(kind)]);
      }
      this.#rules = { scopes, known };
    }
    return this.#rules.known;
  }

  /**
   * What choices came to with equal choices, lists and services: another map after each change of
   * these. Those that depend on the time are not among them.
   */
  chosen(input: string): Map<string, Chosen> {
    if (input !== this.#input) this.#chosen = new Map();
    this.#input = input;
    return this.#chosen;
  }
}
