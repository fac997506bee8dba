/** The plan of an import: what becomes what, and what the box would have to change for it. Nothing is written here. */
import { Comparison } from "./comparison.ts";
import { joinedDevices } from "./devices.ts";
import {
  type Found,
  type Source,
  type Target,
  type What,
  WHATS,
  type Why,
  type Wish,
} from "./model.ts";
import type { ImportParts, Present } from "./parts.ts";

/** What would be done with a thing: it is new, it takes the place of another, it is there already, or it cannot be. */
export const STATUSES = ["add", "change", "same", "cannot"] as const;
/** A status of `STATUSES`. */
export type Status = (typeof STATUSES)[number];

/** What became of a thing: nothing yet, written, left out as it was not wanted, or refused when it was to be written. */
export type Outcome = "" | "done" | "left" | "failed";

/** One thing of the plan. */
export interface PlanItem {
  /** From 0, in the order of the plan. */
  readonly id: number;
  readonly what: What;
  /** As the source writes it. */
  readonly from: string;
  /** As the box writes it; "" = it cannot be. */
  readonly becomes: string;
  /** The setting, service, category or engine of a choice that it is about; "" for other things. */
  readonly key: string;
  /** What is chosen of that, `before` of the same kind; the profile of a person; "" for other things. */
  readonly value: string;
  /** Whom it is for, by name: `group: Kids`, "" = everyone. */
  readonly whom: string;
  readonly status: Status;
  /** What the box has in its place now. */
  readonly before: string;
  readonly why: Why;
  readonly detail: string;
  /** Whether it is proposed. */
  readonly chosen: boolean;
  readonly target?: Target;
}

/** A plan. */
export interface Plan {
  readonly source: Source;
  readonly items: readonly PlanItem[];
  readonly warnings: readonly string[];
}

/** Makes the plan of what was found; `now` in Unix seconds. */
export function planOf(found: Found, present: Present, parts: ImportParts, now: number): Plan {
  const comparison = new Comparison(found.wishes, present, parts, now);
  const order = new Map<string, number>(WHATS.map((what, at) => [what, at]));
  // Everywhere an answer of one's own goes before an exception, and that before what is blocked.
  const precedence = ({ target }: Wish) =>
    target?.what === "rule" ? PRECEDENCE.indexOf(target.rule.action) : 0;
  const wishes = joinedDevices(found.wishes).toSorted((a, b) => precedence(a) - precedence(b));
  const items = wishes.map((wish) => comparison.item(wish)).filter((item) => item !== undefined)
    .sort((a, b) => order.get(a.what)! - order.get(b.what)!);
  return {
    source: found.source,
    warnings: found.warnings,
    items: items.map((item, id) => ({ ...item, id })),
  };
}

const PRECEDENCE = ["rewrite", "allow", "block"];
