/**
 * What names may be about, one row a category: the word that lists, journal and API use, and what a block of it protects from.
 * Lists of the household's own may bear any other word, which counts as a choice of the household.
 */

/** Attacks on the household, what the law forbids, or what the household chose not to see (DESIGN 5, 11). */
export type Protects = "security" | "illegal" | "choice";

/** The categories (A 3.2, 7.1.2, 7.6.5, 7.6.9). */
export const CATEGORIES = [
  { category: "malware", protects: "security" },
  { category: "phishing", protects: "security" },
  { category: "fraud", protects: "security" },
  { category: "mining", protects: "security" },
  { category: "child_abuse", protects: "illegal" },
  { category: "adult", protects: "choice" },
  { category: "gambling", protects: "choice" },
  { category: "dating", protects: "choice" },
  { category: "violence", protects: "choice" },
  { category: "drugs", protects: "choice" },
  { category: "piracy", protects: "choice" },
  { category: "social", protects: "choice" },
  { category: "videos", protects: "choice" },
  { category: "games", protects: "choice" },
  { category: "bypass", protects: "choice" },
  { category: "ads", protects: "choice" },
  { category: "telemetry", protects: "choice" },
  { category: "regional", protects: "choice" },
  { category: "allow", protects: "choice" },
] as const satisfies readonly { readonly category: string; readonly protects: Protects }[];

/** A category of the table. */
export type Category = (typeof CATEGORIES)[number]["category"];

const PROTECTS: ReadonlyMap<string, Protects> = new Map(
  CATEGORIES.map(({ category, protects }) => [category, protects]),
);

/** What a block of a category protects from; a category that is not in the table, "" too, is a choice of the household. */
export function protectsFrom(category: string): Protects {
  return PROTECTS.get(category) ?? "choice";
}
