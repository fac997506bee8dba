/**
 * Compiles the parts of a snapshot that people chose: rules, classes of devices, services, tunnels.
 * They are read together; while the database is unavailable, all of them stay unchanged.
 */
import { isUnlimited } from "../../policy/model/list_reach.ts";
import { type HouseholdRows, NO_HOUSEHOLD } from "../../policy/model/household.ts";
import { computeWindows } from "../../policy/model/hours.ts";
import type { PersonalRule } from "../../policy/model/personal_rule.ts";
import { compilePersonalRules } from "../../policy/rules/compile.ts";
import { compileHousehold } from "../../policy/snapshot/household.ts";
import { HouseholdMemory } from "../../policy/snapshot/household_memory.ts";
import { NO_PERSONAL_RULES } from "../../policy/snapshot/personal_rules.ts";
import {
  type ClassParts,
  LIST_EFFECT,
  type ListInfo,
  type PersonalRuleParts,
  type SnapshotParts,
} from "../../policy/snapshot/snapshot_parts.ts";
import { ClassVersions, digest, RuleDigests } from "./class_versions.ts";
import type { Runtime } from "../system/runtime.ts";

/** The parts of a snapshot that come from people's choices. */
export type HouseholdParts = Pick<
  SnapshotParts,
  | "personal"
  | "classes"
  | "clients"
  | "devices"
  | "services"
  | "tunnels"
  | "visited"
  | "spyware"
  | "permitted"
  | "upstreamSets"
  | "restrictedNames"
>;

/** Dependencies of HouseholdCompiler. */
export interface HouseholdOptions {
  /** The active rules that people wrote. */
  readonly personalRules: () => Promise<readonly PersonalRule[]>;
  /** People, groups, devices and the choices of each scope. */
  readonly household: () => Promise<HouseholdRows>;
  readonly runtime: Runtime;
  /** The offset of local time from UTC at a time in Unix milliseconds, in milliseconds. */
  readonly offset: (unix: number) => number;
  readonly secret: Uint8Array;
}

/** Compiles these parts for each snapshot. */
export class HouseholdCompiler {
  readonly #options: HouseholdOptions;
  readonly #versions = new ClassVersions();
  readonly #digests = new RuleDigests();
  readonly #memory = new HouseholdMemory();
  #compiled: { readonly rules: readonly PersonalRule[]; readonly personal: PersonalRuleParts } = {
    rules: [],
    personal: NO_PERSONAL_RULES,
  };

  constructor(options: HouseholdOptions) {
    this.#options = options;
  }

  /** Ensures that the versions of an earlier snapshot are not assigned again. */
  begin(classes: readonly ClassParts[]): void {
    for (const { version } of classes) this.#versions.after(version);
  }

  /** The parts of a box whose database was never read. */
  unknown(lists: readonly ListInfo[]): HouseholdParts {
    return this.#compile([], NO_HOUSEHOLD, lists, "");
  }

  /**
   * The current parts; `common` is everything else that all responses depend on. Rejects while the
   * database is unavailable.
   */
  async parts(lists: readonly ListInfo[], common: string): Promise<HouseholdParts> {
    const { personalRules, household } = this.#options;
    const [rules, rows] = await Promise.all([personalRules(), household()]);
    return this.#compile(rules, rows, lists, common);
  }

  #compile(
    rules: readonly PersonalRule[],
    rows: HouseholdRows,
    lists: readonly ListInfo[],
    common: string,
  ): HouseholdParts {
    const { secret, runtime, offset } = this.#options;
    const at = runtime.now();
    const personal = this.#personal(rules, secret);
    const { classes, clients, devices, services, ...more } = compileHousehold(rows, {
      lists,
      ruleScopes: personal.scopes,
      windowsOf: (grid) => computeWindows(grid, at, offset),
      now: at,
      offset,
      keyOf: digest,
      memory: this.#memory,
    });
    // Whom a list is for changes the classes that it concerns only.
    const described = lists.map(({ scopes: _, except: __, schedule: ___, ...info }) => info);
    const { tunnels, visited, spyware, time: { permitted } } = rows;
    const all = digest(JSON.stringify([common, described, services, tunnels, visited, spyware]));
    const stamped = this.#versions.stamp(classes, all, this.#digests.of(rules, personal.scopes));
    return {
      personal,
      classes: stamped,
      clients,
      devices,
      services,
      tunnels,
      ...(visited && { visited }),
      ...(spyware && { spyware }),
      permitted,
      ...more,
    };
  }

  /** The compiled rules; the array of rules stays the same while no rule changes. */
  #personal(rules: readonly PersonalRule[], secret: Uint8Array): PersonalRuleParts {
    if (rules !== this.#compiled.rules) {
      const personal = rules.length === 0
        ? NO_PERSONAL_RULES
        : compilePersonalRules(rules, secret, this.#compiled.personal);
      this.#compiled = { rules, personal };
    }
    return this.#compiled.personal;
  }
}

/**
 * The previous parts with changed lists: each class keeps its choices for a list. A new list blocks
 * if it is for everyone; otherwise it waits until the household is known.
 */
export function withLists(
  kept: HouseholdParts,
  before: readonly ListInfo[],
  lists: readonly ListInfo[],
): HouseholdParts {
  const places = new Map(before.map(({ id }, number) => [id, number]));
  const numbers = new Map(lists.map(({ id }, number) => [id, number]));
  const classes = kept.classes.map(({ listWindows, ...parts }) => {
    const moved = listWindows?.flatMap(([list, from, to]) => {
      const number = numbers.get(before[list].id);
      return number === undefined ? [] : [[number, from, to] as const];
    });
    return {
      ...parts,
      lists: Uint8Array.from(lists, (list) => {
        const place = places.get(list.id);
        if (place !== undefined) return parts.lists[place];
        return isUnlimited(list) ? LIST_EFFECT.block : LIST_EFFECT.elsewhere;
      }),
      ...(moved !== undefined && moved.length > 0 && { listWindows: moved }),
    };
  });
  return { ...kept, classes };
}
