/**
 * What people chose becomes part of a snapshot: rules, classes of devices, services, tunnels. It is read as one; while the
 * database cannot be used, all of it stays as it was.
 */
import type { HouseholdRows } from "../policy/model/household.ts";
import { NO_HOUSEHOLD } from "../policy/model/household.ts";
import { windowsOf } from "../policy/model/hours.ts";
import type { PersonalRule } from "../policy/model/personal_rule.ts";
import { compilePersonalRules } from "../policy/rules/compile.ts";
import { compileHousehold } from "../policy/snapshot/household.ts";
import { NO_PERSONAL_RULES } from "../policy/snapshot/personal_rules.ts";
import {
  type ClassParts,
  HOLDS,
  type ListInfo,
  type SnapshotParts,
} from "../policy/snapshot/snapshot.ts";
import { ClassVersions, digest, ruleDigests } from "./class_versions.ts";

/** What a snapshot has from the choices of people. */
export type HouseholdParts = Pick<
  SnapshotParts,
  "personal" | "classes" | "devices" | "services" | "tunnels" | "permitted"
>;

/** What it needs. */
export interface HouseholdOptions {
  /** The rules that people wrote, those that hold now. */
  readonly personalRules: () => Promise<readonly PersonalRule[]>;
  /** People, groups, devices and what each scope chose. */
  readonly household: () => Promise<HouseholdRows>;
  /** Unix milliseconds. */
  readonly now: () => number;
  /** How far local time is ahead of UTC at an instant, in milliseconds. */
  readonly offset: (unix: number) => number;
  readonly secret: Uint8Array;
}

/** Makes these parts, from one snapshot to the next. */
export class HouseholdMaker {
  readonly #options: HouseholdOptions;
  readonly #versions = new ClassVersions();

  constructor(options: HouseholdOptions) {
    this.#options = options;
  }

  /** The versions of an earlier snapshot are not given again. */
  begin(classes: readonly ClassParts[]): void {
    for (const { version } of classes) this.#versions.after(version);
  }

  /** The parts of a box whose database was never read. */
  unknown(lists: readonly ListInfo[]): HouseholdParts {
    return this.#compile([], NO_HOUSEHOLD, lists, "");
  }

  /** The parts of what holds now; `common` says what all answers depend on beside. Rejects while the database cannot be used. */
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
    const { secret, now, offset } = this.#options, at = now();
    const personal = rules.length === 0 ? NO_PERSONAL_RULES : compilePersonalRules(rules, secret);
    const { classes, devices, services } = compileHousehold(rows, {
      lists,
      ruleScopes: personal.scopes,
      windowsOf: (grid) => windowsOf(grid, at, offset),
      now: at,
      offset,
    });
    const all = digest(JSON.stringify([common, lists, services, rows.tunnels]));
    const stamped = this.#versions.stamp(classes, all, ruleDigests(rules, personal.scopes));
    const { tunnels, time: { permitted } } = rows;
    return { personal, classes: stamped, devices, services, tunnels, permitted };
  }
}

/** The parts of before beside lists that changed: each class keeps what it chose about a list, and a new one holds. */
export function relisted(
  kept: HouseholdParts,
  before: readonly ListInfo[],
  lists: readonly ListInfo[],
): HouseholdParts {
  const places = new Map(before.map(({ id }, number) => [id, number]));
  const classes = kept.classes.map((parts) => ({
    ...parts,
    lists: Uint8Array.from(lists, ({ id }) => {
      const place = places.get(id);
      return place === undefined ? HOLDS.block : parts.lists[place];
    }),
  }));
  return { ...kept, classes };
}
