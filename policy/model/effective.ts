/**
 * What holds for a scope, out of what it and the scopes around it chose: the narrowest choice of each line, the strictest of the
 * lines of a shared device (A 7.1.5, DESIGN 3).
 */
import { CATEGORY_DEFAULTS, hasAction, isConfidential } from "../catalogue/categories.ts";
import { SAFE_SEARCH_DEFAULTS, safeSearchValues } from "../catalogue/safe_search.ts";
import { CATEGORY_ACTIONS, type ChoiceRow, type Profile } from "./household.ts";
import { readScope } from "./scope.ts";

/** A choice that holds, and the scope that made it; "" = nobody did. */
export interface Effective {
  readonly value: string;
  readonly from: string;
  readonly schedule: string;
}

/** The choices of one key by scope. */
export type ChoicesByScope = ReadonlyMap<string, ChoiceRow>;

/** Choices by key, then by scope. */
export function byKey(rows: readonly ChoiceRow[]): ReadonlyMap<string, ChoicesByScope> {
  const found = new Map<string, Map<string, ChoiceRow>>();
  for (const row of rows) {
    const scopes = found.get(row.key);
    if (scopes === undefined) found.set(row.key, new Map([[row.scope, row]]));
    else scopes.set(row.scope, row);
  }
  return found;
}

/** The choice of the narrowest scope of a line; `otherwise` holds where none chose. */
export function narrowest(
  line: readonly string[],
  choices: ChoicesByScope | undefined,
  otherwise: string,
): Effective {
  for (const scope of line) {
    const row = choices?.get(scope);
    if (row !== undefined) return { value: row.value, from: scope, schedule: row.schedule };
  }
  return { value: otherwise, from: "", schedule: "" };
}

/** The strictest of what holds for each line, by the order of `values`, the strictest last; what holds always beats what holds at times. */
export function strictest(held: readonly Effective[], values: readonly string[]): Effective {
  const rank = ({ value, schedule }: Effective) =>
    2 * values.indexOf(value) + (schedule === "" ? 1 : 0);
  const [first, ...rest] = held.toSorted((a, b) => rank(b) - rank(a));
  if (first.schedule === "") return first;
  const timed = rest.filter(({ value, schedule }) => value === first.value && schedule !== "");
  const schedule = timed.reduce((all, other) => together(all, other.schedule), first.schedule);
  return { ...first, schedule: schedule.includes("0") ? schedule : "" };
}

/** The grid that is set wherever one of two is. */
function together(one: string, other: string): string {
  return one.replace(/0/g, (_, at) => other[at] === "1" ? "1" : "0");
}

/**
 * What holds of a category for a line whose person has this profile. What the law forbids is blocked, and so are ways around the
 * box for the young (A 7.1.2). A category that is `fed` by subscribed lists is blocked while nobody chose: who subscribed a list
 * wants it to hold.
 */
export function narrowestCategory(
  line: readonly string[],
  profile: Profile | undefined,
  category: string,
  choices: ChoicesByScope | undefined,
  fed: boolean = false,
): Effective {
  if (isFixed(category, profile)) return { value: "block", from: "", schedule: "" };
  const least = hasAction(category) ? CATEGORY_DEFAULTS[profile ?? "adult"][category] : "block";
  return aboveDefault(
    narrowest(line, choices, fed ? "block" : least),
    profile,
    least,
    CATEGORY_ACTIONS,
  );
}

/** What holds of the safe search of an engine for a line whose person has this profile. */
export function narrowestSafeSearch(
  line: readonly string[],
  profile: Profile | undefined,
  engine: string,
  choices: ChoicesByScope | undefined,
): Effective {
  const otherwise = SAFE_SEARCH_DEFAULTS[profile ?? "adult"].get(engine) ?? "off";
  return aboveDefault(
    narrowest(line, choices, otherwise),
    profile,
    otherwise,
    safeSearchValues(engine),
  );
}

/**
 * What holds of a service for a line: what was chosen of it, else what is done with the category that its names count in. `from`
 * is `category:NAME` then. Allowing a way around the box opens it for no child and no teenager.
 */
export function narrowestService(
  line: readonly string[],
  profile: Profile | undefined,
  category: string,
  choices: ChoicesByScope | undefined,
  ofCategory: ChoicesByScope | undefined,
): Effective {
  const held = narrowest(line, choices, "");
  if (held.value === "block" || (held.value === "allow" && !isFixed(category, profile))) {
    return held;
  }
  const value = hasAction(category)
    ? narrowestCategory(line, profile, category, ofCategory).value
    : "allow";
  return value === "block"
    ? { value, from: `category:${category}`, schedule: "" }
    : { value: "allow", from: "", schedule: "" };
}

/** Whether nobody may choose about a category for somebody of this profile. */
export function isFixed(category: string, profile: Profile | undefined): boolean {
  return isConfidential(category) ||
    (category === "bypass" && (profile === "child" || profile === "teen"));
}

/**
 * What the device, the person or the profile chose holds; what a group or everyone chose makes it stricter than the default of
 * the profile, never laxer, so that opening something for the house opens nothing for a child unasked.
 */
function aboveDefault(
  held: Effective,
  profile: Profile | undefined,
  least: string,
  values: readonly string[],
): Effective {
  const isWide = ["group", "all"].includes(readScope(held.from)?.kind ?? "");
  if (!isWide || profile === undefined || values.indexOf(held.value) >= values.indexOf(least)) {
    return held;
  }
  return { value: least, from: "", schedule: "" };
}
