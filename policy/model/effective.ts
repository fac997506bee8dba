/**
 * Computes the effective choice of a scope: the narrowest choice of each line of scopes, and the
 * strictest of the lines of a shared device (A 7.1.5).
 */
import {
  CATEGORY_DEFAULTS,
  hasAction,
  isConfidential,
  protectionKindOf,
} from "../catalogue/categories.ts";
import { SAFE_SEARCH_DEFAULTS, safeSearchValues } from "../catalogue/safe_search.ts";
import { CATEGORY_ACTIONS, type ChoiceRow, type Profile } from "./household.ts";
import { narrownessOfText, PROFILE_NARROWNESS } from "./scope.ts";

/** An effective choice and the scope that made it; "" = no scope did. */
export interface EffectiveChoice {
  readonly value: string;
  readonly from: string;
  readonly schedule: string;
}

/** The choices of one key by scope. */
export type ChoicesByScope = ReadonlyMap<string, ChoiceRow>;

/** Choices by key, then by scope. */
export function groupByKey(rows: readonly ChoiceRow[]): ReadonlyMap<string, ChoicesByScope> {
  const found = new Map<string, Map<string, ChoiceRow>>();
  for (const row of rows) {
    const scopes = found.get(row.key);
    if (scopes === undefined) found.set(row.key, new Map([[row.scope, row]]));
    else scopes.set(row.scope, row);
  }
  return found;
}

/** The choice of the narrowest scope of a line; `otherwise` applies if none made one. */
export function narrowestChoice(
  line: readonly string[],
  choices: ChoicesByScope | undefined,
  otherwise: string,
): EffectiveChoice {
  for (const scope of line) {
    const row = choices?.get(scope);
    if (row !== undefined) return { value: row.value, from: scope, schedule: row.schedule };
  }
  return { value: otherwise, from: "", schedule: "" };
}

/**
 * The strictest effective choice of several lines, by the order of `values`, the strictest last. A
 * choice that always applies takes precedence over a scheduled one.
 */
export function strictestChoice(
  held: readonly EffectiveChoice[],
  values: readonly string[],
): EffectiveChoice {
  const rank = ({ value, schedule }: EffectiveChoice) =>
    2 * values.indexOf(value) + (schedule === "" ? 1 : 0);
  const [first, ...rest] = held.toSorted((a, b) => rank(b) - rank(a));
  if (first.schedule === "") return first;
  const timed = rest.filter(({ value, schedule }) => value === first.value && schedule !== "");
  const schedule = timed.reduce((all, other) => together(all, other.schedule), first.schedule);
  return { ...first, schedule: schedule.includes("0") ? schedule : "" };
}

/** The union of two grids. */
function together(one: string, other: string): string {
  return one.replace(/0/g, (_, at) => other[at] === "1" ? "1" : "0");
}

/**
 * The effective choice about a category for a line whose person has this profile. Categories
 * required by law are blocked, and so are ways around the box for minors (A 7.1.2). A category
 * `fed` by subscribed lists is blocked if no scope made a choice, because subscribing to a list
 * implies applying it.
 */
export function narrowestCategory(
  line: readonly string[],
  profile: Profile | undefined,
  category: string,
  choices: ChoicesByScope | undefined,
  fed: boolean = false,
): EffectiveChoice {
  if (isFixed(category, profile)) return { value: "block", from: "", schedule: "" };
  const least = hasAction(category) ? CATEGORY_DEFAULTS[profile ?? "adult"][category] : "block";
  return aboveDefault(
    narrowestChoice(line, choices, fed ? "block" : least),
    profile,
    least,
    CATEGORY_ACTIONS,
  );
}

/** The effective safe search of an engine for a line whose person has this profile. */
export function narrowestSafeSearch(
  line: readonly string[],
  profile: Profile | undefined,
  engine: string,
  choices: ChoicesByScope | undefined,
): EffectiveChoice {
  const otherwise = SAFE_SEARCH_DEFAULTS[profile ?? "adult"].get(engine) ?? "off";
  return aboveDefault(
    narrowestChoice(line, choices, otherwise),
    profile,
    otherwise,
    safeSearchValues(engine),
  );
}

/**
 * The effective choice about a service for a line: the choice for the service, otherwise that for
 * its category, with `from` set to `category:NAME`. Allowing a way around the box has no effect for
 * children and teenagers, nor what everyone or a group allows in a category that their profile
 * closes.
 */
export function narrowestService(
  line: readonly string[],
  profile: Profile | undefined,
  category: string,
  choices: ChoicesByScope | undefined,
  ofCategory: ChoicesByScope | undefined,
): EffectiveChoice {
  const held = narrowestChoice(line, choices, "");
  const isOutranked = narrownessOfText(held.from) < PROFILE_NARROWNESS &&
    isClosedByProfile(line, profile, category, ofCategory);
  if (held.value === "block" && (held.schedule === "" || !isOutranked)) return held;
  if (held.value === "allow" && !isOutranked && !isFixed(category, profile)) return held;
  const value = hasAction(category)
    ? narrowestCategory(line, profile, category, ofCategory).value
    : "allow";
  return value === "block"
    ? { value, from: `category:${category}`, schedule: "" }
    : { value: "allow", from: "", schedule: "" };
}

/**
 * Whether the profile of a child or a teenager closes a category, or a choice of their profile, the
 * person or the device does. What is chosen for everyone or for a group then opens nothing in it.
 */
export function isClosedByProfile(
  line: readonly string[],
  profile: Profile | undefined,
  category: string,
  choices: ChoicesByScope | undefined,
): boolean {
  if (profile !== "child" && profile !== "teen") return false;
  if (!hasAction(category) || protectionKindOf(category) !== "choice") return false;
  const { value, from } = narrowestCategory(line, profile, category, choices);
  if (value !== "block") return false;
  return narrownessOfText(from) >= PROFILE_NARROWNESS ||
    CATEGORY_DEFAULTS[profile][category] === "block";
}

/** Whether a category is fixed for this profile, so that no choice about it is possible. */
export function isFixed(category: string, profile: Profile | undefined): boolean {
  return isConfidential(category) ||
    (category === "bypass" && (profile === "child" || profile === "teen"));
}

/**
 * A choice of the device, the person or the profile applies as it is. A choice of a group or of
 * everyone can only make the default of the profile stricter. Allowing something for the whole
 * house therefore does not allow it for a child.
 */
function aboveDefault(
  held: EffectiveChoice,
  profile: Profile | undefined,
  least: string,
  values: readonly string[],
): EffectiveChoice {
  const narrowness = narrownessOfText(held.from);
  const isWide = narrowness > 0 && narrowness < PROFILE_NARROWNESS;
  if (!isWide || profile === undefined || values.indexOf(held.value) >= values.indexOf(least)) {
    return held;
  }
  return { value: least, from: "", schedule: "" };
}
