/**
 * Which categories with a daily limit are blocked by choice, whatever the time left: more minutes of
 * them would open nothing, so none may be asked for (A 3.2, 7.6.5).
 */
import { SERVICES } from "../catalogue/services.ts";
import {
  type ChoicesByScope,
  groupByKey,
  narrowestCategory,
  narrowestService,
} from "../model/effective.ts";
import type { ChoiceRow, PauseRow, Profile, ServiceRow } from "../model/household.ts";
import { TIMED_CATEGORIES, type TimedCategory } from "../model/person_time.ts";
import { categoryOfGroup } from "./used_services.ts";

/** What scopes chose, as rows. */
export interface ChosenRows {
  readonly choices: readonly ChoiceRow[];
  readonly pauses: readonly PauseRow[];
  /** Services that the household added. */
  readonly services: readonly ServiceRow[];
}

/** A person, alone or on a device: the scopes that cover them, narrowest first, and their profile. */
export interface ChoiceLine {
  readonly scopes: readonly string[];
  readonly profile: Profile | undefined;
}

/** Finds the categories; made once for a set of rows. */
export class BlockedByChoice {
  readonly #categories: ReadonlyMap<string, ChoicesByScope>;
  readonly #services: ReadonlyMap<string, ChoicesByScope>;
  readonly #pauses: ReadonlyMap<string, number>;
  /** Identifiers of the services of each category. */
  readonly #members: ReadonlyMap<TimedCategory, readonly string[]>;

  constructor({ choices, pauses, services }: ChosenRows) {
    const own = services.map(({ id, group }) => ({ id, category: categoryOfGroup(group) }));
    const all = [...SERVICES, ...own];
    this.#categories = groupByKey(choices.filter(({ kind }) => kind === "category"));
    this.#services = groupByKey(choices.filter(({ kind }) => kind === "service"));
    this.#pauses = new Map(pauses.map(({ scope, until }) => [scope, until]));
    this.#members = new Map(
      TIMED_CATEGORIES.map((category) => [
        category,
        all.filter((service) => service.category === category).map(({ id }) => id),
      ]),
    );
  }

  /**
   * The categories of which a line reaches nothing at Unix milliseconds `now`. A pause lifts
   * choices, so there is none while it lasts.
   */
  of({ scopes, profile }: ChoiceLine, now: number): ReadonlySet<TimedCategory> {
    const isPaused = scopes.some((scope) => (this.#pauses.get(scope) ?? 0) > now);
    if (isPaused) return new Set();
    return new Set(
      TIMED_CATEGORIES.filter((category) => this.#blocks(category, { scopes, profile })),
    );
  }

  /** Whether lists of the category block, and each of its services is blocked at any hour. */
  #blocks(category: TimedCategory, { scopes, profile }: ChoiceLine): boolean {
    const chosen = this.#categories.get(category);
    if (narrowestCategory(scopes, profile, category, chosen, true).value !== "block") return false;
    return this.#members.get(category)!.every((id) => {
      const own = this.#services.get(id);
      const held = narrowestService(scopes, profile, category, own, chosen);
      return held.value === "block" && held.schedule === "";
    });
  }
}
