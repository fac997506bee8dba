/**
 * What names may be about, one row a category: the word that lists, journal and API use, and what a block of it protects from.
 * Lists of the household's own may bear any other word, which counts as a choice of the household.
 */
import type { CategoryAction, Profile } from "../model/household.ts";

/** Attacks on the household, what the law forbids, or what the household chose not to see (DESIGN 5, 11). */
export type Protects = "security" | "illegal" | "choice";

/** A row of the table. */
interface CategoryRow {
  readonly category: string;
  readonly protects: Protects;
  /**
   * What holds while nobody chose: for a child, a teenager, and an adult or a device that is nobody's. Absent = scopes choose
   * nothing about it, its lists simply hold.
   */
  readonly defaults?: readonly [child: CategoryAction, teen: CategoryAction, adult: CategoryAction];
  /** Nobody's business: names are counted and shown to no one (A 1). */
  readonly sensitive?: true;
  /** Its lists are never shown nor stored readable, and always block (A 7.6.2, 7.6.9). */
  readonly confidential?: true;
}

/**
 * The categories (A 3.2, 7.1.2, 7.6.5, 7.6.9). Defaults protect the young from what they cannot judge, tell of what parents
 * want to talk about, and leave adults alone: they block what attacks, and adults choose the rest for themselves.
 */
export const CATEGORIES = [
  { category: "malware", protects: "security", defaults: ["block", "block", "block"] },
  { category: "phishing", protects: "security", defaults: ["block", "block", "block"] },
  { category: "fraud", protects: "security", defaults: ["block", "block", "block"] },
  { category: "mining", protects: "security", defaults: ["block", "block", "block"] },
  {
    category: "child_abuse",
    protects: "illegal",
    defaults: ["block", "block", "block"],
    sensitive: true,
    confidential: true,
  },
  { category: "adult", protects: "choice", defaults: ["block", "block", "allow"], sensitive: true },
  { category: "gambling", protects: "choice", defaults: ["block", "block", "allow"] },
  {
    category: "dating",
    protects: "choice",
    defaults: ["block", "block", "allow"],
    sensitive: true,
  },
  { category: "violence", protects: "choice", defaults: ["block", "monitor", "allow"] },
  { category: "drugs", protects: "choice", defaults: ["block", "block", "allow"] },
  { category: "piracy", protects: "choice", defaults: ["block", "monitor", "allow"] },
  { category: "social", protects: "choice", defaults: ["monitor", "allow", "allow"] },
  { category: "videos", protects: "choice", defaults: ["allow", "allow", "allow"] },
  { category: "games", protects: "choice", defaults: ["allow", "allow", "allow"] },
  { category: "bypass", protects: "choice", defaults: ["block", "block", "allow"] },
  { category: "ads", protects: "choice" },
  { category: "telemetry", protects: "choice" },
  { category: "regional", protects: "choice" },
  { category: "allow", protects: "choice" },
] as const satisfies readonly CategoryRow[];

/** A category of the table. */
export type Category = (typeof CATEGORIES)[number]["category"];

/** A category that scopes choose about. */
export type ActionCategory = Extract<
  (typeof CATEGORIES)[number],
  { defaults: unknown }
>["category"];

const ROWS: ReadonlyMap<string, CategoryRow> = new Map(
  CATEGORIES.map((row) => [row.category, row]),
);

/** What a block of a category protects from; a category that is not in the table, "" too, is a choice of the household. */
export function protectsFrom(category: string): Protects {
  return ROWS.get(category)?.protects ?? "choice";
}

/** Whether scopes choose for the category to pass, to be told or to be blocked. */
export function hasAction(category: string): category is ActionCategory {
  return ROWS.get(category)?.defaults !== undefined;
}

/** The categories that scopes choose about, in the order shown. */
export const ACTION_CATEGORIES: readonly ActionCategory[] = CATEGORIES.map(({ category }) =>
  category
)
  .filter(hasAction);

/** What a scope may choose about a category: what the law forbids is always blocked; nothing = scopes choose nothing about it. */
export function actionsOf(category: string): readonly CategoryAction[] {
  if (!hasAction(category)) return [];
  return isConfidential(category) ? ["block"] : ["allow", "monitor", "block"];
}

/** Whether the names of a category are shown to nobody. */
export function isSensitive(category: string): boolean {
  return ROWS.get(category)?.sensitive === true;
}

/** Whether the lists of a category are never shown nor stored readable: their owners bring them, hashed or to be hashed. */
export function isConfidential(category: string): boolean {
  return ROWS.get(category)?.confidential === true;
}

/** What each profile has while nobody chose; a device that is nobody's has what adults have. */
export const CATEGORY_DEFAULTS: Readonly<
  Record<Profile, Readonly<Record<ActionCategory, CategoryAction>>>
> = {
  child: defaultsAt(0),
  teen: defaultsAt(1),
  adult: defaultsAt(2),
};

function defaultsAt(column: 0 | 1 | 2): Record<ActionCategory, CategoryAction> {
  const chosen = ACTION_CATEGORIES.map((
    category,
  ) => [category, ROWS.get(category)!.defaults![column]]);
  return Object.fromEntries(chosen) as Record<ActionCategory, CategoryAction>;
}
