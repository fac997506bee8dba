/**
 * Concerns about a list. A list with concerns is applied only after a person has confirmed it. A
 * list that was damaged by its publisher, or was never a list, therefore blocks nothing.
 */
import { hasAction, isConfidential, protectionKindOf } from "../catalogue/categories.ts";
import { POPULAR_NAMES } from "../catalogue/popular_names.ts";
import type { ListReport } from "../snapshot/report.ts";

/**
 * The kinds of concerns. `refused`: more than a third of the lines that are neither blank nor
 * comments is refused. `unused`: no line gives a name or a rule. `popular`: it blocks names that
 * households use all the time. `widespread`: it blocks a tenth of these or more, as a list for
 * everything does.
 */
export const CONCERN_KINDS = ["refused", "unused", "popular", "widespread"] as const;
/** A kind of `CONCERN_KINDS`. */
export type ConcernKind = (typeof CONCERN_KINDS)[number];

/** One concern with its evidence. */
export interface Concern {
  readonly kind: ConcernKind;
  /** Number of lines or names affected. */
  readonly count: number;
  /** Number of lines or names examined. */
  readonly of: number;
  /** The first of them: starts of lines, or names; none if the list is hidden. */
  readonly examples: readonly string[];
}

/** Input for finding concerns. */
export interface ConcernOptions {
  readonly report: Pick<ListReport, "lines" | "used" | "ignored" | "refused" | "samples">;
  /** The names in `SAMPLE_NAMES` that it would block or redirect. */
  readonly blocked: readonly string[];
  readonly kind: "block" | "allow";
  readonly category: string;
  /** Whether its lines must not be displayed, as for a file of this machine. */
  readonly hidden: boolean;
}

const MOST_REFUSED = 1 / 3;
const WIDESPREAD = 1 / 10;
const MOST_EXAMPLES = 10;

/**
 * The names to test a list with: each popular name alone and with `www`, which lists of single
 * names block instead.
 */
export const SAMPLE_NAMES: readonly string[] = POPULAR_NAMES.flatMap((
  name,
) => [name, `www.${name}`]);

/**
 * The concerns about a list; none = the list is acceptable. An allow list may contain popular
 * names. So may a block list of a category that the household makes choices about, such as social
 * networks or games, because that is its purpose. Only a list for everything raises a concern
 * there.
 */
export function findConcerns(options: ConcernOptions): Concern[] {
  const { report, kind, category } = options;
  const hidden = options.hidden || isConfidential(category);
  const { lines, used, ignored, samples } = report;
  const concerns: Concern[] = [];
  const body = lines - (ignored.comment ?? 0) - (ignored.empty ?? 0);
  const refused = Object.values(report.refused).reduce((sum, count) => sum + count, 0);
  const texts = samples.map(({ text }) => text.trim()).filter((text) => text !== "");
  const examples = hidden ? [] : texts.slice(0, MOST_EXAMPLES);
  if (refused > body * MOST_REFUSED) {
    concerns.push({ kind: "refused", count: refused, of: body, examples });
  }
  if (used === 0) {
    concerns.push({ kind: "unused", count: body, of: body, examples: [] });
  }
  if (kind === "allow") return concerns;
  const blocked = new Set(options.blocked);
  const names = POPULAR_NAMES.filter((name) => blocked.has(name) || blocked.has(`www.${name}`));
  const widespread = names.length >= POPULAR_NAMES.length * WIDESPREAD;
  const meant = hasAction(category) && protectionKindOf(category) === "choice";
  if (widespread || names.length > 0 && !meant) {
    concerns.push({
      kind: widespread ? "widespread" : "popular",
      count: names.length,
      of: POPULAR_NAMES.length,
      examples: isConfidential(category) ? [] : names.slice(0, MOST_EXAMPLES),
    });
  }
  return concerns;
}

/**
 * Whether all concerns about a list were confirmed before. A confirmation covers kinds of concerns,
 * regardless of their current numbers and examples. It is valid until another kind occurs;
 * `widespread` is a different kind from `popular`.
 */
export function isConfirmed(
  concerns: readonly Concern[],
  confirmed: readonly ConcernKind[],
): boolean {
  return concerns.every(({ kind }) => confirmed.includes(kind));
}
