/**
 * The categories of names, one row each: the identifier used by lists, journal and API, and what a
 * block of it protects from. Lists added by the household may use any other category, which counts
 * as a choice of the household.
 */
import type { CategoryAction, Profile } from "../model/household.ts";

/**
 * Attacks on the household, content forbidden by law, or content that the household chose to block.
 */
export type ProtectionKind = "security" | "illegal" | "choice";

/** A row of the table. */
interface CategoryRow {
  readonly category: string;
  readonly protects: ProtectionKind;
  /**
   * The default for a child, a teenager, and an adult or a device without an owner. Absent = scopes
   * make no choice about it and its lists apply unconditionally.
   */
  readonly defaults?: readonly [child: CategoryAction, teen: CategoryAction, adult: CategoryAction];
  /** Private: names are counted but never displayed (A 1). */
  readonly sensitive?: true;
  /**
   * Its lists are never displayed or stored in readable form, and always block (A 7.6.2, 7.6.9).
   */
  readonly confidential?: true;
}

/**
 * The categories (A 3.2, 7.1.2, 7.6.5, 7.6.9). Defaults protect minors from content that they
 * cannot judge, and report topics that parents may want to discuss. For adults they block only
 * attacks; adults choose the rest themselves.
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
  { category: "new_domains", protects: "choice", defaults: ["allow", "allow", "allow"] },
  { category: "ads", protects: "choice" },
  { category: "telemetry", protects: "choice" },
  { category: "regional", protects: "choice" },
  { category: "allow", protects: "choice" },
] as const satisfies readonly CategoryRow[];

/** A category of the table. */
export type Category = (typeof CATEGORIES)[number]["category"];

/** A category that scopes make choices about. */
export type ActionCategory = Extract<
  (typeof CATEGORIES)[number],
  { defaults: unknown }
>["category"];

const ROWS: ReadonlyMap<string, CategoryRow> = new Map(
  CATEGORIES.map((row) => [row.category, row]),
);

/**
 * What a block of a category protects from. A category outside the table, including "", is a choice
 * of the household.
 */
export function protectionKindOf(category: string): ProtectionKind {
  return ROWS.get(category)?.protects ?? "choice";
}

/** Whether a list is against malware or phishing. */
export function isDangerous(
  { category, kind }: { readonly category: string; readonly kind: "block" | "allow" },
): boolean {
  return kind === "block" && (category === "malware" || category === "phishing");
}

/** Whether scopes choose to allow, monitor or block the category. */
export function hasAction(category: string): category is ActionCategory {
  return ROWS.get(category)?.defaults !== undefined;
}

/** The categories that scopes make choices about, in display order. */
export const ACTION_CATEGORIES: readonly ActionCategory[] = CATEGORIES.map(({ category }) =>
  category
)
  .filter(hasAction);

/**
 * The choices available for a category. Categories required by law are always blocked; none =
 * scopes make no choice about it.
 */
export function actionsOf(category: string): readonly CategoryAction[] {
  if (!hasAction(category)) return [];
  return isConfidential(category) ? ["block"] : ["allow", "monitor", "block"];
}

/** Whether the names of a category are never displayed. */
export function isSensitive(category: string): boolean {
  return ROWS.get(category)?.sensitive === true;
}

/**
 * Whether the lists of a category are never displayed or stored in readable form. Their owners
 * supply them, hashed or to be hashed.
 */
export function isConfidential(category: string): boolean {
  return ROWS.get(category)?.confidential === true;
}

/** The default of each profile; a device without an owner has the default of adults. */
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
